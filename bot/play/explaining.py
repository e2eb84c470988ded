"""Help with a question: its hint before an answer, its worked solution after one."""

from __future__ import annotations

from bot.play.house import House
from bot.play.judging import recall_asked
from bot.play.refusals import NoBattleError, NotAnsweredError, NotYoursError
from bot.play.scene import Asked, Learner, Say
from bot.play.study.study_refusals import RoundOpenError
from bot.play.voice import hint_of, solution_of
from bot.store import answers, questions, study_rounds
from bot.store.questions import QuestionRow


async def hint(house: House, question_id: int) -> Say:
    """Return a question's hint; raises NoBattleError if there is no such question."""
    asked, _ = await find(house, question_id)
    return hint_of(asked)


async def explain(house: House, question_id: int, learner: Learner) -> tuple[Say, ...]:
    """Return a question's worked solution.

    Raises NotYoursError to anyone but its learner, NotAnsweredError before it is answered; RoundOpenError as long as
    a study session asks it. What a session asks no more was answered, or never will be.
    """
    asked, row = await find(house, question_id)
    if row.learner_id != learner.id:
        raise NotYoursError
    if row.round_id is not None:
        await refuse_unless_closed(house, row.round_id)
    elif asked.attempt == 1:
        raise NotAnsweredError
    return (solution_of(asked),)


async def refuse_unless_closed(house: House, round_id: int) -> None:
    """Raise RoundOpenError if a round of a study session is not closed."""
    async with house.store.reading() as db:
        round = await study_rounds.find(db, round_id)
    if round is None or round.closed is None:
        raise RoundOpenError


async def find(house: House, question_id: int) -> tuple[Asked, QuestionRow]:
    """Return a question as it was put, and its row."""
    async with house.store.reading() as db:
        row = await questions.find(db, question_id)
        sent = await answers.of_questions(db, [question_id])
    if row is None:
        raise NoBattleError
    return recall_asked(row, sent), row
