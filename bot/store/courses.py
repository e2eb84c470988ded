"""The course of battles: what was asked in them, turn by turn, beside what was sent to each question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, case, func, null, select, type_coerce

from bot.store.answers import AnswerRow, corrected, standing_kind
from bot.store.tables import answer, correction, question

PLAIN: Final = ("correct", "incorrect")  # verdicts with nothing to say of a mistake: for them no numbers are read


class StepRow(NamedTuple):
    """A question and one text that was sent to it; what is told of the text is None where none was.

    So is the certificate once the question is answered and there is no mistake to be named: nobody needs it then.
    """

    question_id: int
    learner_id: int
    turn: int
    certificate: Mapping[str, Any] | None
    remeasured: str | None
    answer_id: int | None
    attempt: int | None
    text: str | None
    kind: str | None
    line: str | None
    echo: str | None
    interaction: int | None

    @property
    def sent(self) -> AnswerRow | None:
        """The text, if one was sent."""
        if self.answer_id is None or self.text is None or self.kind is None or self.line is None:
            return None
        said = self.text, self.kind, self.line, self.echo
        return AnswerRow(self.answer_id, self.question_id, self.learner_id, self.attempt, *said, self.interaction)


def of_battles(db: Connection, battles: Collection[int]) -> Mapping[int, Sequence[StepRow]]:
    """Return the course of each of these battles, by turn and then in the order of arrival."""
    found: dict[int, list[StepRow]] = {id: [] for id in battles}
    for row in db.execute(OF_BATTLES, {"battles": list(battles)}).all():
        found[row[0]].append(StepRow._make(row[1:]))
    return found


# Made once: making a statement costs more than running it.
NEEDED: Final = case((standing_kind().in_(PLAIN), null()), else_=question.c.certificate)
OF_BATTLES: Final = (
    select(
        question.c.battle_id,
        question.c.id,
        question.c.learner_id,
        question.c.turn,
        type_coerce(NEEDED, question.c.certificate.type),
        question.c.remeasured,
        answer.c.id,
        answer.c.attempt,
        answer.c.text,
        standing_kind(),
        func.coalesce(correction.c.line, answer.c.line),
        func.coalesce(correction.c.echo, answer.c.echo),
        answer.c.interaction,
    )
    .select_from(corrected(question.outerjoin(answer, answer.c.question_id == question.c.id)))
    .where(question.c.battle_id.in_(bindparam("battles", expanding=True)))
    .order_by(question.c.turn, answer.c.id)
)
