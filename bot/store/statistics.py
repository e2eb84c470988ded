"""What a cohort answered, summed by the database: as many statements for five hundred learners as for one.

A *try* is the first counted answer to a question, as it stands judged now.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, Subquery, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.cohorts import Cohort, asked_in
from bot.store.questions import COLUMNS, QuestionRow
from bot.store.tables import answer, correction, learner, membership, question

FREQUENT = 3  # wrong answers told of each family


class SkillRow(NamedTuple):
    """One skill in a cohort: how many tried it, how often, and how often rightly."""

    skill: str
    learners: int
    tried: int
    right: int


@dataclass(frozen=True)
class SlipRow:
    """One way of being wrong in a family: how often, and a question it was given to."""

    skill: str
    family: str
    line: str
    count: int
    question_id: int


@dataclass(frozen=True)
class WrongRow:
    """One wrong answer to a family: how it was read, what it was called, how often it came, and a question of it."""

    family: str
    echo: str
    line: str
    count: int
    question_id: int


class TryRow(NamedTuple):
    """A learner's first try at a family, beside all the tries they made in the cohort."""

    family: str
    learner_id: int
    right: bool
    tried: int  # at this family
    held: int  # of these, right
    all_tried: int
    all_right: int


class LearnerRow(NamedTuple):
    """A learner of a class list."""

    id: int
    name: str
    hidden: bool


class CellRow(NamedTuple):
    """What a learner made of one skill."""

    learner_id: int
    skill: str
    tried: int
    right: int


async def skills(
    db: AsyncConnection, cohort: Cohort, skill_of: Mapping[str, str], *, counted: Collection[str]
) -> Sequence[SkillRow]:
    """Return each skill that was tried; `skill_of` gives a family's, and a family it does not know is left out."""
    tries = _by_skill(_tries(cohort, counted), skill_of)
    t = tries.c
    count = func.count(t.learner_id.distinct())
    rows = select(t.skill, count, func.count(), _sum(t.right)).group_by(t.skill)
    return [SkillRow(*row) for row in await db.execute(rows)]


async def slips(
    db: AsyncConnection, cohort: Cohort, skill_of: Mapping[str, str], *, counted: Collection[str]
) -> Sequence[SlipRow]:
    """Return the named mistakes of first tries, in no order."""
    tries = _by_skill(_tries(cohort, counted), skill_of)
    t = tries.c
    rows = (
        select(t.skill, t.family, t.line, func.count(), func.max(t.question_id))
        .where(t.line != "wrong", t.right == 0)
        .group_by(t.skill, t.family, t.line)
    )
    return [SlipRow(*row) for row in await db.execute(rows)]


async def tries_at(
    db: AsyncConnection, cohort: Cohort, families: Collection[str], *, counted: Collection[str]
) -> Sequence[TryRow]:
    """Return each learner's first try at each of these families."""
    t = _tries(cohort, counted).c
    order = func.row_number().over(partition_by=(t.learner_id, t.family), order_by=t.id).label("place")
    here = func.count().over(partition_by=(t.learner_id, t.family)).label("tried")
    held = func.sum(t.right).over(partition_by=(t.learner_id, t.family)).label("held")
    everywhere = func.count().over(partition_by=t.learner_id).label("all_tried")
    all_right = func.sum(t.right).over(partition_by=t.learner_id).label("all_right")
    ranked = select(t.family, t.learner_id, t.right, here, held, everywhere, all_right, order).subquery("ranked")
    r = ranked.c
    first = select(r.family, r.learner_id, r.right, r.tried, r.held, r.all_tried, r.all_right)
    rows = await db.execute(first.where(r.place == 1, r.family.in_(families)).order_by(r.learner_id, r.family))
    return [TryRow(family, learner_id, right == 1, *rest) for family, learner_id, right, *rest in rows]


