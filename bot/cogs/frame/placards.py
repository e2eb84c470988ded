"""Public messages that show a game for many, kept true: each channel is written to at most once in two seconds.

A placard is a copy of what is stored. Whoever changed what it shows asks for it to be renewed; it is, at once if its
channel has been quiet, else by the next turn of the clock, and always with what is then stored. Wherever Discord will
not have it, the game goes on without.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Protocol, runtime_checkable

import discord

from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, files, view
from bot.cogs.frame.screen import Screen
from bot.play.scene import Place
from bot.play.trouble import trouble

YOUNG: Final = timedelta(minutes=55)  # edits of messages older than an hour are rationed harshly
QUIET: Final = timedelta(seconds=2)  # between two writings to one channel; Discord takes about five in five seconds
LATELY: Final = timedelta(minutes=15)  # a game's end is shown once more at a start: whoever died may have shown nobody
FAILURES: Final = (discord.DiscordException, OSError)
Key = tuple[str, int]  # which sort of placard, and the id of what it shows

log = logging.getLogger(__name__)


class Showing(Protocol):
    """One sort of placard: what it shows, where it stands, and who is told when it stands elsewhere or cannot."""

    async def placed(self, id: int) -> Place | None:
        """Return where it stands; None if there is none of that id, or it stands nowhere."""
        ...

    async def screen(self, id: int) -> Screen:
        """Return what it shows now."""
        ...

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        ...

    async def lost(self, id: int, failure: Exception) -> None:
        """Take note that it can be neither edited nor put up anew: the channel is gone, or a permission."""
        ...


@runtime_checkable
class Timed(Showing, Protocol):
    """One with a clock that starts once it stands to be seen."""

    async def shown(self, id: int) -> bool:
        """Take note that it stands as `screen` returned it; whether it shows something else by that."""
        ...


class Placards:
    """Puts up, renews and takes down placards, by the bot's own token: an interaction's lasts fifteen minutes."""

    def __init__(self, host: Host, client: discord.Client, sorts: Mapping[str, Showing]) -> None:
        self._host = host
        self._client = client
        self._sorts = sorts
        self._waiting: dict[Key, None] = {}  # in the order they were asked for
        self._written: dict[int, datetime] = {}  # by channel, when last
        self._busy: set[int] = set()  # channels being written to: a slow writing must not be overtaken

    async def renew(self, sort: str, id: int) -> None:
        """Show what is stored now: at once if the channel has been quiet, else at the next turn of the clock."""
        self._waiting[sort, id] = None
        await self.catch_up()

    async def catch_up(self) -> None:
        """Renew what waits in channels that have been quiet; a chore calls this every other second."""
        for key in list(self._waiting):
            place = await self._sorts[key[0]].placed(key[1])
            if place is None or place.channel is None:
                self._waiting.pop(key, None)
            elif self._quiet(place.channel) and key in self._waiting:
                del self._waiting[key]
                await self._write(place.channel, key, place)

    async def _write(self, channel: int, key: Key, place: Place) -> None:
        self._busy.add(channel)
        try:
            await self._show(key, place)
        except Exception as fault:
            if trouble(fault) is not None:  # the store's own, which passes: what is shown is still untrue
                self._waiting[key] = None
            raise
        finally:
            self._busy.discard(channel)
            self._written[channel] = self._host.clock()

    def _quiet(self, channel: int) -> bool:
        if channel in self._busy:
            return False
        last = self._written.get(channel)
        return last is None or self._host.clock() - last >= QUIET

    async def _show(self, key: Key, place: Place) -> None:
        sort, id = self._sorts[key[0]], key[1]
        screen = await sort.screen(id)
        try:
            if not await self._edit(place, screen):
                await self._put_up(sort, id, place, screen)
        except FAILURES as failure:
            if passing(failure):
                self._waiting[key] = None
                log.info("%s %s waits for Discord: %s", *key, failure)
            else:
                log.warning("%s %s could not be put up anew: %s", *key, failure)
                await sort.lost(id, failure)
            return
        if isinstance(sort, Timed) and await sort.shown(id):
            self._waiting[key] = None

    async def _put_up(self, sort: Showing, id: int, place: Place, screen: Screen) -> None:
        message = await self._channel(place).send(view=view(screen), files=files(screen), allowed_mentions=SILENT)
        await sort.moved(id, replace(place, message=message.id))
        await self.retire(place)

    async def retire(self, place: Place) -> None:
        """Take down a message that another has replaced."""
        if place.channel is None or place.message is None:
            return
        try:
            await self._channel(place).get_partial_message(place.message).delete()
        except FAILURES as failure:
            log.info("an old placard stays where it was: %s", failure)

    async def _edit(self, place: Place, screen: Screen) -> bool:
        message = place.message
        if message is None or self._host.clock() - discord.utils.snowflake_time(message) > YOUNG:
            return False
        partial = self._channel(place).get_partial_message(message)
        try:
            await partial.edit(view=view(screen), attachments=files(screen), allowed_mentions=SILENT)
        except FAILURES as failure:
            if passing(failure):
                raise
            log.info("message %s could not be edited: %s", message, failure)
            return False
        return True

    def _channel(self, place: Place) -> discord.PartialMessageable:
        assert place.channel is not None  # it was looked at before
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)


def passing(failure: Exception) -> bool:
    """Whether a failure is Discord's or the line's own, and passes: then the same is tried again later."""
    if isinstance(failure, discord.HTTPException):
        return failure.status == 429 or failure.status >= 500
    return isinstance(failure, discord.RateLimited | OSError)
