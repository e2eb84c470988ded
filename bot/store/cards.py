"""Cards: when each skill a learner missed comes back; and all they are made of, the learner's counted answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.tables import answer, card, hint, question
from bot.store.upsert import put


class CardRow(NamedTuple):
    """One skill of a learner's: what the scheduler keeps of it, and when it comes back."""

    skill: str
    state: Mapping[str, Any]
    due: datetime


class GivenRow(NamedTuple):
    """One counted answer, as it stands judged, with as much of its question as a card needs."""

    question_id: int
    family: str
    review_id: int | None
    kind: str
    hinted: bool
    at: datetime


async def given(db: AsyncConnection, learner_id: int, *, counted: Collection[str]) -> Sequence[GivenRow]:
    """Return a learner's answers whose verdict is among `counted`, in the order they were given."""
    q, a = question.c, answer.c
    rows = (
        select(q.id, q.family, q.review_id, standing_kind(), hint.c.question_id.is_not(None), a.at)
        .select_from(judged().join(question, q.id == a.question_id).outerjoin(hint, hint.c.question_id == q.id))
        .where(a.learner_id == learner_id, standing_kind().in_(counted))
        .order_by(a.id)
    )
    return [GivenRow(*row) for row in await db.execute(rows)]


async def of_learner(db: AsyncConnection, learner_id: int) -> Sequence[CardRow]:
    """Return a learner's cards as they were kept, by skill."""
    c = card.c
    rows = await db.execute(select(c.skill, c.state, c.due).where(c.learner_id == learner_id).order_by(c.skill))
    return [CardRow(*row) for row in rows]


async def keep(db: AsyncConnection, learner_id: int, cards: Sequence[CardRow]) -> None:
    """Keep these cards of a learner's in the place of all there were."""
    gone = (card.c.learner_id == learner_id) & card.c.skill.not_in([each.skill for each in cards])
    await db.execute(card.delete().where(gone))
    for each in cards:
        row = {"learner_id": learner_id, "skill": each.skill, "state": dict(each.state), "due": each.due}
        await db.execute(put(db, card, row))
