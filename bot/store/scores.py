"""Scores: what is still to be scored, what it is scored from, and the days and standings that remember it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import nodes
from bot.store.answers import judged, standing_kind
from bot.store.tables import (
    answer,
    assignment,
    battle,
    guild,
    learner,
    question,
    raid,
    raid_member,
    score_day,
    season,
    sitting,
    standing,
    standing_node,
    study,
    study_round,
    unscored,
)
from bot.store.upsert import put_all

DIFFICULTY = func.coalesce(question.c.certificate[("facts", "difficulty")].as_integer(), 0)
GUILD = func.coalesce(battle.c.guild, raid.c.guild, study.c.guild, assignment.c.guild)  # NULL = a private place
PROJECTIONS = (standing_node, standing, score_day)


class Mark(NamedTuple):
    """A learner whose score is in doubt: around a moment, or altogether."""

    learner_id: int
    at: datetime | None


class GivenRow(NamedTuple):
    """One answer that counts, given in a place of a guild (0 = a direct message)."""

    learner_id: int
    question_id: int
    family: str
    numbers: Mapping[str, Any]
    difficulty: int
    kind: str  # the verdict as it stands
    at: datetime
    guild: int


class WallRow(NamedTuple):
    """A wall that a learner broke, alone or with others."""

    learner_id: int
    guild: int
    at: datetime


class DayRow(NamedTuple):
    """What a learner earned in a guild on one day, under one season (0 = before any)."""

    learner_id: int
    guild: int
    day: int
    season: int
    points: int
    right: int
    tried: int
    walls: int


class SumRow(NamedTuple):
    """A learner's standing over one period."""

    learner_id: int
    guild: int
    period: str
    days: int
    points: int
    right: int
    tried: int
    walls: int
    accuracy: int | None


async def take_marks(db: AsyncConnection, limit: int, learner_id: int | None = None) -> Sequence[Mark]:
    """Take the oldest marks, all or one learner's, that no other transaction is taking; they come back if it fails."""
    oldest = select(unscored.c.id).order_by(unscored.c.id).limit(limit).with_for_update(skip_locked=True)
    if learner_id is not None:
        oldest = oldest.where(unscored.c.learner_id == learner_id)
    taken = delete(unscored).where(unscored.c.id.in_(oldest)).returning(unscored.c.learner_id, unscored.c.at)
    return [Mark(*row) for row in await db.execute(taken)]


async def marked(db: AsyncConnection, learner_id: int | None = None) -> bool:
    """Tell whether anything, or anything of one learner's, is still to be scored."""
    query = select(unscored.c.id).limit(1)
    if learner_id is not None:
        query = query.where(unscored.c.learner_id == learner_id)
    return (await db.execute(query)).first() is not None


async def hold(db: AsyncConnection, learners: Collection[int]) -> Mapping[int, bool]:
    """Let nobody else score these learners until the transaction ends; of those there are, who stands worldwide."""
    query = select(learner.c.id, learner.c.worldwide).where(learner.c.id.in_(learners), learner.c.id > 0)
    rows = await db.execute(query.order_by(learner.c.id).with_for_update(key_share=True))
    return {row.id: row.worldwide for row in rows}


async def given(
    db: AsyncConnection,
    learners: Collection[int],
    counted: Collection[str],
    since: datetime | None = None,
    until: datetime | None = None,
) -> Sequence[GivenRow]:
    """Return every counted answer, in the order of arrival, to the questions these learners answered in that time."""
    asked = select(answer.c.question_id).where(answer.c.learner_id.in_(learners), *_within(answer.c.at, since, until))
    query = (
        select(
            answer.c.learner_id,
            answer.c.question_id,
            question.c.family,
            question.c.numbers,
            DIFFICULTY,
            standing_kind(),
            answer.c.at,
            GUILD,
        )
        .select_from(judged())
        .join(question, question.c.id == answer.c.question_id)
        .outerjoin(battle, battle.c.id == question.c.battle_id)
        .outerjoin(raid, raid.c.id == question.c.raid_id)
        .outerjoin(study_round, study_round.c.id == question.c.round_id)
        .outerjoin(study, study.c.id == study_round.c.study_id)
        .outerjoin(sitting, sitting.c.id == question.c.sitting_id)
        .outerjoin(assignment, assignment.c.id == sitting.c.assignment_id)
        .where(answer.c.learner_id.in_(learners), answer.c.question_id.in_(asked))
        .where(GUILD.is_not(None), standing_kind().in_(counted))
        .order_by(answer.c.id)
    )
    return [GivenRow(*row) for row in await db.execute(query)]


async def walls(
    db: AsyncConnection,
    learners: Collection[int],
    right: Collection[str],
    since: datetime | None = None,
    until: datetime | None = None,
) -> Sequence[WallRow]:
    """Return the walls these learners broke in that time: their own, and raids in which they answered rightly."""
    b, r, m = battle.c, raid.c, raid_member.c
    alone = select(b.learner_id, b.guild, b.ended).where(
        b.learner_id.in_(learners), b.ending == "broken", *_within(b.ended, since, until)
    )
    together = (
        select(m.learner_id, r.guild, r.ended, r.id)
        .join(raid_member, m.raid_id == r.id)
        .distinct()  # who went and came back is there twice
        .where(m.learner_id.in_(learners), r.ending == "broken", *_within(r.ended, since, until))
        .where(_helped(right))
    )
    rows = [*(await db.execute(alone)), *(await db.execute(together))]
    return sorted((WallRow(*row[:3]) for row in rows), key=lambda row: row.at)


