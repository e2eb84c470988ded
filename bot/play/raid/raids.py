"""Raids: opened, joined, begun, handed on, closed when nobody is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.raid.holds import Holds, recall
from bot.play.raid.raid import FOUGHT_OUT, Raid, ending_of
from bot.play.raid.raid_refusals import (
    BegunError,
    HostHereError,
    NoServerError,
    NotAtThisTierError,
    NotHostError,
    NotInThisChannelError,
    NotYetError,
)
from bot.play.raid.turns import Turns
from bot.play.scene import Learner, Place, Tier
from bot.store import guilds, raids
from bot.store.guilds import GuildRow

SILENCE: Final = timedelta(minutes=3)  # of a host, after which anyone may begin, or host, in their place
IDLE: Final = timedelta(minutes=15)  # without a touch, after which a raid closes
EMPTY: Final = timedelta(minutes=1)  # with nobody in it, after which it does
NOTHING: Final = timedelta()


class Raids:
    """The use cases of raids; `turns` are those of whoever fights in one."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._holds = Holds(house)
        self.turns = Turns(house, self._holds)

    async def open(self, learner: Learner, place: Place, tier: Tier) -> tuple[Raid, bool]:
        """Open a raid in a channel and let its host in, or return the one that is open there; whether it is new.

        Raises NoServerError, NotInThisChannelError, NotAtThisTierError.
        """
        guild, channel = place.guild, place.channel
        if guild is None or channel is None:
            raise NoServerError
        async with self.house.store.writing() as db:
            open_one, id = await raids.find_open(db, channel), None
            if open_one is None:
                chosen = allowed(await guilds.settings(db, guild), place, tier)
                at = self.house.clock()
                id = await raids.open_one(
                    db,
                    host_id=learner.id,
                    guild=guild,
                    channel=channel,
                    language=chosen.language or learner.language,
                    tier=tier,
                    secret=self.house.secret(),
                    at=at,
                )
                if id is not None:
                    await raids.join(db, id, learner.id, at)
                open_one = await raids.find_open(db, channel)
        if open_one is None:  # it was open when this one could not be opened, and has ended since
            return await self.open(learner, place, tier)
        return await self._holds.found(open_one.id), id is not None

    async def find(self, id: int) -> Raid | None:
        """Return a raid as it stands, or None."""
        return await self._holds.find(id)

    async def placed(self, id: int) -> Place | None:
        """Return where a raid's public message stands; None if there is no such raid, or its channel was lost."""
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
        return None if row is None or row.ending == "lost" else Place(row.guild, row.channel, row.message)

    async def stands_in(self, guild: int, id: int) -> bool:
        """Whether there is a raid of that id in a guild, open or not."""
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
        return row is not None and row.guild == guild

    async def open_in(self, channel: int) -> Raid | None:
        """Return the open raid of a channel, or None."""
        async with self.house.store.reading() as db:
            row = await raids.find_open(db, channel)
            return None if row is None else await recall(self.house, db, row)

    async def join(self, id: int, learner: Learner) -> Raid:
        """Let a learner in, before the beginning or after it; raises RaidOverError after the end."""
        async with self._holds.held(id) as held:
            await held.enter(learner.id)
        return await self._holds.found(id)

    async def leave(self, id: int, learner: Learner) -> Raid:
        """Let a learner go; what they did stays done. Raises RaidOverError after the end."""
        async with self._holds.held(id) as held:
            await raids.leave(held.db, id, learner.id, held.at)
            await raids.touch(held.db, id, held.at)
        return await self._holds.found(id)

    async def start(self, id: int, learner: Learner) -> Raid:
        """Begin: the host at any time, anyone else when they have been kept waiting; whoever begins is in.

        Raises BegunError, NotYetError, RaidOverError.
        """
        async with self._holds.held(id) as held:
            if held.raid.started is not None:
                raise BegunError(held.raid)
            when = held.raid.opened + SILENCE
            if learner.id != held.row.host_id and hosted(held.raid) and held.at < when:
                raise NotYetError(held.raid, when)
            await held.enter(learner.id)
            await raids.start(held.db, id, held.at)
        return await self._holds.found(id)

    async def take_over(self, id: int, learner: Learner) -> Raid:
        """Make a learner the host, where the host has left or is silent; raises HostHereError, RaidOverError."""
        async with self._holds.held(id) as held:
            when = held.raid.host_seen + SILENCE
            if learner.id != held.row.host_id and hosted(held.raid) and held.at < when:
                raise HostHereError(held.raid, when)
            await held.enter(learner.id)
            await raids.host(held.db, id, learner.id, held.at)
        return await self._holds.found(id)

    async def cancel(self, id: int, learner: Learner) -> Raid:
        """Call a raid off before it begins; its host's to do. Raises BegunError, NotHostError, RaidOverError."""
        async with self._holds.held(id) as held:
            if held.raid.started is not None:
                raise BegunError(held.raid)
            if learner.id != held.row.host_id:
                raise NotHostError(held.raid)
            await raids.end(held.db, id, "cancelled", held.at)
        return await self._holds.found(id)

    async def moved(self, id: int, place: Place) -> None:
        """Remember where a raid's public message stands."""
        async with self.house.store.writing() as db:
            await raids.move(db, id, place.message)

    async def lose(self, id: int) -> bool:
        """Close a raid whose channel can no longer be written to; whether it was open."""
        async with self.house.store.writing() as db:
            return await raids.end(db, id, "lost", self.house.clock())

    async def close_quiet(self) -> Sequence[int]:
        """Close this process's raids that nobody has touched for long, or nobody is in; return which."""
        mine = self.house.shards
        async with self.house.store.writing() as db:
            at = self.house.clock()
            empty = await raids.end_quiet(db, mine, ending="deserted", since=at - EMPTY, at=at, deserted=True)
            idle = await raids.end_quiet(db, mine, ending="idle", since=at - IDLE, at=at)
        return (*empty, *idle)

    async def open_ids(self, lately: timedelta = NOTHING) -> Sequence[int]:
        """Return every raid of this process that is open, or has ended lately."""
        async with self.house.store.reading() as db:
            return await raids.open_ids(db, self.house.shards, self.house.clock() - lately)

    async def broke_one(self, guild: int, learner: Learner) -> bool:
        """Whether the learner landed a blow in a raid of this guild that broke the wall."""
        async with self.house.store.reading() as db:
            return bool(await raids.broken_by(db, guild, learner.id))


