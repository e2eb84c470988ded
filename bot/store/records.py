"""A learner's record: every answer of theirs that counted, with the question it was given to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.answers import judged, standing_kind
from bot.store.questions import COLUMNS, QuestionRow
from bot.store.tables import answer, correction, question


class RecordedAnswer(NamedTuple):
    """One counted answer, as it stands judged."""

    question: QuestionRow
    family: str
    attempt: int | None
    kind: str
    line: str
    at: datetime

    @property
    def right(self) -> bool:
        """Whether it holds."""
        return self.kind == "correct"


async def of_learner(db: AsyncConnection, learner_id: int, *, counted: Collection[str]) -> Sequence[RecordedAnswer]:
    """Return a learner's answers whose verdict is among `counted`, in the order they were given."""
    q, a = question.c, answer.c
    verdict = (q.family, a.attempt, standing_kind(), func.coalesce(correction.c.line, a.line), a.at)
    given = (
        select(*COLUMNS, *verdict)
        .select_from(judged().join(question, q.id == a.question_id))
        .where(a.learner_id == learner_id, standing_kind().in_(counted))
        .order_by(a.id)
    )
    return [recorded(tuple(row)) for row in await db.execute(given)]


def recorded(row: tuple[Any, ...]) -> RecordedAnswer:
    """Return a row's two halves: the question, then what became of the answer."""
    size = len(COLUMNS)
    return RecordedAnswer(QuestionRow(*row[:size]), *row[size:])
