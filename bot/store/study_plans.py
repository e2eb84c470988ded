"""Planned study sessions, and who wants to be reminded of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.shards import Shards
from bot.store.tables import learner, study_plan, study_reminder
from bot.store.upsert import put


class PlanRow(NamedTuple):
    """One plan, its host, and how many want to be reminded."""

    id: int
    host_id: int
    name: str
    hidden: bool
    guild: int
    channel: int
    language: str
    settings: Mapping[str, Any]
    starts: datetime
    event: int | None
    study_id: int | None
    cancelled: datetime | None
    reminded: int


class ReminderRow(NamedTuple):
    """Who is to be reminded of which plan; `language` is None until they choose one."""

    plan_id: int
    learner_id: int
    language: str | None


async def add(db: AsyncConnection, row: Mapping[str, Any]) -> int:
    """Keep a plan and return its id."""
    added = await db.execute(study_plan.insert().values(row).returning(study_plan.c.id))
    id: int = added.scalar_one()
    return id


async def find(db: AsyncConnection, id: int) -> PlanRow | None:
    """Return the plan of that id, or None."""
    row = (await db.execute(_rows().where(study_plan.c.id == id))).one_or_none()
    return None if row is None else PlanRow(*row)


async def to_come(db: AsyncConnection, guild: int) -> Sequence[PlanRow]:
    """Return a guild's plans that are neither begun nor cancelled, soonest first."""
    return await _all(db, _rows().where(study_plan.c.guild == guild, _waiting()))


async def due(db: AsyncConnection, shards: Shards, now: datetime) -> Sequence[PlanRow]:
    """Return the plans in guilds of these shards whose time has come."""
    return await _all(db, _rows().where(study_plan.c.starts <= now, _waiting(), shards.own(study_plan.c.guild)))


def anything_due(db: Connection, shards: Shards, now: datetime) -> bool:
    """Return whether there are plans in guilds of these shards whose time has come."""
    return bool(db.execute(_anything_due(shards), {"now": now}).scalar_one())


async def begin(db: AsyncConnection, id: int, study_id: int) -> bool:
    """Note which session a waiting plan became; whether it was this call that did."""
    return await _changed(db, id, study_id=study_id)


async def cancel(db: AsyncConnection, id: int, at: datetime) -> bool:
    """Cancel a waiting plan; whether it was this call that did."""
    return await _changed(db, id, cancelled=at)


async def announced(db: AsyncConnection, id: int, event: int | None) -> None:
    """Remember Discord's scheduled event."""
    await db.execute(study_plan.update().where(study_plan.c.id == id).values(event=event))


async def remind(db: AsyncConnection, id: int, learner_id: int, *, on: bool) -> None:
    """Remember that a learner wants to be reminded, or no more."""
    if on:
        await db.execute(put(db, study_reminder, {"plan_id": id, "learner_id": learner_id, "undelivered": False}))
    else:
        await db.execute(study_reminder.delete().where(_of(id, learner_id)))


async def claim_reminders(db: AsyncConnection, shards: Shards, now: datetime, soon: datetime) -> Sequence[ReminderRow]:
    """Take the reminders of these shards' plans that begin between now and soon, each only ever once."""
    within = and_(study_plan.c.starts > now, study_plan.c.starts <= soon, shards.own(study_plan.c.guild))
    coming = select(study_plan.c.id).where(within, _waiting())
    c = study_reminder.c
    waiting = and_(c.sent.is_(None), c.plan_id.in_(coming))
    taken = await db.execute(study_reminder.update().where(waiting).values(sent=now).returning(c.plan_id, c.learner_id))
    claimed = [tuple(row) for row in taken]
    known = select(learner.c.id, learner.c.language).where(learner.c.id.in_([who for _, who in claimed]))
    languages = {row.id: row.language for row in await db.execute(known)}
    return [ReminderRow(plan, who, languages[who]) for plan, who in sorted(claimed)]


async def undelivered(db: AsyncConnection, id: int, learner_id: int) -> None:
    """Note that a reminder did not reach its learner."""
    await db.execute(study_reminder.update().where(_of(id, learner_id)).values(undelivered=True))


async def take_undelivered(db: AsyncConnection, learner_id: int) -> Sequence[PlanRow]:
    """Take what did not reach a learner, each only once, and return the plans that still wait."""
    c = study_reminder.c
    mine = and_(c.learner_id == learner_id, c.undelivered)
    taken = await db.execute(study_reminder.update().where(mine).values(undelivered=False).returning(c.plan_id))
    return await _all(db, _rows().where(study_plan.c.id.in_(taken.scalars().all()), _waiting()))


def _waiting() -> ColumnElement[bool]:
    return and_(study_plan.c.study_id.is_(None), study_plan.c.cancelled.is_(None))


def _of(id: int, learner_id: int) -> ColumnElement[bool]:
    return and_(study_reminder.c.plan_id == id, study_reminder.c.learner_id == learner_id)


def _rows() -> Select[Any]:
    c = study_plan.c
    asked = select(func.count()).select_from(study_reminder).where(study_reminder.c.plan_id == c.id)
    return select(
        c.id,
        c.host_id,
        learner.c.name,
        learner.c.hidden,
        c.guild,
        c.channel,
        c.language,
        c.settings,
        c.starts,
        c.event,
        c.study_id,
        c.cancelled,
        asked.correlate(study_plan).scalar_subquery(),
    ).join(learner, learner.c.id == c.host_id)


async def _changed(db: AsyncConnection, id: int, **values: Any) -> bool:
    waiting = study_plan.update().where(study_plan.c.id == id, _waiting()).values(values)
    return (await db.execute(waiting.returning(study_plan.c.id))).first() is not None


async def _all(db: AsyncConnection, query: Select[Any]) -> Sequence[PlanRow]:
    ordered = query.order_by(study_plan.c.starts, study_plan.c.id)
    return [PlanRow(*row) for row in await db.execute(ordered)]


@cache  # made once: this is asked every other second
def _anything_due(shards: Shards) -> Select[Any]:
    come = study_plan.c.starts <= bindparam("now")
    return select(exists().where(come, _waiting(), shards.own(study_plan.c.guild)))
