"""Learners: who was met, by which name, and the language they chose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import learner
from bot.store.upsert import put


@dataclass(frozen=True)
class LearnerRow:
    """One learner; `language` is None until they choose one."""

    id: int
    name: str
    language: str | None


async def find(db: AsyncConnection, id: int) -> LearnerRow | None:
    """Return the learner of that id, or None."""
    found = await db.execute(select(learner.c.id, learner.c.name, learner.c.language).where(learner.c.id == id))
    row = found.one_or_none()
    return None if row is None else LearnerRow(*row)


async def meet(db: AsyncConnection, id: int, name: str, at: datetime) -> None:
    """Remember a learner, or the name they bear now."""
    statement = put(db, learner, {"id": id, "name": name, "met": at}, keep=("met",))
    await db.execute(statement)


async def speak(db: AsyncConnection, id: int, language: str) -> None:
    """Remember the language a learner chose."""
    await db.execute(learner.update().where(learner.c.id == id).values(language=language))
