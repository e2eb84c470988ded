"""Learners: who was met, by which name, and how they chose to be spoken to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import learner
from bot.store.upsert import put


@dataclass(frozen=True)
class LearnerRow:
    """One learner; `language` is None until they choose one, `text_only` whether words stand in for pictures."""

    id: int
    name: str
    language: str | None
    text_only: bool


async def find(db: AsyncConnection, id: int) -> LearnerRow | None:
    """Return the learner of that id, or None."""
    c = learner.c
    found = await db.execute(select(c.id, c.name, c.language, c.text_only).where(c.id == id))
    row = found.one_or_none()
    return None if row is None else LearnerRow(*row)


async def meet(db: AsyncConnection, id: int, name: str, at: datetime) -> None:
    """Remember a learner, or the name they bear now."""
    row = {"id": id, "name": name, "text_only": False, "met": at}
    statement = put(db, learner, row, keep=("text_only", "met"))
    await db.execute(statement)


async def speak(db: AsyncConnection, id: int, language: str) -> None:
    """Remember the language a learner chose."""
    await db.execute(learner.update().where(learner.c.id == id).values(language=language))


async def picture(db: AsyncConnection, id: int, *, text_only: bool) -> None:
    """Remember whether a learner wants words in the place of pictures."""
    await db.execute(learner.update().where(learner.c.id == id).values(text_only=text_only))