async def follow(db: AsyncConnection, house: House, id: int) -> None:
    """Bring a raid's ending in line with its answers; a wall that stands again may be fought on."""
    row = await raids.hold(db, id)
    assert row is not None  # its answers were just judged
    ending, at = ending_of((await recall(house, db, row)).siege), house.clock()
    if row.ending is not None and row.ending not in FOUGHT_OUT:
        return
    if row.ending is None:
        if ending is not None:
            await raids.end(db, id, ending, at)
    elif ending is not None:
        await raids.end_anew(db, id, ending)
    elif await raids.find_open(db, row.channel) is None:
        await raids.reopen(db, id, at)
    else:
        await raids.end_anew(db, id, "overtaken")  # its channel has moved on to another


def allowed(settings: GuildRow, place: Place, tier: Tier) -> GuildRow:
    """Return a server's choices if they let a raid of that tier be opened there.

    Raises NotInThisChannelError, NotAtThisTierError.
    """
    if settings.channels is not None and not {place.channel, place.parent} & set(settings.channels):
        raise NotInThisChannelError(settings.channels)
    if settings.tiers is not None and tier not in settings.tiers:
        raise NotAtThisTierError
    return settings


def hosted(raid: Raid) -> bool:
    """Whether the host is in."""
    host = raid.fighter(raid.host)
    return host is not None and host.here
