"""The rounds of study sessions: opened, turned from phase to phase, put off; who owes an answer; what was answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.questions import COLUMNS as QUESTION
from bot.store.questions import QuestionRow
from bot.store.shards import Shards
from bot.store.studies import idle, later, running
from bot.store.tables import answer, correction, learner, question, study, study_member, study_round
from bot.store.upsert import add_once


class RoundRow(NamedTuple):
    """One round."""

    id: int
    study_id: int
    number: int
    family: str
    review: bool
    phase: str
    opened: datetime
    turned: datetime
    deadline: datetime | None
    closes: datetime | None
    closed: datetime | None


class VoteRow(NamedTuple):
    """One counted answer in a round, as it stands judged, and when its learner first saw the question."""

    round_id: int
    learner_id: int
    attempt: int
    kind: str
    line: str
    at: datetime
    seen: datetime


class Owing(NamedTuple):
    """What makes a learner owe nothing: an answer of that number, or, without one, a right answer or enough of them."""

    attempt: int | None
    most: int


class OwedRow(NamedTuple):
    """How many of those present there are, how many of them owe nothing, and the most extra time of the others."""

    present: int
    done: int
    extra: int


COLUMNS = tuple(study_round.c[name] for name in RoundRow._fields)


async def add(
    db: AsyncConnection, *, study_id: int, number: int, family: str, review: bool, phase: str, at: datetime
) -> int | None:
    """Open a round and return its id, or None if there is one of that number."""
    row = {
        "study_id": study_id,
        "number": number,
        "family": family,
        "review": review,
        "phase": phase,
        "opened": at,
        "turned": at,
    }
    return await add_once(db, study_round, row)


async def latest(db: AsyncConnection, study_id: int) -> RoundRow | None:
    """Return the session's last round, or None before its first."""
    query = _rows(study_id).order_by(study_round.c.number.desc()).limit(1)
    row = (await db.execute(query)).one_or_none()
    return None if row is None else RoundRow(*row)


async def find(db: AsyncConnection, id: int) -> RoundRow | None:
    """Return the round of that id, or None."""
    row = (await db.execute(select(*COLUMNS).where(study_round.c.id == id))).one_or_none()
    return None if row is None else RoundRow(*row)


async def of_study(db: AsyncConnection, study_id: int) -> Sequence[RoundRow]:
    """Return a session's rounds in order."""
    return [RoundRow(*row) for row in await db.execute(_rows(study_id).order_by(study_round.c.number))]


async def turn(
    db: AsyncConnection, id: int, phase: str, to: str, at: datetime, *, deadline: datetime | None, closed: bool
) -> bool:
    """Turn a round from one phase to another; whether it was in that one."""
    here = (study_round.c.id == id) & (study_round.c.phase == phase)
    values = {"phase": to, "turned": at, "deadline": deadline, "closes": None, "closed": at if closed else None}
    turned = await db.execute(study_round.update().where(here).values(values).returning(study_round.c.id))
    return turned.first() is not None


async def start_clock(db: AsyncConnection, id: int, deadline: datetime) -> bool:
    """Give an open phase that has no deadline one; whether it was this call that did."""
    here = and_(study_round.c.id == id, study_round.c.deadline.is_(None), study_round.c.closed.is_(None))
    begun = await db.execute(study_round.update().where(here).values(deadline=deadline).returning(study_round.c.id))
    return begun.first() is not None


async def close_by(db: AsyncConnection, id: int, moment: datetime) -> None:
    """Let a race close for everyone at a moment, or earlier if that was settled already."""
    here = (study_round.c.id == id) & or_(study_round.c.closes.is_(None), study_round.c.closes > moment)
    await db.execute(study_round.update().where(here).values(closes=moment))


async def put_off(db: AsyncConnection, by: timedelta, of: int | Shards) -> None:
    """Put off whatever is to come of a session's rounds, or of all that run in guilds of some shards."""
    c = study_round.c
    run = select(study.c.id).where(running() & of.own(study.c.guild) if isinstance(of, Shards) else study.c.id == of)
    mine = c.study_id.in_(run)
    values = {name: later(c[name], by) for name in ("turned", "deadline", "closes")}
    await db.execute(study_round.update().where(mine).values(values))


