"""Learners: who was met, by which name, and how they chose to be spoken to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import learner, reminder, study_reminder, tiding
from bot.store.upsert import put


class LearnerRow(NamedTuple):
    """One learner; `language` is None until they choose one, `text_only` whether words stand in for pictures.

    `news` is whether something is to be told them.
    """

    id: int
    name: str
    language: str | None
    text_only: bool
    news: bool


DECIDED: Final = exists().where(tiding.c.learner_id == learner.c.id, tiding.c.told.is_(None))
UNREACHED: Final = exists().where(reminder.c.learner_id == learner.c.id, learner.c.remind.is_(None))
UNCALLED: Final = exists().where(study_reminder.c.learner_id == learner.c.id, study_reminder.c.undelivered)
NEWS: Final = or_(DECIDED, UNREACHED, UNCALLED)
COLUMNS: Final = (learner.c.id, learner.c.name, learner.c.language, learner.c.text_only, NEWS)
OF_IDS: Final = select(*COLUMNS).where(learner.c.id.in_(bindparam("ids", expanding=True)))


async def find(db: AsyncConnection, id: int) -> LearnerRow | None:
    """Return the learner of that id, or None."""
    return (await db.run_sync(find_all, (id,))).get(id)


def find_all(db: Connection, ids: Collection[int]) -> Mapping[int, LearnerRow]:
    """Return the learners of these ids, by id, as many as there are."""
    return {row[0]: LearnerRow._make(row) for row in db.execute(OF_IDS, {"ids": list(ids)}).all()}


async def meet(db: AsyncConnection, id: int, name: str, at: datetime) -> None:
    """Remember a learner, or the name they bear now."""
    await db.run_sync(meet_all, {id: name}, at)


def meet_all(db: Connection, names: Mapping[int, str], at: datetime) -> None:
    """Remember learners, or the names they bear now, by their ids."""
    for id, name in sorted(names.items()):  # in one order, lest two processes wait for each other
        row = {"id": id, "name": name, "text_only": False, "met": at}
        db.execute(put(db, learner, row, keep=("text_only", "met")))


async def speak(db: AsyncConnection, id: int, language: str) -> None:
    """Remember the language a learner chose."""
    await db.execute(learner.update().where(learner.c.id == id).values(language=language))


async def picture(db: AsyncConnection, id: int, *, text_only: bool) -> None:
    """Remember whether a learner wants words in the place of pictures."""
    await db.execute(learner.update().where(learner.c.id == id).values(text_only=text_only))
