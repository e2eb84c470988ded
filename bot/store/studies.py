"""Study sessions and who is in them: opened, begun, paused, ended, handed on; and the one lock of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Update,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.shards import Shards
from bot.store.tables import learner, study, study_member, study_stop
from bot.store.tables.columns import Instant
from bot.store.upsert import add_once, put

MICROSECOND = timedelta(microseconds=1)


class StudyRow(NamedTuple):
    """One session."""

    id: int
    host_id: int
    guild: int
    channel: int
    message: int | None
    language: str
    secret: int
    subjects: tuple[str, ...]
    families: tuple[str, ...]
    rounds: int
    pace: str
    peer: bool
    named: bool
    seconds: int | None
    opened: datetime
    started: datetime | None
    paused: datetime | None
    touched: datetime
    host_seen: datetime
    ended: datetime | None
    ending: str | None


class MemberRow(NamedTuple):
    """One learner in a session; `hidden` is whether they want to be in no list."""

    id: int
    name: str
    hidden: bool
    left: datetime | None


class StopRow(NamedTuple):
    """A stretch of time that counts for nobody."""

    began: datetime
    ended: datetime


COLUMNS = tuple(study.c[name] for name in StudyRow._fields)


async def open(db: AsyncConnection, row: Mapping[str, Any]) -> int | None:
    """Open a session and return its id, or None if its channel has one open."""
    return await add_once(db, study, row)


async def find(db: AsyncConnection, id: int) -> StudyRow | None:
    """Return the session of that id, or None."""
    return await _one(db, select(*COLUMNS).where(study.c.id == id))


async def locked(db: AsyncConnection, id: int) -> StudyRow | None:
    """Return a session that nobody else changes until this transaction ends; what is read of it after this is fresh."""
    return await _one(db, select(*COLUMNS).where(study.c.id == id).with_for_update(key_share=True))


async def find_open(db: AsyncConnection, channel: int) -> StudyRow | None:
    """Return the session that is open in a channel, or None."""
    return await _one(db, select(*COLUMNS).where(study.c.channel == channel, study.c.ended.is_(None)))


async def underway(db: AsyncConnection, shards: Shards, since: datetime) -> Sequence[int]:
    """Return the ids of all sessions in guilds of these shards that are not over, then of those ended since then."""
    fresh = and_(or_(study.c.ended.is_(None), study.c.ended > since), shards.own(study.c.guild))
    newest = study.c.ended.is_not(None), study.c.id.desc()
    return (await db.execute(select(study.c.id).where(fresh).order_by(*newest))).scalars().all()


def anything_open(db: Connection, shards: Shards) -> bool:
    """Return whether any session in a guild of these shards is not over."""
    return bool(db.execute(_anything_open(shards)).scalar_one())


async def move(db: AsyncConnection, id: int, channel: int | None, message: int | None) -> None:
    """Remember where a session's message stands now."""
    await db.execute(study.update().where(study.c.id == id).values(channel=channel, message=message))


async def start(db: AsyncConnection, id: int, at: datetime) -> bool:
    """Begin an open session; whether it was this call that began it."""
    return await _changed(db, _open(id).where(study.c.started.is_(None)).values(started=at, touched=at))


async def pause(db: AsyncConnection, id: int, at: datetime) -> bool:
    """Pause what runs; whether it was this call that did."""
    running = _open(id).where(study.c.started.is_not(None), study.c.paused.is_(None))
    return await _changed(db, running.values(paused=at))


async def resume(db: AsyncConnection, id: int, at: datetime) -> bool:
    """Let what is paused run again; whether it was this call that did."""
    return await _changed(db, _open(id).where(study.c.paused.is_not(None)).values(paused=None, touched=at))


async def end(db: AsyncConnection, id: int, ending: str, at: datetime) -> bool:
    """End a session; one that is over keeps its ending. Whether it was this call that ended it."""
    return await _changed(db, _open(id).values(ended=at, ending=ending))


async def hand_over(db: AsyncConnection, id: int, heir: int, at: datetime) -> None:
    """Make another the host."""
    await db.execute(_open(id).values(host_id=heir, host_seen=at))


