"""Raids: opened, joined, left, begun, moved, ended, found; and what was struck in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.shards import Shards
from bot.store.tables import answer, correction, learner, question, raid, raid_member
from bot.store.upsert import add_once


class RaidRow(NamedTuple):
    """One raid."""

    id: int
    host_id: int
    guild: int
    channel: int
    message: int | None
    language: str
    tier: str
    secret: int
    opened: datetime
    started: datetime | None
    touched: datetime
    host_seen: datetime
    ended: datetime | None
    ending: str | None


class StayRow(NamedTuple):
    """One stay of a learner's: after which answer they came, and after which they went, if they did."""

    learner_id: int
    name: str
    hidden: bool
    joined: datetime
    joined_after: int
    left: datetime | None
    left_after: int | None


class StruckRow(NamedTuple):
    """One answer that counted, as it stands judged."""

    answer_id: int
    question_id: int
    learner_id: int
    family: str
    kind: str
    line: str
    at: datetime


COLUMNS = tuple(raid.c[name] for name in RaidRow._fields)


async def open_one(
    db: AsyncConnection,
    *,
    host_id: int,
    guild: int,
    channel: int,
    language: str,
    tier: str,
    secret: int,
    at: datetime,
) -> int | None:
    """Open a raid and return its id, or None if one is open in this channel."""
    row = {
        "host_id": host_id,
        "guild": guild,
        "channel": channel,
        "language": language,
        "tier": tier,
        "secret": secret,
        "opened": at,
        "touched": at,
        "host_seen": at,
    }
    return await add_once(db, raid, row)


async def find(db: AsyncConnection, id: int) -> RaidRow | None:
    """Return the raid of that id, or None."""
    return await _one(db, select(*COLUMNS).where(raid.c.id == id))


async def hold(db: AsyncConnection, id: int) -> RaidRow | None:
    """Return the raid of that id and keep every other writer out of it until this transaction ends."""
    return await _one(db, select(*COLUMNS).where(raid.c.id == id).with_for_update())


async def find_open(db: AsyncConnection, channel: int) -> RaidRow | None:
    """Return the open raid of a channel, or None."""
    return await _one(db, select(*COLUMNS).where(raid.c.channel == channel, raid.c.ended.is_(None)))


async def open_ids(db: AsyncConnection, shards: Shards, since: datetime) -> Sequence[int]:
    """Return every raid in a guild of these shards that is open; behind them those ended since then, newest first."""
    fresh = or_(raid.c.ended.is_(None), raid.c.ended > since)
    newest = raid.c.ended.is_not(None), raid.c.id.desc()
    ids = select(raid.c.id).where(fresh, shards.own(raid.c.guild)).order_by(*newest)
    return (await db.execute(ids)).scalars().all()


async def stays(db: AsyncConnection, id: int) -> Sequence[StayRow]:
    """Return every stay in a raid, in the order they began."""
    m, who = raid_member.c, learner.c
    columns = (who.id, who.name, who.hidden, m.joined, m.joined_after, m.left, m.left_after)
    rows = select(*columns).join(learner, who.id == m.learner_id).where(m.raid_id == id).order_by(m.id)
    return [StayRow(*row) for row in await db.execute(rows)]


async def struck(db: AsyncConnection, id: int, *, counted: Collection[str]) -> Sequence[StruckRow]:
    """Return the answers given in a raid whose verdict is among `counted`, in the order they were given."""
    a, line = answer.c, func.coalesce(correction.c.line, answer.c.line)
    rows = (
        select(a.id, a.question_id, a.learner_id, question.c.family, standing_kind(), line, a.at)
        .select_from(judged().join(question, question.c.id == a.question_id))
        .where(question.c.raid_id == id, standing_kind().in_(counted))
        .order_by(a.id)
    )
    return [StruckRow(*row) for row in await db.execute(rows)]


