"""Cohorts: the questions of a whole server, of one assignment, or of one study session."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, Subquery, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import assignment, battle, question, raid, sitting, study, study_round

CohortKind = Literal["server", "work", "study"]


class Cohort(NamedTuple):
    """Whose answers are looked at; what was answered in halls and reviews belongs to no server."""

    kind: CohortKind
    id: int  # the guild's, the assignment's or the session's
    guild: int


def asked_in(cohort: Cohort) -> Subquery:
    """Return the questions of a cohort: their ids, learners, families, numbers."""
    match cohort.kind:
        case "work":
            return _sat(assignment.c.id == cohort.id).subquery("asked")
        case "study":
            return _studied(study.c.id == cohort.id).subquery("asked")
        case _:
            here = (_fought(cohort.guild), _raided(cohort.guild))
            taught = (_studied(study.c.guild == cohort.guild), _sat(assignment.c.guild == cohort.guild))
            return union_all(*here, *taught).subquery("asked")


async def guild_of(db: AsyncConnection, question_id: int) -> int | None:
    """Return the server a question was asked in; None where it was asked in private."""
    found = await db.execute(select(home_guild()).where(question.c.id == question_id))
    guild: int | None = found.scalar_one_or_none()
    return guild


def home_guild() -> ColumnElement[int]:
    """Return the column of the server that a question was asked in; NULL for one asked in private."""
    q = question.c
    studied = select(study.c.guild).join(study_round, study_round.c.study_id == study.c.id)
    sat = select(assignment.c.guild).join(sitting, sitting.c.assignment_id == assignment.c.id)
    guilds = (
        select(func.nullif(battle.c.guild, 0)).where(battle.c.id == q.battle_id),
        select(raid.c.guild).where(raid.c.id == q.raid_id),
        studied.where(study_round.c.id == q.round_id),
        sat.where(sitting.c.id == q.sitting_id),
    )
    return func.coalesce(*(each.correlate(question).scalar_subquery() for each in guilds))


def _fought(guild: int) -> Select[Any]:
    return _questions().join(battle, battle.c.id == question.c.battle_id).where(battle.c.guild == guild)


def _raided(guild: int) -> Select[Any]:
    return _questions().join(raid, raid.c.id == question.c.raid_id).where(raid.c.guild == guild)


def _studied(where: ColumnElement[bool]) -> Select[Any]:
    rounds = _questions().join(study_round, study_round.c.id == question.c.round_id)
    return rounds.join(study, study.c.id == study_round.c.study_id).where(where)


def _sat(where: ColumnElement[bool]) -> Select[Any]:
    sittings = _questions().join(sitting, sitting.c.id == question.c.sitting_id)
    return sittings.join(assignment, assignment.c.id == sitting.c.assignment_id).where(where)


def _questions() -> Select[Any]:
    q = question.c
    return select(q.id, q.learner_id, q.family, q.numbers)
