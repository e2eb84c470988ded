"""Walks through halls, and every step taken in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import progress, walk
from bot.store.upsert import add_once

CHOOSE = "choose:"  # before what was chosen, in a step's move


class WalkRow(NamedTuple):
    """One learner's walk through one hall, or their proof that they need not walk it."""

    id: int
    learner_id: int
    hall: str
    proving: bool
    secret: int
    started: datetime
    ended: datetime | None
    outcome: str | None


class StepRow(NamedTuple):
    """What the learner did at a beat, and whether it opened the way."""

    beat: str
    move: str
    passed: bool


class ChoiceRow(NamedTuple):
    """What a learner chose at a beat, in whichever walk."""

    hall: str
    beat: str
    chosen: str
    right: bool
    at: datetime


async def enter(
    db: AsyncConnection, learner_id: int, hall: str, secret: int, at: datetime, *, proving: bool = False
) -> WalkRow:
    """Take up the learner's open walk through a hall, or begin one; return it."""
    row = {
        "learner_id": learner_id,
        "hall": hall,
        "proving": proving,
        "secret": secret,
        "started": at,
        "entered": at,
    }
    await add_once(db, walk, row)
    mine = (walk.c.learner_id == learner_id) & (walk.c.hall == hall) & (walk.c.proving == proving)
    here = mine & walk.c.ended.is_(None)
    await db.execute(walk.update().where(here).values(entered=at))
    taken = await _one(db, _rows().where(here))
    assert taken is not None  # added just now, or there before
    return taken


async def find(db: AsyncConnection, id: int) -> WalkRow | None:
    """Return the walk of that id, or None."""
    return await _one(db, _rows().where(walk.c.id == id))


async def find_open(db: AsyncConnection, learner_id: int) -> WalkRow | None:
    """Return the open walk that the learner entered last, or None."""
    mine = _rows().where(walk.c.learner_id == learner_id, walk.c.ended.is_(None))
    return await _one(db, mine.order_by(walk.c.entered.desc(), walk.c.id.desc()).limit(1))


async def cleared_halls(db: AsyncConnection, learner_id: int) -> frozenset[str]:
    """Return the halls the learner has walked to the end, or proved."""
    cleared = walk.c.outcome.in_(("walked", "proved"))
    mine = select(walk.c.hall).where(walk.c.learner_id == learner_id, cleared).distinct()
    return frozenset((await db.execute(mine)).scalars())


async def end(db: AsyncConnection, id: int, outcome: str, at: datetime) -> None:
    """Close an open walk; one that is closed keeps its outcome."""
    open_one = (walk.c.id == id) & walk.c.ended.is_(None)
    await db.execute(walk.update().where(open_one).values(ended=at, outcome=outcome))


async def step(
    db: AsyncConnection, walk_id: int, *, beat: str, move: str, passed: bool, interaction: int | None, at: datetime
) -> int | None:
    """Add a step and return its id, or None if this interaction is told already, or the beat was passed before."""
    row = {
        "walk_id": walk_id,
        "beat": beat,
        "move": move,
        "passed": passed,
        "interaction": interaction,
        "at": at,
    }
    return await add_once(db, progress, row)


async def steps(db: AsyncConnection, walk_id: int) -> Sequence[StepRow]:
    """Return every step of a walk, in order."""
    columns = select(progress.c.beat, progress.c.move, progress.c.passed)
    rows = await db.execute(columns.where(progress.c.walk_id == walk_id).order_by(progress.c.id))
    return [StepRow(*row) for row in rows]


async def choices(db: AsyncConnection, learner_id: int) -> Sequence[ChoiceRow]:
    """Return everything a learner ever chose in the halls, in order."""
    chosen = progress.c.move.startswith(CHOOSE)
    columns = select(walk.c.hall, progress.c.beat, progress.c.move, progress.c.passed, progress.c.at).join_from(
        progress, walk, progress.c.walk_id == walk.c.id
    )
    rows = await db.execute(columns.where(walk.c.learner_id == learner_id, chosen).order_by(progress.c.id))
    return [ChoiceRow(hall, beat, move.removeprefix(CHOOSE), passed, at) for hall, beat, move, passed, at in rows]


def _rows() -> Select[Any]:
    c = walk.c
    return select(c.id, c.learner_id, c.hall, c.proving, c.secret, c.started, c.ended, c.outcome)


async def _one(db: AsyncConnection, query: Select[Any]) -> WalkRow | None:
    row = (await db.execute(query)).one_or_none()
    return None if row is None else WalkRow(*row)
