"""Raids as they stand, and held: every change to one holds its row, and sees it as what is stored makes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.judging import COUNTED
from bot.play.raid.raid import Ending, Raid, fold
from bot.play.raid.raid_refusals import NoRaidError, RaidOverError
from bot.store import guilds, raids
from bot.store.raids import RaidRow

MANY: Final = 500  # answers, from which on others are not kept waiting while they are gone through


@dataclass
class Held:
    """A raid whose row is held, in the transaction that holds it."""

    db: AsyncConnection
    row: RaidRow
    raid: Raid
    at: datetime

    async def enter(self, learner: int) -> bool:
        """Let a learner in if they are not, and remember that they did something; whether they came just now."""
        fighter = self.raid.fighter(learner)
        came = fighter is None or not fighter.here
        if came:
            await raids.join(self.db, self.row.id, learner, self.at)
        await raids.touch(self.db, self.row.id, self.at, host=learner == self.row.host_id)
        return came


class Holds:
    """Raids as they stand, and each held by one at a time who changes it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def find(self, id: int) -> Raid | None:
        """Return a raid as it stands, or None."""
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
            return None if row is None else await recall(self.house, db, row)

    async def found(self, id: int) -> Raid:
        """Return a raid as it stands; raises NoRaidError."""
        raid = await self.find(id)
        if raid is None:
            raise NoRaidError
        return raid

    async def row(self, id: int) -> RaidRow:
        """Return a raid's own row; raises NoRaidError."""
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
        if row is None:
            raise NoRaidError
        return row

    @asynccontextmanager
    async def in_line(self, id: int) -> AsyncIterator[AsyncConnection]:
        """Give a connection that writes, once those of this process who came before have written to that raid.

        The raid's row keeps order already; but whoever waits for that has taken a connection from all the others.
        """
        async with self._lines.setdefault(id, asyncio.Lock()), self.house.store.writing() as db:
            yield db

    @asynccontextmanager
    async def held(self, id: int, ended: Sequence[Ending] = ()) -> AsyncIterator[Held]:
        """Hold a raid that is open, or has one of these endings; raises NoRaidError, RaidOverError."""
        async with self.in_line(id) as db:
            row = await raids.hold(db, id)
            if row is None:
                raise NoRaidError
            raid = await recall(self.house, db, row)
            if raid.ending is not None and raid.ending not in ended:
                raise RaidOverError(raid)
            yield Held(db, row, raid, self.house.clock())


async def recall(house: House, db: AsyncConnection, row: RaidRow) -> Raid:
    """Return a raid as what is stored makes it."""
    settings = await guilds.settings(db, row.guild)
    came = await raids.stays(db, row.id)
    blows = await raids.struck(db, row.id, counted=COUNTED)
    folded = partial(fold, row, came, blows, house.bank, named=settings.named)
    return folded() if len(blows) < MANY else await asyncio.to_thread(folded)