async def join(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> bool:
    """Let a learner in, after all that was answered so far; whether they were not in before."""
    row = {"raid_id": id, "learner_id": learner_id, "joined": at, "joined_after": await _last_answer(db, id)}
    return await add_once(db, raid_member, row) is not None


async def leave(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> bool:
    """Let a learner go; whether they were in."""
    here = (raid_member.c.raid_id == id) & (raid_member.c.learner_id == learner_id) & raid_member.c.left.is_(None)
    gone = raid_member.update().where(here).values(left=at, left_after=await _last_answer(db, id))
    return (await db.execute(gone)).rowcount > 0


async def touch(db: AsyncConnection, id: int, at: datetime, *, host: bool = False) -> None:
    """Remember that someone did something just now, or that the host did."""
    values = {"touched": at, "host_seen": at} if host else {"touched": at}
    await db.execute(raid.update().where(raid.c.id == id).values(values))


async def start(db: AsyncConnection, id: int, at: datetime) -> None:
    """Begin a raid that is awaited."""
    await db.execute(raid.update().where(raid.c.id == id, raid.c.started.is_(None)).values(started=at))


async def host(db: AsyncConnection, id: int, learner_id: int, at: datetime) -> None:
    """Give a raid another host."""
    await db.execute(raid.update().where(raid.c.id == id).values(host_id=learner_id, host_seen=at))


async def move(db: AsyncConnection, id: int, message: int | None) -> None:
    """Remember where in its channel a raid's public message stands now."""
    await db.execute(raid.update().where(raid.c.id == id).values(message=message))


async def end(db: AsyncConnection, id: int, ending: str, at: datetime) -> bool:
    """Close an open raid; whether it was open: one that is closed keeps its ending."""
    open_one = (raid.c.id == id) & raid.c.ended.is_(None)
    return (await db.execute(raid.update().where(open_one).values(ending=ending, ended=at))).rowcount > 0


async def end_anew(db: AsyncConnection, id: int, ending: str) -> None:
    """Give a closed raid another ending, because the answers that made it are judged anew."""
    await db.execute(raid.update().where(raid.c.id == id, raid.c.ended.is_not(None)).values(ending=ending))


async def reopen(db: AsyncConnection, id: int, at: datetime) -> None:
    """Open a closed raid again."""
    await db.execute(raid.update().where(raid.c.id == id).values(ended=None, ending=None, touched=at))


async def end_quiet(
    db: AsyncConnection, shards: Shards, *, ending: str, since: datetime, at: datetime, deserted: bool = False
) -> Sequence[int]:
    """Close these shards' raids that nobody has touched since then, or only those with nobody in them; return which.

    Whoever comes or strikes touches the raid under its lock, so that none is closed under their hands.
    """
    quiet = raid.c.ended.is_(None) & (raid.c.touched <= since) & shards.own(raid.c.guild)
    if deserted:
        quiet &= ~exists().where(raid_member.c.raid_id == raid.c.id, raid_member.c.left.is_(None))
    closed = raid.update().where(quiet).values(ending=ending, ended=at).returning(raid.c.id)
    return sorted((await db.execute(closed)).scalars())


async def broken_by(db: AsyncConnection, guild: int | None, learner_id: int) -> Sequence[RaidRow]:
    """Return the raids that broke the wall and in which the learner landed a blow, in a guild or in all, in order."""
    theirs = select(*COLUMNS).where(broken_with(learner_id))
    if guild is not None:
        theirs = theirs.where(raid.c.guild == guild)
    return [RaidRow(*row) for row in await db.execute(theirs.order_by(raid.c.ended, raid.c.id))]


def broken_with(learner_id: int) -> ColumnElement[bool]:
    """Return the condition that a raid broke the wall and this learner landed a blow in it."""
    blows = (
        select(answer.c.id)
        .select_from(judged().join(question, question.c.id == answer.c.question_id))
        .where(
            question.c.raid_id == raid.c.id,
            question.c.learner_id == learner_id,
            answer.c.learner_id == learner_id,
            standing_kind() == "correct",
        )
        .correlate(raid)
    )
    return and_(raid.c.ending == "broken", blows.exists())


async def _last_answer(db: AsyncConnection, id: int) -> int:
    given = select(func.max(answer.c.id)).join(question, question.c.id == answer.c.question_id)
    last: int | None = (await db.execute(given.where(question.c.raid_id == id))).scalar_one()
    return last or 0


async def _one(db: AsyncConnection, query: Select[Any]) -> RaidRow | None:
    row = (await db.execute(query)).one_or_none()
    return None if row is None else RaidRow(*row)
