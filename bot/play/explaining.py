"""Help with a question: its hint before an answer, its worked solution after one."""

from __future__ import annotations

from bot.play.house import House
from bot.play.judging import recall_asked
from bot.play.refusals import NoBattleError, NotAnsweredError, NotYoursError
from bot.play.scene import Asked, Learner, Say
from bot.play.voice import hint_of, solution_of
from bot.store import answers, questions


async def hint(house: House, question_id: int) -> Say:
    """Return a question's hint; raises NoBattleError if there is no such question."""
    asked, _ = await find(house, question_id)
    return hint_of(asked)


async def explain(house: House, question_id: int, learner: Learner) -> tuple[Say, ...]:
    """Return a question's worked solution.

    Raises NotYoursError to anyone but its learner, NotAnsweredError before it is answered.
    """
    asked, owner = await find(house, question_id)
    if owner != learner.id:
        raise NotYoursError
    if asked.attempt == 1:
        raise NotAnsweredError
    return (solution_of(asked),)


async def find(house: House, question_id: int) -> tuple[Asked, int]:
    """Return a question as it was put, and whose it is."""
    async with house.store.reading() as db:
        row = await questions.find(db, question_id)
        sent = await answers.of_questions(db, [question_id])
    if row is None:
        raise NoBattleError
    return recall_asked(row, sent), row.learner_id
