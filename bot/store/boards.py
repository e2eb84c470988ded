"""A server's standings, as a query over battles and answers: walls broken, then fewest wrong answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import CTE, Integer, Select, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.tables import answer, battle, learner, question


@dataclass(frozen=True)
class RecordRow:
    """One learner's record in a guild."""

    learner_id: int
    name: str
    broken: int
    wrong: int


async def top(
    db: AsyncConnection, guild: int, *, counted: Collection[str], wrong: Collection[str], limit: int
) -> Sequence[RecordRow]:
    """Return a guild's best records; `counted` are the verdicts that count, `wrong` those that count against."""
    records = _records(guild, counted, wrong)
    best = select(records).order_by(records.c.broken.desc(), records.c.wrong, records.c.learner_id).limit(limit)
    return [RecordRow(*row) for row in await db.execute(best)]


async def own(
    db: AsyncConnection, guild: int, learner_id: int, *, counted: Collection[str], wrong: Collection[str]
) -> tuple[RecordRow, int] | None:
    """Return a learner's record and how many stand before it; None if they have no record in this guild."""
    records = _records(guild, counted, wrong)
    row = (await db.execute(select(records).where(records.c.learner_id == learner_id))).one_or_none()
    if row is None:
        return None
    mine = RecordRow(*row)
    before = or_(records.c.broken > mine.broken, (records.c.broken == mine.broken) & (records.c.wrong < mine.wrong))
    ahead = await db.execute(select(func.count()).select_from(records).where(before))
    return mine, ahead.scalar_one()


async def size(db: AsyncConnection, guild: int, *, counted: Collection[str], wrong: Collection[str]) -> int:
    """Return how many learners have a record in a guild."""
    found = await db.execute(select(func.count()).select_from(_records(guild, counted, wrong)))
    return found.scalar_one()


def _records(guild: int, counted: Collection[str], wrong: Collection[str]) -> CTE:
    answers = _answers(guild, counted, wrong).cte("answers")
    wins = _wins(guild).cte("wins")
    return (
        select(
            learner.c.id.label("learner_id"),
            learner.c.name,
            func.coalesce(wins.c.broken, 0).label("broken"),
            answers.c.wrong,
        )
        .select_from(answers.join(learner, learner.c.id == answers.c.learner_id))
        .outerjoin(wins, wins.c.learner_id == answers.c.learner_id)
        .cte("records")
    )


def _answers(guild: int, counted: Collection[str], wrong: Collection[str]) -> Select[tuple[int, int]]:
    amiss = case((standing_kind().in_(wrong), 1), else_=0)
    asked = judged().join(question, question.c.id == answer.c.question_id)
    return (
        select(answer.c.learner_id, func.sum(amiss).cast(Integer).label("wrong"))
        .select_from(asked.join(battle, battle.c.id == question.c.battle_id))
        .where(battle.c.guild == guild, standing_kind().in_(counted))
        .group_by(answer.c.learner_id)
    )


def _wins(guild: int) -> Select[tuple[int, int]]:
    broken = (battle.c.guild == guild) & (battle.c.ending == "broken")
    return select(battle.c.learner_id, func.count().label("broken")).where(broken).group_by(battle.c.learner_id)
