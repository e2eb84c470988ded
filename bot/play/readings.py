"""A text that could be read in two ways: the learner says which was meant, and that is sent in its place."""

from __future__ import annotations

from bot.play.house import House
from bot.play.judging import recall_asked, recall_judged
from bot.play.refusals import NoBattleError, NotYoursError
from bot.play.scene import Asked, Learner, Scene, Sent
from bot.play.tour import moves
from bot.play.wall import battles
from bot.store import answers, questions
from bot.store.questions import QuestionRow


async def choose_reading(house: House, answer_id: int, place: int, learner: Learner, sent: Sent) -> Scene:
    """Send the reading that was meant, of a text sent in a battle or a hall."""
    question, asked, meant = await what_was_meant(house, answer_id, place, learner, sent)
    if question.battle_id is not None:
        return await battles.answer(house, question.battle_id, question.turn, asked.attempt, learner, meant)
    if question.walk_id is None or question.beat is None:
        raise NoBattleError
    return await moves.reply(house, question.walk_id, question.beat, asked.attempt, learner, meant)


async def what_was_meant(
    house: House, answer_id: int, place: int, learner: Learner, sent: Sent
) -> tuple[QuestionRow, Asked, Sent]:
    """Return the question, as it is asked now, and the reading that was meant as a text sent to it.

    The text is the reading said back, which reads as itself. Raises NoBattleError if there is no such answer,
    NotYoursError if it is another's.
    """
    async with house.store.reading() as db:
        row = await answers.find(db, answer_id)
        question = None if row is None else await questions.find(db, row.question_id)
        before = [] if question is None else await answers.of_questions(db, [question.id])
    if row is None or question is None:
        raise NoBattleError
    if row.learner_id != learner.id:
        raise NotYoursError
    asked = recall_asked(question, before)
    readings = recall_judged(asked, row).readings
    meant = Sent(readings[place] if 0 <= place < len(readings) else row.text, sent.at, sent.interaction)
    return question, asked, meant
