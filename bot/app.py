"""The bot in Discord, wired: the game, its voice, its painter, the cogs; and its commands told when they changed."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.ext import commands
from discord.ext.commands.bot import BotBase

from bot.cogs.frame.audience import apologise
from bot.cogs.frame.courier import Courier, courier_to
from bot.cogs.frame.host import Host, Painter
from bot.cogs.frame.translator import LinesTranslator
from bot.play import Play
from bot.play.reading_ahead import read_ahead
from bot.store import identifies
from bot.store.locks import COMMANDS, only
from bot.store.shards import WHOLE
from bot.store.store import Store
from bot.watch.answering import Meter
from bot.wiring import cogs, hosted
from bot.workshop.errors import WorkshopError
from quizbank.bank import Bank
from quizbank.malformed import Malformed

# None of them is privileged: touches bring all that is needed, and what mentions the bot comes with its content.
INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
RATE_PATIENCE: Final = 60.0  # seconds; a call that would have to wait longer fails, and the game goes on without
DRAINING: Final = 10.0  # seconds that those being answered are given when the bot is told to end
YOUNG: Final = 20_000  # new objects until garbage is looked for: what a crowd has under way at once is none yet
COMMANDS_MEMO: Final = "discord.commands"

log = logging.getLogger(__name__)


class Gallery:
    """The workshop as a painter that is never at fault: a picture that cannot be drawn is done without, in words."""

    def __init__(self, workshop: Painter) -> None:
        self._workshop = workshop

    async def draw(self, picture: Any, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Return a PNG, or None if it is not ready in time, or never will be."""
        try:
            return await self._workshop.draw(picture, book, language, patience=patience)
        except WorkshopError as error:
            log.warning("not drawn: %s", error)
            return None


class Tree(app_commands.CommandTree[Any]):
    """The commands; what fails before any of them begins is owned up to as well."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the learner."""
        await apologise(interaction, error)


class Elder(BotBase):
    """The elder in Discord. It owns none of what it is handed: whoever opened the store closes it."""

    courier: Courier | None = None  # who brings answers to sheets; none in a Discord that has no wire

    def __init__(self, host: Host, store: Store, **shards: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_PATIENCE,
            **shards,
        )
        self.host = host
        self._store = store

    async def setup_hook(self) -> None:
        """Take in the cogs, and tell Discord the commands if it does not know them as they are."""
        await self.tree.set_translator(LinesTranslator())
        for cog in cogs(self.host, cast(discord.Client, self), courier=self.courier):
            await self.add_cog(cog)
        async with only(self._store, COMMANDS):
            await sync_changed(self.tree, self._store)

    async def on_message(self, message: discord.Message, /) -> None:
        """Take no message for a command: what is said to the bot is said to the elder, whose ears are a cog."""

    async def close(self) -> None:
        """Answer whoever is being answered, then leave."""
        if underway := self.host.underway - {asyncio.current_task()}:
            await asyncio.wait(underway, timeout=DRAINING)
        await super().close()


class GaussElder(Elder, commands.Bot):
    """The elder on one connection."""


class ShardedElder(Elder, commands.AutoShardedBot):
    """The elder on as many connections as Discord wants for all guilds, or on those of the shards that are his."""

    def __init__(self, host: Host, store: Store) -> None:
        self._shards = host.play.house.shards
        fixed = {} if self._shards == WHOLE else {"shard_ids": [*self._shards.ids], "shard_count": self._shards.count}
        super().__init__(host, store, **fixed)
        self.courier = courier_to(discord.http.Route.BASE, self.http.user_agent)
        self._at_once = 0  # how many may introduce themselves at a time; not asked for yet
        self._reading: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Move in, and read in idle moments what the first touches would have to wait for."""
        await super().setup_hook()
        self._reading = asyncio.create_task(self._read_ahead())

    async def close(self) -> None:
        """Read no further, and leave."""
        if self._reading is not None:
            self._reading.cancel()
        await super().close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn, which other processes with other shards respect as well."""
        if self._shards.whole:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        if not self._at_once:
            self._at_once = (await self.http.get_bot_gateway())[2]["max_concurrency"]
        await asyncio.sleep(await identifies.turn(self._store, shard_id or 0, self._at_once))

    async def _read_ahead(self) -> None:
        """Read once connected; what is loaded by then stays, and need not be looked through for garbage ever again."""
        await self.wait_until_ready()
        try:
            await read_ahead(self.host.play.house.bank, self.host.voice)
        except Malformed:
            log.exception("not read ahead")
        gc.freeze()
        gc.set_threshold(YOUNG)


def create_bot(
    *,
    play: Play,
    bank: Bank,
    store: Store,
    workshop: Painter,
    clock: Callable[[], datetime] = discord.utils.utcnow,
    meter: Meter | None = None,
    jumps: bool = True,
) -> GaussElder:
    """Return a bot that plays this game; it is not yet logged in. Without `jumps` it links to no message."""
    return GaussElder(replace(hosted(play, bank, Gallery(workshop), clock, meter), jumps=jumps), store)


def create_sharded_bot(
    *, play: Play, bank: Bank, store: Store, workshop: Painter, meter: Meter | None = None
) -> ShardedElder:
    """Return a bot that plays this game on the shards of its house; it is not yet logged in."""
    return ShardedElder(hosted(play, bank, Gallery(workshop), discord.utils.utcnow, meter), store)


async def sync_changed(tree: app_commands.CommandTree[Any], store: Store) -> bool:
    """Tell Discord the commands unless it was told these very ones, and still knows them; whether it was told.

    Each telling counts against a daily allowance, so it is not done at every start.
    """
    digest = await fingerprint(tree)
    known = {command.name for command in await tree.fetch_commands()}
    if await store.recall(COMMANDS_MEMO) == digest and known == {command.name for command in tree.get_commands()}:
        return False
    await tree.sync()
    await store.remember(COMMANDS_MEMO, digest)
    return True


async def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Return a digest of the commands with all their translations."""
    translator = tree.translator
    if translator is None:
        raise ValueError("the commands are not translated")
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()


async def serve(bot: GaussElder | ShardedElder, token: str) -> None:
    """Run the bot until it is told to end, and whoever is being answered then has been."""
    async with bot:
        with ended_by_signals(asyncio.ensure_future(bot.start(token))) as running:
            try:
                await running
            except asyncio.CancelledError:
                log.info("told to end")


@contextmanager
def ended_by_signals(running: asyncio.Future[None]) -> Iterator[asyncio.Future[None]]:
    """Let SIGTERM and SIGINT end what is running, where the platform can; discord.py hears only the latter."""
    loop, heard = asyncio.get_running_loop(), (signal.SIGTERM, signal.SIGINT)
    try:
        for number in heard:
            loop.add_signal_handler(number, running.cancel)
    except NotImplementedError:  # Windows: Ctrl-C raises KeyboardInterrupt instead
        log.debug("no signal handlers here")
    try:
        yield running
    finally:
        for number in heard:
            _forget(loop, number)


def _forget(loop: asyncio.AbstractEventLoop, number: signal.Signals) -> None:
    try:
        loop.remove_signal_handler(number)
    except NotImplementedError:
        log.debug("no signal handlers here")
