"""Raids: opened, joined, begun, fought, handed on, closed when nobody is left. Every change holds the raid's row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.desk.rulings import ruled
from bot.play.drawing import Drawn, draw, families_for
from bot.play.house import House
from bot.play.judging import COUNTED, judge_text, keep, recall_asked, recall_judged
from bot.play.posing import Posed, posed, taken_before
from bot.play.raid.raid import FOUGHT_OUT, Ending, Raid, Told, Turn, ending_of, entered, fold, layer_of, struck
from bot.play.raid.raid_refusals import (
    AnsweredError,
    BegunError,
    HostHereError,
    NoRaidError,
    NoServerError,
    NotAtThisTierError,
    NotBegunError,
    NotHostError,
    NotInThisChannelError,
    NotYetError,
    RaidOverError,
)
from bot.play.readings import what_was_meant
from bot.play.refusals import NotYoursError, RefusalError
from bot.play.scene import Asked, Judged, Learner, Place, Sent, Tier
from bot.store import guilds, questions, raids
from bot.store.guilds import GuildRow
from bot.store.questions import Home
from bot.store.raids import RaidRow, StruckRow
from engine.rules.raid import Joined, Struck, step

SILENCE: Final = timedelta(minutes=3)  # of a host, after which anyone may begin, or host, in their place
IDLE: Final = timedelta(minutes=15)  # without a touch, after which a raid closes
EMPTY: Final = timedelta(minutes=1)  # with nobody in it, after which it does
MANY: Final = 500  # answers, from which on others are not kept waiting while they are gone through
NOTHING: Final = timedelta()


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


class Raids:
    """The use cases of raids."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

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
        return await self._found(open_one.id), id is not None

    async def find(self, id: int) -> Raid | None:
        """Return a raid as it stands, or None."""
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
            return None if row is None else await recall(self.house, db, row)

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
        async with self._held(id) as held:
            await held.enter(learner.id)
        return await self._found(id)

    async def leave(self, id: int, learner: Learner) -> Raid:
        """Let a learner go; what they did stays done. Raises RaidOverError after the end."""
        async with self._held(id) as held:
            await raids.leave(held.db, id, learner.id, held.at)
            await raids.touch(held.db, id, held.at)
        return await self._found(id)

    async def start(self, id: int, learner: Learner) -> Raid:
        """Begin: the host at any time, anyone else when they have been kept waiting; whoever begins is in.

        Raises BegunError, NotYetError, RaidOverError.
        """
        async with self._held(id) as held:
            if held.raid.started is not None:
                raise BegunError(held.raid)
            when = held.raid.opened + SILENCE
            if learner.id != held.row.host_id and hosted(held.raid) and held.at < when:
                raise NotYetError(held.raid, when)
            await held.enter(learner.id)
            await raids.start(held.db, id, held.at)
        return await self._found(id)

    async def take_over(self, id: int, learner: Learner) -> Raid:
        """Make a learner the host, where the host has left or is silent; raises HostHereError, RaidOverError."""
        async with self._held(id) as held:
            when = held.raid.host_seen + SILENCE
            if learner.id != held.row.host_id and hosted(held.raid) and held.at < when:
                raise HostHereError(held.raid, when)
            await held.enter(learner.id)
            await raids.host(held.db, id, learner.id, held.at)
        return await self._found(id)

    async def cancel(self, id: int, learner: Learner) -> Raid:
        """Call a raid off before it begins; its host's to do. Raises BegunError, NotHostError, RaidOverError."""
        async with self._held(id) as held:
            if held.raid.started is not None:
                raise BegunError(held.raid)
            if learner.id != held.row.host_id:
                raise NotHostError(held.raid)
            await raids.end(held.db, id, "cancelled", held.at)
        return await self._found(id)

    async def face(self, id: int, learner: Learner) -> Turn:
        """Return the learner's own open question, letting them in and putting one if need be.

        Raises NotBegunError, RaidOverError.
        """
        async with self._held(id) as held:
            if held.raid.started is None:
                raise NotBegunError(held.raid)
            came = await held.enter(learner.id)
            raid = await self._after(held, learner)
        return replace(await self._turn(raid, held.row.secret, learner), came=came)

    async def answer(self, id: int, turn: int, attempt: int, learner: Learner, sent: Sent) -> Told:
        """Read, judge and keep a text sent to a learner's own question; the same interaction twice counts once.

        Raises RaidOverError where the raid was closed unfinished, AnsweredError, NotYoursError.
        """
        try:
            return await self._answer(id, turn, attempt, learner, sent)
        except RefusalError:  # it may have been kept before: this very one, delivered twice
            if (before := await taken_before(self.house, sent)) is None:
                raise
        raid = await self._found(id)
        told = await self._turn(raid, (await self._row(id)).secret, learner)
        return Told(told, before, told.raid.deed(before.stored))

    async def _answer(self, id: int, turn: int, attempt: int, learner: Learner, sent: Sent) -> Told:
        all_of = await posed(self.house, Home("raid", id), learner.id)
        mine = next((each for each in all_of if each.asked.turn == turn), None)
        if mine is None:
            raise NotYoursError
        judged = judge_text(mine.asked, sent.text)
        async with self._held(id, ended=FOUGHT_OUT) as held:
            stored, judged = None, await ruled(held.db, judged)
            if is_open(mine) and mine.asked.attempt == attempt:
                stored = await self._land(held, judged, learner, sent)
            judged = replace(judged, stored=stored)
            raid = await self._after(held, learner, judged, sent)
        if stored is None:
            raise AnsweredError(raid)
        asking = raid.standing and judged.counts and mine is all_of[-1]
        known = len(all_of) if asking else None  # what was put to them so far, all of it answered
        return Told(await self._turn(raid, held.row.secret, learner, known), judged, raid.deed(stored))

    async def choose_reading(self, answer_id: int, place: int, learner: Learner, sent: Sent) -> Told:
        """Send the reading that was meant of a text that had two."""
        question, asked, meant = await what_was_meant(self.house, answer_id, place, learner, sent)
        if question.raid_id is None:
            raise NoRaidError
        return await self.answer(question.raid_id, question.turn, asked.attempt, learner, meant)

    async def causes(self, raid: Raid) -> Mapping[int, Asked]:
        """Return the questions whose wrong answers laid a layer, by their ids."""
        return await self._asked([deed.question for deed in raid.deeds if deed.laid])

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

    @asynccontextmanager
    async def _in_line(self, id: int) -> AsyncIterator[AsyncConnection]:
        """Give a connection that writes, once those of this process who came before have written to that raid.

        The raid's row keeps order already; but whoever waits for that has taken a connection from all the others.
        """
        async with self._lines.setdefault(id, asyncio.Lock()), self.house.store.writing() as db:
            yield db

    @asynccontextmanager
    async def _held(self, id: int, ended: Sequence[Ending] = ()) -> AsyncIterator[Held]:
        """Hold a raid that is open, or has one of these endings; raises NoRaidError, RaidOverError."""
        async with self._in_line(id) as db:
            row = await raids.hold(db, id)
            if row is None:
                raise NoRaidError
            raid = await recall(self.house, db, row)
            if raid.ending is not None and raid.ending not in ended:
                raise RaidOverError(raid)
            yield Held(db, row, raid, self.house.clock())

    async def _land(self, held: Held, judged: Judged, learner: Learner, sent: Sent) -> int | None:
        """Keep a text, and the raid's end if it brings that; None if it was kept before."""
        if held.raid.ending is None:
            await held.enter(learner.id)
        stored = await keep(held.db, judged, learner.id, sent)
        if stored is not None and judged.counts and held.raid.ending is None:
            came, _ = step(held.raid.siege, Joined(learner.id))
            kind = layer_of(self.house.bank, judged.asked.certificate.family)
            siege, _ = step(came, Struck(learner.id, kind, judged.right))
            ending = ending_of(siege)
            if ending is not None:
                await raids.end(held.db, held.row.id, ending, held.at)
        return stored

    async def _after(
        self, held: Held, learner: Learner, judged: Judged | None = None, sent: Sent | None = None
    ) -> Raid:
        """Return a raid that is held as it is after one entered, and sent what is judged: read again only who came."""
        fighter, raid = held.raid.fighter(learner.id), held.raid
        if raid.ending is None and (fighter is None or not fighter.here):
            row = await raids.find(held.db, held.row.id)
            assert row is not None  # it is held
            return await recall(self.house, held.db, row)
        if raid.ending is None:
            raid = entered(raid, learner.id, held.at)
        if judged is None or sent is None or judged.stored is None or not judged.counts:
            return raid
        family, question = judged.asked.certificate.family, judged.asked.id
        blow = StruckRow(judged.stored, question, learner.id, family, judged.kind, judged.line, sent.at)
        return struck(raid, blow, self.house.bank, held.at)

    async def _turn(self, raid: Raid, secret: int, learner: Learner, answered: int | None = None) -> Turn:
        """Return where a learner stands, with a question put to them if the raid is fought and none is open.

        `answered` is how many were put to them, where it is known that all of them are answered.
        """
        if not raid.standing:
            return Turn(raid, learner, None)
        home = Home("raid", raid.id)
        mine = () if answered is not None else await posed(self.house, home, learner.id)
        if answered is None and mine and is_open(mine[-1]):
            return Turn(raid, learner, mine[-1].asked, doubt_in(mine[-1]))
        turn = len(mine) if answered is None else answered
        drawn = await self._drawn(raid, secret, learner, turn)
        id = None if drawn is None else await self._put(raid, home, learner, turn, drawn)
        if drawn is None or id is None:  # the wall stands no more, or another touch was quicker
            raid, mine = await self._found(raid.id), await posed(self.house, home, learner.id)
            if not raid.standing or not mine or not is_open(mine[-1]):
                return Turn(raid, learner, None)
            return Turn(raid, learner, mine[-1].asked, doubt_in(mine[-1]))
        return Turn(raid, learner, Asked(id, drawn.certificate, turn, 1, drawn.remeasured))

    async def _drawn(self, raid: Raid, secret: int, learner: Learner, turn: int) -> Drawn | None:
        """Return a problem of the outermost layer's kind; None once the wall no longer stands."""
        outermost = raid.siege.outermost
        if outermost is None:
            return None
        families = families_for(self.house.bank, outermost.kind, raid.tier)
        return await draw(self.house, learner.id, families, f"{secret}:raid:{raid.id}:{learner.id}:{turn}")

    async def _put(self, raid: Raid, home: Home, learner: Learner, turn: int, drawn: Drawn) -> int | None:
        """Put a question, and return its id; None if the wall no longer stood for it, or one was put at that turn."""
        async with self._in_line(raid.id) as db:
            now = await raids.hold(db, raid.id)  # a question is put while the wall stands, or not at all
            if now is None or now.ended is not None:
                return None
            return await questions.ask(
                db,
                home=home,
                learner_id=learner.id,
                turn=turn,
                certificate=drawn.certificate.dump(),
                remeasured=drawn.remeasured,
                at=self.house.clock(),
            )

    async def _asked(self, ids: Sequence[int]) -> Mapping[int, Asked]:
        if not ids:
            return {}
        async with self.house.store.reading() as db:
            rows = {row.id: row for row in await questions.find_all(db, ids)}
        return {id: recall_asked(rows[id], []) for id in ids if id in rows}

    async def _row(self, id: int) -> RaidRow:
        async with self.house.store.reading() as db:
            row = await raids.find(db, id)
        if row is None:
            raise NoRaidError
        return row

    async def _found(self, id: int) -> Raid:
        raid = await self.find(id)
        if raid is None:
            raise NoRaidError
        return raid


async def recall(house: House, db: AsyncConnection, row: RaidRow) -> Raid:
    """Return a raid as what is stored makes it."""
    settings = await guilds.settings(db, row.guild)
    came = await raids.stays(db, row.id)
    blows = await raids.struck(db, row.id, counted=COUNTED)
    folded = partial(fold, row, came, blows, house.bank, named=settings.named)
    return folded() if len(blows) < MANY else await asyncio.to_thread(folded)


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


def is_open(question: Posed) -> bool:
    """Whether a question still awaits its one answer, also where an answer to it is no longer held to be one."""
    return not question.counted and all(answer.attempt is None for answer in question.sent)


def doubt_in(question: Posed) -> Judged | None:
    """Return the last text sent to a question where it could be read in two ways and was not sent again."""
    if not question.sent or question.sent[-1].kind != "ambiguous":
        return None
    return recall_judged(question.asked, question.sent[-1])
