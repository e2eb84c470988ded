"""Work that a teacher has set, and the sittings at it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, Update, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.shards import Shards
from bot.store.tables import answer, assignment, learner, question, sitting, study
from bot.store.upsert import add_once


class WorkRow(NamedTuple):
    """One assignment; `handed` counts the learners who have ended a sitting at it."""

    id: int
    guild: int
    channel: int | None
    message: int | None
    teacher_id: int
    language: str
    title: str
    families: tuple[str, ...]
    paper: int | None
    attempts: int
    secret: int
    due: datetime | None
    created: datetime
    closed: datetime | None
    handed: int


class SittingRow(NamedTuple):
    """One sitting of one learner at one assignment."""

    id: int
    assignment_id: int
    learner_id: int
    number: int
    started: datetime
    ended: datetime | None


class ResultRow(NamedTuple):
    """A sitting with what came of it: the questions answered, and those answered right."""

    learner_id: int
    name: str
    hidden: bool
    assignment_id: int
    ended: datetime | None
    answered: int
    right: int


async def set_work(
    db: AsyncConnection,
    *,
    guild: int,
    teacher_id: int,
    language: str,
    title: str,
    families: Sequence[str],
    paper: int | None,
    attempts: int,
    secret: int,
    due: datetime | None,
    at: datetime,
) -> int:
    """Set work and return its id."""
    row = {
        "guild": guild,
        "teacher_id": teacher_id,
        "language": language,
        "title": title,
        "families": list(families),
        "paper": paper,
        "attempts": attempts,
        "secret": secret,
        "due": due,
        "created": at,
    }
    added = await db.execute(assignment.insert().values(row).returning(assignment.c.id))
    id: int = added.scalar_one()
    return id


async def find_work(db: AsyncConnection, id: int) -> WorkRow | None:
    """Return the assignment of that id, or None."""
    row = (await db.execute(_works().where(assignment.c.id == id))).one_or_none()
    return None if row is None else _work(tuple(row))


async def works(db: AsyncConnection, guild: int, *, limit: int, open_at: datetime | None = None) -> Sequence[WorkRow]:
    """Return a guild's assignments, the newest first; with a moment, those alone that are open then."""
    mine = _works().where(assignment.c.guild == guild)
    if open_at is not None:
        due = or_(assignment.c.due.is_(None), assignment.c.due > open_at)
        mine = mine.where(assignment.c.closed.is_(None), due)
    rows = await db.execute(mine.order_by(assignment.c.id.desc()).limit(limit))
    return [_work(tuple(row)) for row in rows]


async def sessions(db: AsyncConnection, guild: int, *, limit: int) -> Sequence[tuple[int, datetime]]:
    """Return a guild's study sessions that were started, the newest first, each with when."""
    c = study.c
    mine = select(c.id, c.started).where(c.guild == guild, c.started.is_not(None))
    return [(id, started) for id, started in await db.execute(mine.order_by(c.id.desc()).limit(limit))]


async def find_session(db: AsyncConnection, id: int) -> int | None:
    """Return the guild of a study session, or None."""
    guild: int | None = (await db.execute(select(study.c.guild).where(study.c.id == id))).scalar_one_or_none()
    return guild


async def move_work(db: AsyncConnection, id: int, channel: int | None, message: int | None) -> None:
    """Remember where the public message of an assignment stands now."""
    await db.execute(assignment.update().where(assignment.c.id == id).values(channel=channel, message=message))


async def close_work(db: AsyncConnection, id: int, at: datetime) -> None:
    """Close an assignment and its open sittings; one that is closed stays as it was."""
    open_one = (assignment.c.id == id) & assignment.c.closed.is_(None)
    await _close(db, assignment.update().where(open_one).values(closed=at))


async def close_due(db: AsyncConnection, shards: Shards, at: datetime) -> Sequence[int]:
    """Close what has fallen due by then in guilds of these shards; each is returned once, to whoever closes it."""
    due = assignment.c.closed.is_(None) & (assignment.c.due <= at) & shards.own(assignment.c.guild)
    return await _close(db, assignment.update().where(due).values(closed=assignment.c.due))


