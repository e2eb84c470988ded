"""What is left of answers that were deleted: how many of each verdict there were, on which problem, in which guild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.questions import canonical
from bot.store.tables import answer, assignment, battle, correction, question, raid, sitting, study, study_round, tally
from bot.store.upsert import add_all

GUILD = func.coalesce(battle.c.guild, raid.c.guild, study.c.guild, assignment.c.guild, 0)


@dataclass(frozen=True)
class TallyRow:
    """How many answers to a problem got one verdict; `first`: at the first attempt."""

    guild: int
    family: str
    numbers: str  # canonical JSON
    first: bool
    kind: str
    line: str
    count: int


NAMES = tuple(field.name for field in fields(TallyRow))


async def of_guild(db: AsyncConnection, guild: int) -> Sequence[TallyRow]:
    """Return what is left of a guild's deleted answers; 0 = of those given in no guild."""
    rows = await db.execute(select(*(tally.c[name] for name in NAMES)).where(tally.c.guild == guild))
    return [TallyRow(*row) for row in rows]


async def counted(db: AsyncConnection, which: ColumnElement[bool]) -> Sequence[TallyRow]:
    """Return what a tally of these answers would be, as they stand judged."""
    line = func.coalesce(correction.c.line, answer.c.line)
    rows = await db.execute(
        select(GUILD, question.c.family, question.c.numbers, answer.c.attempt, standing_kind(), line)
        .select_from(judged())
        .join(question, question.c.id == answer.c.question_id)
        .outerjoin(battle, battle.c.id == question.c.battle_id)
        .outerjoin(raid, raid.c.id == question.c.raid_id)
        .outerjoin(study_round, study_round.c.id == question.c.round_id)
        .outerjoin(study, study.c.id == study_round.c.study_id)
        .outerjoin(sitting, sitting.c.id == question.c.sitting_id)
        .outerjoin(assignment, assignment.c.id == sitting.c.assignment_id)
        .where(which)
    )
    counts = Counter(
        (guild, family, canonical(numbers), attempt == 1, kind, line)
        for guild, family, numbers, attempt, kind, line in rows
    )
    return [TallyRow(*key, count) for key, count in sorted(counts.items())]


async def take(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Count answers that are about to be deleted."""
    rows = await counted(db, which)
    await add_all(db, tally, [dict(zip(NAMES, astuple(row), strict=True)) for row in rows], "count")