async def due(
    db: AsyncConnection, shards: Shards, now: datetime, *, unmoved: datetime, unseen: datetime
) -> Sequence[int]:
    """Return the sessions in guilds of these shards that the clock wants something of.

    A deadline is over, nothing has happened in a round since `unmoved`, or in a session since `unseen`.
    """
    c = study_round.c
    latest = select(func.max(c.number)).where(c.study_id == study.c.id).correlate(study).scalar_subquery()
    over = or_(c.deadline <= now, c.closes <= now, and_(idle(unmoved), c.turned <= unmoved))
    query = (
        select(study.c.id)
        .outerjoin(study_round, and_(c.study_id == study.c.id, c.number == latest))
        .where(study.c.ended.is_(None), shards.own(study.c.guild), or_(idle(unseen), and_(running(), over)))
        .order_by(study.c.id)
    )
    return (await db.execute(query)).scalars().all()


async def owed(db: AsyncConnection, study_id: int, round_id: int, owing: Owing) -> OwedRow:
    """Return how a round stands among those who are present."""
    done = _owes_nothing(round_id, owing)
    here = _present(study_id, done).subquery()
    query = select(
        func.count(),
        func.count().filter(here.c.done),
        func.coalesce(func.max(here.c.extra).filter(~here.c.done), 0),
    ).select_from(here)
    return OwedRow(*(await db.execute(query)).one())


async def anyone_owes(db: AsyncConnection, study_id: int, round_id: int, owing: Owing) -> bool:
    """Whether anyone present still owes an answer."""
    here = (study_member.c.study_id == study_id) & study_member.c.left.is_(None)
    found = select(study_member.c.learner_id).where(here, ~_owes_nothing(round_id, owing)).limit(1)
    return (await db.execute(found)).first() is not None


async def owing_beside(db: AsyncConnection, study_id: int, round_id: int, owing: Owing, learner_id: int) -> int:
    """Return how many who are present owe an answer, one learner not counted."""
    here = (study_member.c.study_id == study_id) & study_member.c.left.is_(None)
    others = here & (study_member.c.learner_id != learner_id)
    query = select(func.count()).select_from(study_member).where(others, ~_owes_nothing(round_id, owing))
    return (await db.execute(query)).scalar_one()


async def votes(
    db: AsyncConnection,
    study_id: int,
    *,
    counted: Collection[str],
    round_id: int | None = None,
    learner_id: int | None = None,
) -> Sequence[VoteRow]:
    """Return the counted answers of a session or of one round, of all or one learner, in the order they were kept."""
    a, c = answer.c, correction.c
    line = func.coalesce(c.line, a.line)
    columns = (question.c.round_id, a.learner_id, a.attempt, standing_kind(), line, a.at, question.c.asked)
    where = _rounds(study_id) if round_id is None else question.c.round_id == round_id
    if learner_id is not None:
        where &= a.learner_id == learner_id
    query = (
        select(*columns)
        .select_from(judged().join(question, question.c.id == a.question_id))
        .where(where, a.attempt.is_not(None), standing_kind().in_(counted))
        .order_by(a.id)
    )
    return [VoteRow(*row) for row in await db.execute(query)]


async def own_questions(db: AsyncConnection, study_id: int, learner_id: int) -> Sequence[QuestionRow]:
    """Return what a learner was asked in a session, in order."""
    mine = select(*QUESTION).where(_rounds(study_id), question.c.learner_id == learner_id).order_by(question.c.id)
    return [QuestionRow(*row) for row in await db.execute(mine)]


def _rows(study_id: int) -> Select[Any]:
    return select(*COLUMNS).where(study_round.c.study_id == study_id)


def _rounds(study_id: int) -> ColumnElement[bool]:
    return question.c.round_id.in_(select(study_round.c.id).where(study_round.c.study_id == study_id))


def _present(study_id: int, done: ColumnElement[bool]) -> Select[Any]:
    here = (study_member.c.study_id == study_id) & study_member.c.left.is_(None)
    return (
        select(learner.c.extra, done.label("done"))
        .select_from(study_member.join(learner, learner.c.id == study_member.c.learner_id))
        .where(here)
    )


def _owes_nothing(round_id: int, owing: Owing) -> ColumnElement[bool]:
    mine = and_(question.c.round_id == round_id, question.c.learner_id == study_member.c.learner_id)
    given = select(answer.c.id).join(question, question.c.id == answer.c.question_id).where(mine)
    if owing.attempt is not None:
        return exists(given.where(answer.c.attempt == owing.attempt).correlate(study_member))
    right = (
        select(answer.c.id)
        .select_from(judged().join(question, question.c.id == answer.c.question_id))
        .where(mine, standing_kind() == "correct")
    )
    spent = given.where(answer.c.attempt >= owing.most)
    return or_(exists(right.correlate(study_member)), exists(spent.correlate(study_member)))
