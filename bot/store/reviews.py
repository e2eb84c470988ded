"""Reviews: sittings in which missed skills come back, and the hints taken in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.questions import Problem, canonical
from bot.store.tables import hint, question, review
from bot.store.upsert import add_once, put


class ReviewRow(NamedTuple):
    """One sitting of one learner's."""

    id: int
    learner_id: int
    secret: int
    started: datetime
    ended: datetime | None


COLUMNS = tuple(review.c[name] for name in ReviewRow._fields)


async def begin(db: AsyncConnection, learner_id: int, secret: int, at: datetime) -> int | None:
    """Begin a review and return its id, or None if this learner has one open."""
    return await add_once(db, review, {"learner_id": learner_id, "secret": secret, "started": at})


async def find_open(db: AsyncConnection, learner_id: int) -> ReviewRow | None:
    """Return the learner's open review, or None."""
    mine = select(*COLUMNS).where(review.c.learner_id == learner_id, review.c.ended.is_(None))
    row = (await db.execute(mine)).one_or_none()
    return None if row is None else ReviewRow(*row)


async def end(db: AsyncConnection, id: int, at: datetime) -> None:
    """Close an open review; one that is closed stays as it was."""
    await db.execute(review.update().where(review.c.id == id, review.c.ended.is_(None)).values(ended=at))


async def last_problem(db: AsyncConnection, learner_id: int, families: Sequence[str]) -> Problem | None:
    """Return the problem of these families that the learner was asked last, or None."""
    mine = (question.c.learner_id == learner_id) & question.c.family.in_(families)
    newest = select(question.c.family, question.c.numbers).where(mine).order_by(question.c.id.desc()).limit(1)
    row = (await db.execute(newest)).one_or_none()
    return None if row is None else (row.family, canonical(row.numbers))


async def hinted(db: AsyncConnection, question_id: int, at: datetime) -> None:
    """Remember that a question's hint was given."""
    await db.execute(put(db, hint, {"question_id": question_id, "at": at}))
