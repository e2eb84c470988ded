"""Every touch of a learner's own record; and what becomes of a server's when the bot is taken out of it."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.frame.words import named
from bot.cogs.rights.render_privacy import back, exported, farewell, forgotten, page, privacy_screen, say
from bot.play.scene import Place

PRIVACY: Final = "command.elder.privacy"
RETIRING: Final = timedelta(hours=1)
LARGEST: Final = 9_000_000  # bytes of a file; Discord takes ten million from everyone
TAKEN_DOWN: Final = 20  # walls, the newest first; Discord lets a message be deleted about once a second

log = logging.getLogger(__name__)


class PrivacyCommands(commands.Cog):
    """The command of privacy; part of the group that takes it in."""

    _host: Host

    @app_commands.command(name=named(f"{PRIVACY}.name"), description=named(f"{PRIVACY}.description"))
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is kept of the learner."""
        await hold(self._host, interaction, "private", look)


class Privacies(commands.Cog):
    """The touches of a record, and what is heard of servers that take the bot in or out."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("privacy", "private", look),
            Route("privacypage", "private", show_page),
            Route("privacyexport", "private", export),
            Route("privacyhide", "update", hide),
            Route("privacyforget", "update", ask_back),
            Route("privacykeep", "update", keep),
            Route("privacygone", "update", self.forget),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is done by the clock."""
        return (Chore("retention", RETIRING, self.retire),)

    async def forget(self, audience: Audience) -> None:
        """Forget the learner, then take down the walls of theirs that stand in public."""
        privacy = audience.host.play.privacy
        places = await privacy.placed(audience.learner)
        if audience.place.guild is not None:
            await audience.host.play.boards.left(audience.place.guild, audience.learner.id)  # else still held as seen
        await privacy.forget(audience.learner.id)
        audience.host.spoken.pop(audience.learner.id, None)
        await audience.reply.update(forgotten(audience.pen))
        for place in places[:TAKEN_DOWN]:
            await self._take_down(place)

    async def retire(self) -> None:
        """Note which servers the bot is in, and delete what was done in those it has long been out of."""
        if self._host.play.house.shards.within(*served(self._client)):
            await self._host.play.privacy.guilds_present([guild.id for guild in self._client.guilds])
        for guild in await self._host.play.privacy.retire():
            log.info("guild %s: its record is deleted", guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Take note that the bot was taken out of a server; an outage is told otherwise."""
        await self._host.play.privacy.guild_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Take note that the bot was taken into a server, perhaps once more."""
        await self._host.play.privacy.guild_joined(guild.id)

    async def _take_down(self, place: Place) -> None:
        if place.channel is None or place.message is None:
            return
        channel = self._client.get_partial_messageable(place.channel, guild_id=place.guild)
        try:
            await channel.get_partial_message(place.message).delete()
        except (discord.DiscordException, OSError) as failure:
            log.info("a wall stays where it was: %s", failure)


def served(client: discord.Client) -> tuple[Collection[int], int]:
    """Return the shards a client is connected for, and how many there are."""
    count = client.shard_count or 1
    ids = getattr(client, "shard_ids", None) or (range(count) if client.shard_id is None else (client.shard_id,))
    return ids, count


async def look(audience: Audience) -> None:
    """Show what is kept of the learner."""
    await audience.reply.private(await record(audience))


async def keep(audience: Audience) -> None:
    """Forget nothing."""
    await audience.reply.update(await record(audience, say(audience.pen, "say.kept_you")))


async def show_page(audience: Audience) -> None:
    """Show the whole policy."""
    await audience.reply.private(page(audience.pen))


async def hide(audience: Audience) -> None:
    """Name the learner nowhere, or again."""
    on = audience.number(0) == 1
    await audience.host.play.privacy.hide(audience.learner.id, on)
    await audience.reply.update(await record(audience, say(audience.pen, "say.hidden_now" if on else "say.shown_now")))


async def ask_back(audience: Audience) -> None:
    """Ask whether the learner is really to be forgotten."""
    shown = await audience.host.play.privacy.shown(audience.learner.id)
    await audience.reply.update(farewell(audience.pen, shown))


async def export(audience: Audience) -> None:
    """Give the learner their whole record as a file."""
    record = await audience.host.play.privacy.export(audience.learner.id)
    name, data = await asyncio.to_thread(packed, record)
    if len(data) > LARGEST:
        await audience.reply.private(Screen((Text(say(audience.pen, "say.too_large")), *back(audience.pen))))
    else:
        await audience.reply.private(exported(audience.pen, name, data))


async def record(audience: Audience, *lead: str) -> Screen:
    """Return what is kept of the learner."""
    return privacy_screen(audience.pen, await audience.host.play.privacy.shown(audience.learner.id), *lead)


def packed(record: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return a record as a file and its name: JSON in UTF-8, compressed where it would be too large."""
    text = json.dumps(record, ensure_ascii=False, indent=1)
    data = text.encode("utf-8", "backslashreplace")  # half a character, as JSON writes it
    return ("gauss-elder.json", data) if len(data) <= LARGEST else ("gauss-elder.json.gz", gzip.compress(data))