async def frequent_wrong(
    db: AsyncConnection, cohort: Cohort, families: Collection[str], *, counted: Collection[str]
) -> Sequence[WrongRow]:
    """Return the commonest wrong answers to each of these families, at any attempt, the commonest first."""
    t = _tries(cohort, counted, first=False).c
    grouped = (
        select(t.family, t.echo, t.line, func.count().label("count"), func.max(t.question_id).label("question_id"))
        .where(t.family.in_(families), t.right == 0, t.echo.is_not(None))
        .group_by(t.family, t.echo, t.line)
        .subquery("grouped")
    )
    g = grouped.c
    place = func.row_number().over(partition_by=g.family, order_by=(g.count.desc(), g.echo, g.line)).label("place")
    ranked = select(*g, place).subquery("ranked")
    r = ranked.c
    rows = select(r.family, r.echo, r.line, r.count, r.question_id).where(r.place <= FREQUENT)
    return [WrongRow(*row) for row in await db.execute(rows.order_by(r.family, r.place))]


async def cells(
    db: AsyncConnection, cohort: Cohort, skill_of: Mapping[str, str], *, counted: Collection[str]
) -> Sequence[CellRow]:
    """Return what each learner made of each skill."""
    t = _by_skill(_tries(cohort, counted), skill_of).c
    rows = select(t.learner_id, t.skill, func.count(), _sum(t.right)).group_by(t.learner_id, t.skill)
    return [CellRow(*row) for row in await db.execute(rows)]


async def people(db: AsyncConnection, ids: Collection[int]) -> Sequence[LearnerRow]:
    """Return these learners, by name."""
    those = _people().where(learner.c.id.in_(ids))
    return [LearnerRow(*row) for row in await db.execute(those)]


async def seen(db: AsyncConnection, guild: int) -> Sequence[LearnerRow]:
    """Return everyone who was ever met in a guild and is not known to have left it, by name."""
    m = membership.c
    here = _people().join(membership, m.learner_id == learner.c.id)
    rows = await db.execute(here.where(m.guild == guild, m.left.is_(None), learner.c.id > 0))
    return [LearnerRow(*row) for row in rows]


async def taking_part(db: AsyncConnection, cohort: Cohort) -> Mapping[int, datetime]:
    """Return whoever has sent anything in a cohort, each with when they last did."""
    asked = asked_in(cohort)
    last = select(answer.c.learner_id, func.max(answer.c.id)).join(asked, asked.c.id == answer.c.question_id)
    newest = last.group_by(answer.c.learner_id).subquery("newest")
    rows = await db.execute(select(answer.c.learner_id, answer.c.at).join(newest, newest.c[1] == answer.c.id))
    return {row.learner_id: row.at for row in rows}


async def examples(db: AsyncConnection, ids: Collection[int]) -> Mapping[int, QuestionRow]:
    """Return these questions by their ids."""
    rows = await db.execute(select(*COLUMNS).where(question.c.id.in_(ids)))
    return {row.id: row for row in (QuestionRow(*each) for each in rows)}


def _people() -> Select[Any]:
    c = learner.c
    return select(c.id, c.name, c.hidden).order_by(c.name, c.id)


def _tries(cohort: Cohort, counted: Collection[str], *, first: bool = True) -> Subquery:
    asked = asked_in(cohort)
    right = case((standing_kind() == "correct", 1), else_=0).label("right")
    given = (
        select(
            answer.c.id,
            answer.c.learner_id,
            answer.c.question_id,
            asked.c.family,
            right,
            func.coalesce(correction.c.line, answer.c.line).label("line"),
            func.coalesce(correction.c.echo, answer.c.echo).label("echo"),
        )
        .select_from(judged().join(asked, asked.c.id == answer.c.question_id))
        .where(standing_kind().in_(counted))
    )
    if first:
        given = given.where(answer.c.attempt == 1)
    return given.subquery("tries")


def _by_skill(tries: Subquery, skill_of: Mapping[str, str]) -> Subquery:
    skill = case(dict(skill_of), value=tries.c.family).label("skill")
    named = select(*tries.c, skill).subquery("named")
    return select(named).where(named.c.skill.is_not(None)).subquery("known")


def _sum(column: ColumnElement[Any]) -> ColumnElement[int]:
    return func.sum(column).cast(Integer)