async def sit_down(db: AsyncConnection, assignment_id: int, learner_id: int, number: int, at: datetime) -> None:
    """Begin a sitting, unless one is open or one of that number was begun."""
    row = {"assignment_id": assignment_id, "learner_id": learner_id, "number": number, "started": at}
    await add_once(db, sitting, row)


async def sittings(db: AsyncConnection, assignment_id: int, learner_id: int) -> Sequence[SittingRow]:
    """Return a learner's sittings at an assignment, in order."""
    mine = (sitting.c.assignment_id == assignment_id) & (sitting.c.learner_id == learner_id)
    return [SittingRow(*row) for row in await db.execute(_sittings().where(mine).order_by(sitting.c.number))]


async def find_sitting(db: AsyncConnection, id: int) -> SittingRow | None:
    """Return the sitting of that id, or None."""
    row = (await db.execute(_sittings().where(sitting.c.id == id))).one_or_none()
    return None if row is None else SittingRow(*row)


async def stand_up(db: AsyncConnection, id: int, at: datetime) -> None:
    """End an open sitting; one that is ended stays as it was."""
    open_one = (sitting.c.id == id) & sitting.c.ended.is_(None)
    await db.execute(sitting.update().where(open_one).values(ended=at))


async def results(
    db: AsyncConnection, assignments: Collection[int], *, counted: Collection[str], learner_id: int | None = None
) -> Sequence[ResultRow]:
    """Return every sitting at these assignments with what came of it, in the order they were begun."""
    s, q = sitting.c, question.c
    right = func.sum(case((standing_kind() == "correct", 1), else_=0)).cast(Integer)
    told = (
        select(q.sitting_id, func.count().label("answered"), right.label("right"))
        .select_from(judged().join(question, q.id == answer.c.question_id).join(sitting, s.id == q.sitting_id))
        .where(s.assignment_id.in_(assignments), standing_kind().in_(counted), answer.c.attempt == 1)
        .group_by(q.sitting_id)
        .subquery("told")
    )
    rows = (
        select(
            s.learner_id,
            learner.c.name,
            learner.c.hidden,
            s.assignment_id,
            s.ended,
            func.coalesce(told.c.answered, 0),
            func.coalesce(told.c.right, 0),
        )
        .select_from(sitting.join(learner, learner.c.id == s.learner_id).outerjoin(told, told.c.sitting_id == s.id))
        .where(s.assignment_id.in_(assignments))
        .order_by(s.id)
    )
    if learner_id is not None:
        rows = rows.where(s.learner_id == learner_id)
    return [ResultRow(*row) for row in await db.execute(rows)]


async def _close(db: AsyncConnection, closing: Update) -> Sequence[int]:
    closed = (await db.execute(closing.returning(assignment.c.id, assignment.c.closed))).all()
    for id, at in closed:
        await db.execute(
            sitting.update().where(sitting.c.assignment_id == id, sitting.c.ended.is_(None)).values(ended=at)
        )
    return [id for id, _ in closed]


def _works() -> Select[Any]:
    c = assignment.c
    ended = (sitting.c.assignment_id == c.id) & sitting.c.ended.is_not(None)
    handed = select(func.count(sitting.c.learner_id.distinct())).where(ended).scalar_subquery()
    return select(
        c.id,
        c.guild,
        c.channel,
        c.message,
        c.teacher_id,
        c.language,
        c.title,
        c.families,
        c.paper,
        c.attempts,
        c.secret,
        c.due,
        c.created,
        c.closed,
        handed,
    )


def _work(row: tuple[Any, ...]) -> WorkRow:
    made = WorkRow(*row)
    return made._replace(families=tuple(made.families))


def _sittings() -> Select[Any]:
    c = sitting.c
    return select(c.id, c.assignment_id, c.learner_id, c.number, c.started, c.ended)
