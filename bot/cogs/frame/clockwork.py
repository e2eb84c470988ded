"""What the bot does by itself, by the clock: chores, one after another in one loop, each at its own pace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol

import discord
from discord.ext import commands, tasks

from bot.play.trouble import trouble

TICK: Final = 0.5  # seconds between two looks at the clock
AGAIN: Final = timedelta(seconds=10)  # after which, at the latest, a chore that failed comes again

log = logging.getLogger(__name__)


class Chore(NamedTuple):
    """Something to be done again and again; `work` reads what is due from the store and may come twice or late."""

    name: str
    every: timedelta
    work: Callable[[], Awaitable[Any]]
    alone: bool = False  # done for all, and so by one process at a time


class Seat(Protocol):
    """What one process at a time holds; whoever does, does the chores that are done for all."""

    async def held(self) -> bool:
        """Take it if it is free; whether it is this process's."""
        ...

    async def leave(self) -> None:
        """Leave it to another."""
        ...


class Clockwork(commands.Cog):
    """Runs the chores once the bot is connected. One that fails is logged, and comes again, soon if it is rare."""

    def __init__(
        self, client: discord.Client, clock: Callable[[], datetime], seat: Seat, chores: Iterable[Chore]
    ) -> None:
        self._client = client
        self._clock = clock
        self._seat = seat
        self._chores = tuple(chores)
        self._next: dict[str, datetime] = {}

    async def cog_load(self) -> None:
        """Begin to tick."""
        self.tick.start()

    async def cog_unload(self) -> None:
        """Tick no more, wait until what was being done has let go of all it held, and leave the seat to another."""
        ticking = self.tick.get_task()
        self.tick.cancel()
        if ticking is not None:
            await asyncio.wait([ticking])
        await self._seat.leave()

    @tasks.loop(seconds=TICK)
    async def tick(self) -> None:
        """Do what is due."""
        if not self._client.is_ready():
            return
        for chore in self._chores:
            now = self._clock()
            if now >= self._next.get(chore.name, now):
                self._next[chore.name] = now + chore.every
                if not await self._done(chore):
                    self._next[chore.name] = now + min(chore.every, AGAIN)

    async def _done(self, chore: Chore) -> bool:
        """Do a chore; False if it failed."""
        try:
            if not chore.alone or await self._seat.held():
                await chore.work()
        except Exception as fault:
            ailing = trouble(fault)
            if ailing is None:
                log.exception("chore %s", chore.name)
            else:  # said in a word: it comes again and again until the store is well
                log.warning("chore %s: the store is %s", chore.name, ailing)
            return False
        return True
