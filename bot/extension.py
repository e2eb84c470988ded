"""The elder as a guest in someone else's bot: `await bot.load_extension("bot.extension")`.

A guest leaves the house as it was: he syncs no commands, sets no translator, catches no signal, changes no intents and
no mentions, and hears no messages. He keeps a store and a workshop of his own, and takes them along when he leaves.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import randbits
from typing import Any

import discord
from discord.ext import commands
from sqlalchemy.engine import make_url

from bot.app import DRAINING, Gallery
from bot.checks import UnfitError
from bot.cogs.frame.host import Host
from bot.cogs.frame.router import touched
from bot.cogs.frame.spoken import spoken
from bot.play import Play
from bot.settings import Settings, SettingsError
from bot.store import schema
from bot.store.store import Store, open_store
from bot.wiring import cogs, hosted
from bot.workshop import Workshop
from quizbank.bank import open_bank

Listener = Callable[..., Coroutine[Any, Any, Any]]

log = logging.getLogger(__name__)


class GaussElder(commands.Cog, name="GaussElder"):
    """The elder Gauss leads learners through the halls of attention; then the O(n²) Wall asks."""

    host: Host

    def __init__(self, client: commands.Bot, settings: Settings | None = None) -> None:
        self._client = client
        self._settings = settings
        self._stay = AsyncExitStack()

    async def cog_load(self) -> None:
        """Open everything and move in; what was begun is undone if it cannot be ended.

        Raises SettingsError where a setting is wrong, or nothing can be written in the data folder.
        """
        if not self._client.intents.guilds:
            log.warning("The elder needs the guilds intent, and this bot is without it: he knows no server or channel.")
        async with AsyncExitStack() as stack:
            self.host = await stack.enter_async_context(housed(self._settings or Settings()))
            for cog in cogs(self.host, self._client, guest=True):
                await self._lodge(cog, stack)
            self._stay = stack.pop_all()

    async def cog_unload(self) -> None:
        """Move out: take no more touches, answer whoever is being answered, close everything."""
        await self._stay.aclose()

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the house lets someone touch what is the elder's; of commands its own tree decides."""
        return True

    def _at_the_door(self, listener: Listener) -> Listener:
        async def admitted(interaction: discord.Interaction[Any]) -> None:
            if touched(interaction) is not None and await self.admits(interaction):
                await listener(interaction)

        return admitted

    async def _lodge(self, cog: commands.Cog, stack: AsyncExitStack) -> None:
        """Let one of the elder's cogs work here; the house's own list of cogs shows this one alone."""
        client, tree = self._client, self._client.tree
        await cog.cog_load()
        stack.push_async_callback(cog.cog_unload)
        for name, each in cog.get_listeners():
            listener = self._at_the_door(each) if name == "on_interaction" else each
            client.add_listener(listener, name)
            stack.callback(client.remove_listener, listener, name)
        if isinstance(cog, commands.GroupCog) and cog.app_command is not None:
            group = spoken(cog.app_command)
            group.module = type(self).__module__
            tree.add_command(group)
            stack.callback(tree.remove_command, group.name)


@asynccontextmanager
async def housed(settings: Settings) -> AsyncIterator[Host]:
    """Give a host over the store of the settings, its tables up to date, and a workshop; close both at the end."""
    if settings.database is None:
        hold_writable(settings.data)
    store = await current(settings.database_url)
    bank, workshop = open_bank(), Workshop(workers=settings.workers)
    workshop.warm()
    play = Play(store, bank, workshop, clock=discord.utils.utcnow, secrets=randbits)
    host = hosted(play, bank, Gallery(workshop), discord.utils.utcnow)
    try:
        yield host
    finally:
        await drained(host)
        await workshop.close()
        await store.close()


def hold_writable(folder: Path) -> None:
    """Make a folder if need be. Raises SettingsError if nothing can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise SettingsError({"data": UnfitError("writable")}) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SettingsError({"data": UnfitError("writable")})


async def current(url: str) -> Store:
    """Return the store at a URL, brought up to date: a house that is not ours has no other moment for it."""
    if make_url(url).get_backend_name() == "sqlite":
        return await schema.ready(url)
    store = open_store(url)
    try:
        await schema.upgrade(store)
    except BaseException:
        await store.close()
        raise
    return store


async def drained(host: Host) -> None:
    """Wait for those who are being answered, though not for ever."""
    if underway := host.underway - {asyncio.current_task()}:
        await asyncio.wait(underway, timeout=DRAINING)


async def setup(bot: commands.Bot) -> None:
    """Take the elder in. Whoever unloads the extension removes this cog, and with it all the rest."""
    await bot.add_cog(GaussElder(bot))
