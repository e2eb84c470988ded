"""Questions put at a beat of a hall: the one open there, and the next when the elder has had to solve one himself."""

from __future__ import annotations

from bot.play.drawing import Drawn, draw
from bot.play.house import House
from bot.play.judging import recall_asked, recall_judged
from bot.play.scene import Asked, Judged, Learner
from bot.play.tour.whereabouts import Whereabouts
from bot.store import answers, questions
from bot.store.questions import Home
from quizbank.beat import Ask

PATIENCE = 3  # counted attempts at one problem; then the elder solves it and sets another


async def question_at(house: House, learner: Learner, at: Whereabouts, beat: Ask) -> Asked:
    """Return the question open at an asking beat, putting one if there is none."""
    async with house.store.reading() as db:
        rows = await questions.at_beat(db, at.row.id, beat.id)
        sent = await answers.of_questions(db, [row.id for row in rows])
    if rows and (asked := recall_asked(rows[-1], sent)).attempt <= PATIENCE:
        return asked
    await put_question(house, learner, at, beat, turn=len(rows))
    return await question_at(house, learner, at, beat)


async def put_question(house: House, learner: Learner, at: Whereabouts, beat: Ask, turn: int) -> None:
    """Put a problem: the one the tale names first, others of its kind after that."""
    drawn = await drawn_for(house, learner, at, beat, turn)
    async with house.store.writing() as db:
        await questions.ask(
            db,
            learner_id=learner.id,
            home=Home("walk", at.row.id),
            beat=beat.id,
            turn=turn,
            certificate=drawn.certificate.dump(),
            remeasured=drawn.remeasured,
            at=house.clock(),
        )


async def drawn_for(house: House, learner: Learner, at: Whereabouts, beat: Ask, turn: int) -> Drawn:
    """Return the problem a beat asks at this turn."""
    if beat.numbers is not None and turn == 0:
        return Drawn(house.bank.certificate(beat.families[0], beat.numbers), None)
    return await draw(house, learner.id, beat.families, f"{at.row.secret}:{at.row.id}:{beat.id}:{turn}")


async def doubt_at(house: House, asked: Asked) -> Judged | None:
    """Return the last text sent to a question where it could be read in two ways and was not sent again."""
    async with house.store.reading() as db:
        sent = await answers.of_questions(db, [asked.id])
    if not sent or sent[-1].kind != "ambiguous":
        return None
    return recall_judged(asked, sent[-1])
