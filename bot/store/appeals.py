"""Appeals against a verdict, what a teacher ruled on them, and what learners are still to be told of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.cohorts import Cohort, asked_in, home_guild
from bot.store.questions import Problem, canonical
from bot.store.tables import answer, appeal, correction, learner, question, ruling, tiding
from bot.store.upsert import add_once

RULING_LOCK = 0x6A56  # one ruling at a time in a guild on PostgreSQL; SQLite's own write lock does it there


class AppealRow(NamedTuple):
    """One appeal and whose it is; `outcome` is None while it waits, else "accepted" or "declined"."""

    id: int
    answer_id: int
    question_id: int
    guild: int
    learner_id: int
    name: str
    hidden: bool
    made: datetime
    decided: datetime | None
    teacher_id: int | None
    outcome: str | None


class SameRow(NamedTuple):
    """An answer that says the same to the same problem; `appeal_id` where it was appealed and that waits."""

    answer_id: int
    question_id: int
    learner_id: int
    appeal_id: int | None


class RulingRow(NamedTuple):
    """A reading that is right for a question."""

    question_id: int
    echo: str


class TidingRow(NamedTuple):
    """Something a learner is to be told of an answer of theirs."""

    answer_id: int
    outcome: str


async def make(db: AsyncConnection, answer_id: int, guild: int, at: datetime) -> int | None:
    """Keep an appeal and return its id, or None if there is one against this answer."""
    return await add_once(db, appeal, {"answer_id": answer_id, "guild": guild, "made": at})


async def find(db: AsyncConnection, id: int) -> AppealRow | None:
    """Return the appeal of that id, or None."""
    return await _one(db, _rows().where(appeal.c.id == id))


async def of_answer(db: AsyncConnection, answer_id: int) -> AppealRow | None:
    """Return the appeal against an answer, or None."""
    return await _one(db, _rows().where(appeal.c.answer_id == answer_id))


async def waiting(db: AsyncConnection, guild: int, after: int = 0) -> AppealRow | None:
    """Return the oldest appeal of a guild that waits, of those after an id; None if none does."""
    open_ones = (appeal.c.guild == guild) & appeal.c.decided.is_(None) & (appeal.c.id > after)
    return await _one(db, _rows().where(open_ones).order_by(appeal.c.id).limit(1))


async def count_waiting(db: AsyncConnection, guild: int) -> int:
    """Return how many appeals wait in a guild."""
    open_ones = (appeal.c.guild == guild) & appeal.c.decided.is_(None)
    return (await db.execute(select(func.count()).select_from(appeal).where(open_ones))).scalar_one()


async def alone(db: AsyncConnection, guild: int) -> None:
    """Wait until nobody else rules in this guild, and keep others waiting until this transaction ends."""
    if db.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(:sort, :guild)")
        await db.execute(lock, {"sort": RULING_LOCK, "guild": guild % 2**31})


async def decide(db: AsyncConnection, ids: Collection[int], teacher_id: int, outcome: str, at: datetime) -> int:
    """Decide those of the appeals that still wait; return how many those were."""
    open_ones = appeal.c.id.in_(ids) & appeal.c.decided.is_(None)
    deciding = appeal.update().where(open_ones).values(decided=at, teacher_id=teacher_id, outcome=outcome)
    return len((await db.execute(deciding.returning(appeal.c.id))).all())


async def rule(db: AsyncConnection, appeal_id: int, guild: int, problem: Problem, echo: str) -> None:
    """Let a reading of a problem hold in a guild from now on."""
    family, numbers = problem
    row = {"appeal_id": appeal_id, "guild": guild, "family": family, "numbers": numbers, "echo": echo}
    await add_once(db, ruling, row)


def rulings(db: Connection, questions: Collection[int]) -> Sequence[RulingRow]:
    """Return what was ruled to be right of the very problems of these questions, where they were asked."""
    rows = db.execute(RULED, {"questions": list(questions)})
    return [RulingRow(id, echo) for id, asked, numbers, echo in rows if canonical(asked) == numbers]


async def same(
    db: AsyncConnection, guild: int, problem: Problem, echo: str, *, kinds: Collection[str]
) -> Sequence[SameRow]:
    """Return every answer given in a guild to a problem that was read the same and stands judged as one of `kinds`."""
    asked = asked_in(Cohort("server", guild, guild))
    rows = (
        select(answer.c.id, asked.c.id, answer.c.learner_id, appeal.c.id, appeal.c.decided, asked.c.numbers)
        .select_from(
            judged()
            .join(asked, asked.c.id == answer.c.question_id)
            .outerjoin(appeal, appeal.c.answer_id == answer.c.id)
        )
        .where(
            asked.c.family == problem[0],
            standing_kind().in_(kinds),
            func.coalesce(correction.c.echo, answer.c.echo) == echo,
        )
        .order_by(answer.c.id)
    )
    return [
        SameRow(id, question_id, learner_id, appeal_id if decided is None else None)
        for id, question_id, learner_id, appeal_id, decided, numbers in await db.execute(rows)
        if canonical(numbers) == problem[1]
    ]


async def tell(db: AsyncConnection, answer_id: int, learner_id: int, outcome: str, at: datetime) -> None:
    """Have a learner told of an answer when they are next seen."""
    row = {"answer_id": answer_id, "learner_id": learner_id, "outcome": outcome, "at": at}
    if await _renewed(db, answer_id, outcome, at):
        return
    await db.execute(tiding.insert().values(row))


async def untold(db: AsyncConnection, learner_id: int) -> Sequence[TidingRow]:
    """Return what a learner is still to be told, in the order it came about."""
    mine = (tiding.c.learner_id == learner_id) & tiding.c.told.is_(None)
    rows = select(tiding.c.answer_id, tiding.c.outcome).where(mine).order_by(tiding.c.at, tiding.c.answer_id)
    return [TidingRow(*row) for row in await db.execute(rows)]


async def told(db: AsyncConnection, answers: Collection[int], at: datetime) -> None:
    """Remember that learners have been told of these answers."""
    untold_ones = tiding.c.answer_id.in_(answers) & tiding.c.told.is_(None)
    await db.execute(tiding.update().where(untold_ones).values(told=at))


async def _renewed(db: AsyncConnection, answer_id: int, outcome: str, at: datetime) -> bool:
    """Change what is told of an answer, if anything was to be told of it before."""
    there = tiding.update().where(tiding.c.answer_id == answer_id).values(outcome=outcome, at=at, told=None)
    return (await db.execute(there.returning(tiding.c.answer_id))).first() is not None


def _rows() -> Select[Any]:
    a = appeal.c
    return (
        select(
            a.id,
            a.answer_id,
            answer.c.question_id,
            a.guild,
            answer.c.learner_id,
            learner.c.name,
            learner.c.hidden,
            a.made,
            a.decided,
            a.teacher_id,
            a.outcome,
        )
        .join(answer, answer.c.id == a.answer_id)
        .join(learner, learner.c.id == answer.c.learner_id)
    )


# Made once: making a statement costs more than running it.
RULED: Final = (
    select(question.c.id, question.c.numbers, ruling.c.numbers, ruling.c.echo)
    .select_from(question.join(ruling, and_(ruling.c.family == question.c.family, ruling.c.guild == home_guild())))
    .where(question.c.id.in_(bindparam("questions", expanding=True)))
)


async def _one(db: AsyncConnection, query: Select[Any]) -> AppealRow | None:
    row = (await db.execute(query)).one_or_none()
    return None if row is None else AppealRow(*row)
