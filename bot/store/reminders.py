"""Reminders: who asked for them, at which hour of whose clock, and whom they could not reach."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import clock, learner, reminder
from bot.store.upsert import put


class TimesRow(NamedTuple):
    """A learner's own time: the zone they live in, None = UTC, and when they asked to be reminded, if they did."""

    zone: str | None
    hour: int | None
    reminded: int | None  # the day of the last reminder
    failures: int  # reminders in a row that could not be delivered


class RemindedRow(NamedTuple):
    """A learner to be reminded now."""

    id: int
    name: str
    language: str
    text_only: bool


async def times(db: AsyncConnection, learner_id: int) -> TimesRow:
    """Return a learner's own time; that of nobody is UTC."""
    c = learner.c
    mine = (
        select(c.zone, c.remind, c.reminded, func.coalesce(reminder.c.failures, 0))
        .select_from(learner.outerjoin(reminder, reminder.c.learner_id == c.id))
        .where(c.id == learner_id)
    )
    row = (await db.execute(mine)).one_or_none()
    return TimesRow(None, None, None, 0) if row is None else TimesRow(*row)


async def clocks(db: AsyncConnection, learner_id: int) -> Sequence[str]:
    """Return every zone whose clock the learner has lived by, in the order of their names."""
    mine = select(clock.c.zone).where(clock.c.learner_id == learner_id).order_by(clock.c.zone)
    return list((await db.execute(mine)).scalars())


async def live(db: AsyncConnection, learner_id: int, zone: str, at: datetime) -> None:
    """Remember the zone a learner lives in from now on."""
    await db.execute(learner.update().where(learner.c.id == learner_id).values(zone=zone))
    await db.execute(put(db, clock, {"learner_id": learner_id, "zone": zone, "since": at}))


async def ask(db: AsyncConnection, learner_id: int, hour: int, reminded: int, language: str) -> None:
    """Remember that a learner wants to be reminded at an hour of their day, and that `reminded` is dealt with."""
    asked = learner.update().where(learner.c.id == learner_id).values(remind=hour, reminded=reminded)
    await db.execute(asked)
    await db.execute(put(db, reminder, {"learner_id": learner_id, "language": language, "failures": 0}))


async def stop(db: AsyncConnection, learner_id: int) -> None:
    """Remind a learner no more."""
    await db.execute(learner.update().where(learner.c.id == learner_id).values(remind=None))
    await db.execute(reminder.delete().where(reminder.c.learner_id == learner_id))


async def zones(db: AsyncConnection) -> Sequence[str | None]:
    """Return the zones of those who want to be reminded."""
    wanted = select(learner.c.zone).where(learner.c.remind.is_not(None)).distinct()
    return list((await db.execute(wanted)).scalars())


async def claim(db: AsyncConnection, zone: str | None, day: int, hour: int, limit: int) -> Sequence[RemindedRow]:
    """Return learners of a zone whose hour has come on a day, and let nobody else have them for that day."""
    c = learner.c
    due = c.zone.is_not_distinct_from(zone) & (c.remind <= hour) & or_(c.reminded.is_(None), c.reminded < day)
    some = select(c.id).where(due).order_by(c.id).limit(limit)
    taken = learner.update().where(due, c.id.in_(some)).values(reminded=day).returning(c.id)
    ids = list((await db.execute(taken)).scalars())
    rows = select(c.id, c.name, reminder.c.language, c.text_only).join(reminder, reminder.c.learner_id == c.id)
    return [RemindedRow(*row) for row in await db.execute(rows.where(c.id.in_(ids)).order_by(c.id))]


async def reached(db: AsyncConnection, learner_id: int) -> None:
    """Take note that a reminder was delivered."""
    await db.execute(reminder.update().where(reminder.c.learner_id == learner_id).values(failures=0))


async def failed(db: AsyncConnection, learner_id: int, most: int) -> None:
    """Take note that one could not be delivered; after so many in a row the learner is reminded no more."""
    mine = reminder.c.learner_id == learner_id
    counted = reminder.update().where(mine).values(failures=reminder.c.failures + 1).returning(reminder.c.failures)
    if ((await db.execute(counted)).scalar_one_or_none() or 0) >= most:
        await db.execute(learner.update().where(learner.c.id == learner_id).values(remind=None))