async def touch(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> None:
    """Remember that a learner did something."""
    hosts = case((study.c.host_id == learner_id, literal(at, Instant())), else_=study.c.host_seen)
    await db.execute(_open(id).values(touched=at, host_seen=hosts))


async def absent(db: AsyncConnection, shards: Shards, began: datetime, ended: datetime) -> None:
    """Let a stretch of the absence of a bot with these shards count for nobody.

    It is noted, and what waits in open sessions is put off.
    """
    by = ended - began
    put_off = {"touched": later(study.c.touched, by), "host_seen": later(study.c.host_seen, by)}
    await db.execute(study.update().where(_not_over(shards)).values(put_off))
    open_ones = await db.execute(select(study.c.id).where(running(), shards.own(study.c.guild)))
    for id in open_ones.scalars().all():
        await stopped(db, id, began, ended)


async def stopped(db: AsyncConnection, id: int, began: datetime, ended: datetime) -> None:
    """Note a stretch of time that counts for nobody in a session."""
    await db.execute(put(db, study_stop, {"study_id": id, "began": began, "ended": ended}))


async def stops(db: AsyncConnection, id: int) -> Sequence[StopRow]:
    """Return the stretches that count for nobody, in order."""
    mine = select(study_stop.c.began, study_stop.c.ended).where(study_stop.c.study_id == id)
    return [StopRow(*row) for row in await db.execute(mine.order_by(study_stop.c.began))]


async def join(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> None:
    """Bring a learner in, or back; whoever is in already stays as they are."""
    row = {"study_id": id, "learner_id": learner_id, "joined": at, "left": None}
    await db.execute(put(db, study_member, row, keep=("joined",)))


async def leave(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> bool:
    """Note that a learner has left; whether they were in."""
    mine = (study_member.c.study_id == id) & (study_member.c.learner_id == learner_id) & study_member.c.left.is_(None)
    gone = await db.execute(study_member.update().where(mine).values(left=at).returning(study_member.c.learner_id))
    return gone.first() is not None


async def member(db: AsyncConnection, id: int, learner_id: int) -> MemberRow | None:
    """Return a learner as a member, present or gone; None if they never came."""
    found = await db.execute(_members(id).where(study_member.c.learner_id == learner_id))
    row = found.one_or_none()
    return None if row is None else MemberRow(*row)


async def members(db: AsyncConnection, id: int, *, limit: int | None = None) -> Sequence[MemberRow]:
    """Return the first of those present by when they came; without a limit all who ever came."""
    query = _members(id).order_by(study_member.c.joined, study_member.c.learner_id)
    if limit is not None:
        query = query.where(study_member.c.left.is_(None)).limit(limit)
    return [MemberRow(*row) for row in await db.execute(query)]


async def present(db: AsyncConnection, id: int) -> int:
    """Return how many are present."""
    here = (study_member.c.study_id == id) & study_member.c.left.is_(None)
    return (await db.execute(select(func.count()).select_from(study_member).where(here))).scalar_one()


async def people(db: AsyncConnection, ids: Collection[int]) -> Mapping[int, MemberRow]:
    """Return learners by their ids, members or not."""
    found = await db.execute(select(learner.c.id, learner.c.name, learner.c.hidden).where(learner.c.id.in_(ids)))
    return {row.id: MemberRow(*row, None) for row in found}


async def extra(db: AsyncConnection, learner_id: int) -> int:
    """Return how many percent more time a learner has."""
    found = await db.execute(select(learner.c.extra).where(learner.c.id == learner_id))
    return found.scalar_one_or_none() or 0


async def give_extra(db: AsyncConnection, learner_id: int, percent: int) -> None:
    """Give a learner that much more time."""
    await db.execute(learner.update().where(learner.c.id == learner_id).values(extra=percent))


def later(column: ColumnElement[Any], by: timedelta) -> ColumnElement[int]:
    """Return a moment put off by a stretch of time."""
    return type_coerce(column, BigInteger) + by // MICROSECOND


def idle(before: datetime) -> ColumnElement[bool]:
    """Return the condition that nobody has done anything in a session since then."""
    return study.c.touched <= before


def running() -> ColumnElement[bool]:
    """Return the condition that a session's clocks run."""
    return and_(study.c.ended.is_(None), study.c.started.is_not(None), study.c.paused.is_(None))


@cache  # made once: this is asked every other second
def _anything_open(shards: Shards) -> Select[Any]:
    return select(exists().where(_not_over(shards)))


def _not_over(shards: Shards) -> ColumnElement[bool]:
    return and_(study.c.ended.is_(None), shards.own(study.c.guild))


def _open(id: int) -> Update:
    return study.update().where(study.c.id == id, study.c.ended.is_(None))


def _members(id: int) -> Select[Any]:
    columns = (learner.c.id, learner.c.name, learner.c.hidden, study_member.c.left)
    return (
        select(*columns)
        .join(study_member, study_member.c.learner_id == learner.c.id)
        .where(study_member.c.study_id == id)
    )


async def _changed(db: AsyncConnection, update: Update) -> bool:
    return (await db.execute(update.returning(study.c.id))).first() is not None


async def _one(db: AsyncConnection, query: Select[Any]) -> StudyRow | None:
    row = (await db.execute(query)).mappings().one_or_none()
    if row is None:
        return None
    lists = {name: tuple(row[name]) for name in ("subjects", "families")}
    return StudyRow(**{**row, **lists})