def _helped(right: Collection[str]) -> Any:
    asked = question.c.raid_id == raid.c.id
    by = (answer.c.question_id == question.c.id) & (answer.c.learner_id == raid_member.c.learner_id)
    found = select(answer.c.id).select_from(judged().join(question, question.c.id == answer.c.question_id))
    return exists(found.where(asked, by, standing_kind().in_(right)).correlate(raid, raid_member))


def _within(column: Any, since: datetime | None, until: datetime | None) -> list[Any]:
    return [] if since is None or until is None else [column >= since, column < until]


async def zones(db: AsyncConnection, guilds: Collection[int]) -> Mapping[int, str | None]:
    """Return the time zones of the guilds that have chosen any."""
    rows = await db.execute(select(guild.c.id, guild.c.zone).where(guild.c.id.in_(guilds)))
    return {row.id: row.zone for row in rows}


async def seasons(db: AsyncConnection, guilds: Collection[int]) -> Sequence[tuple[int, datetime, str]]:
    """Return the seasons these guilds began, with their names, the oldest first."""
    query = select(season.c.guild, season.c.began, season.c.name).where(season.c.guild.in_(guilds))
    return [(row.guild, row.began, row.name) for row in await db.execute(query.order_by(season.c.began))]


async def days(
    db: AsyncConnection, learners: Collection[int], first: int | None = None, last: int | None = None
) -> Sequence[DayRow]:
    """Return these learners' days as they are remembered, all or from a first to a last one."""
    c = score_day.c
    query = select(*(c[name] for name in DayRow._fields)).where(c.learner_id.in_(learners))
    if first is not None and last is not None:
        query = query.where(c.day.between(first, last))
    return [DayRow(*row) for row in await db.execute(query)]


async def days_of(db: AsyncConnection, guild: int, learners: Collection[int]) -> Mapping[int, frozenset[int]]:
    """Return on which days each of these learners did anything in a guild."""
    c = score_day.c
    rows = await db.execute(select(c.learner_id, c.day).where(c.learner_id.in_(learners), c.guild == guild))
    found: dict[int, set[int]] = {}
    for learner_id, day in rows:
        found.setdefault(learner_id, set()).add(day)
    return {learner_id: frozenset(each) for learner_id, each in found.items()}


async def sums(db: AsyncConnection, learners: Collection[int], periods: Collection[str]) -> Sequence[SumRow]:
    """Return these learners' standings over these periods, in every guild."""
    c = standing.c
    query = select(*(c[name] for name in SumRow._fields))
    rows = await db.execute(query.where(c.learner_id.in_(learners), c.period.in_(periods)))
    return [SumRow(*row) for row in rows]


async def keep_days(db: AsyncConnection, kept: Sequence[DayRow], dropped: Sequence[DayRow]) -> None:
    """Remember days in place of what was remembered of them, and forget others."""
    await put_all(db, score_day, [row._asdict() for row in kept])
    c = score_day.c
    for row in dropped:
        mine = (c.learner_id == row.learner_id) & (c.guild == row.guild) & (c.day == row.day)
        await db.execute(delete(score_day).where(mine, c.season == row.season))


async def keep_sums(db: AsyncConnection, before: Sequence[SumRow], after: Sequence[SumRow]) -> None:
    """Put standings in the place of others; those of no day are forgotten, and the ranks follow."""
    await put_all(db, standing, [row._asdict() for row in after if row.days > 0])
    c = standing.c
    for row in after:
        if row.days <= 0:  # below nothing: what was pruned lost a day that had been counted
            mine = (c.learner_id == row.learner_id) & (c.guild == row.guild) & (c.period == row.period)
            await db.execute(delete(standing).where(mine))
    await nodes.shift(db, before, [row for row in after if row.days > 0])


async def forget(db: AsyncConnection, learner_id: int) -> None:
    """Forget a learner's standings everywhere; whoever stood below moves up."""
    await hold(db, [learner_id])
    await _forget(db, standing.c.learner_id == learner_id)
    await db.execute(delete(score_day).where(score_day.c.learner_id == learner_id))
    await db.execute(delete(unscored).where(unscored.c.learner_id == learner_id))


async def forget_guild(db: AsyncConnection, guild: int) -> None:
    """Forget every standing and season of a guild."""
    for table in (standing_node, standing, score_day, season):
        await db.execute(delete(table).where(table.c.guild == guild))


async def forget_all(db: AsyncConnection) -> None:
    """Forget every standing, and mark every learner; whoever is scoring is waited for, and waits."""
    if db.dialect.name == "postgresql":
        await db.execute(text("LOCK TABLE unscored IN SHARE ROW EXCLUSIVE MODE"))
    for table in (*PROJECTIONS, unscored):
        await db.execute(delete(table))
    await db.execute(insert(unscored).from_select(["learner_id"], select(learner.c.id).where(learner.c.id > 0)))


async def _forget(db: AsyncConnection, which: Any) -> None:
    gone = delete(standing).where(which).returning(*(standing.c[name] for name in SumRow._fields))
    await nodes.shift(db, [SumRow(*row) for row in await db.execute(gone)], [])
