"""A question put to one learner in a place shared with others, and the texts sent to it: raids, rounds, sittings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.play.desk.rulings import ruled
from bot.play.drawing import draw
from bot.play.house import House
from bot.play.judging import COUNTED, judge_text, keep, recall_asked, recall_judged
from bot.play.scene import Asked, Judged, Learner, Sent
from bot.store import answers, questions
from bot.store.answers import AnswerRow
from bot.store.questions import Home


class Posed(NamedTuple):
    """One question of a learner's in one place, and every text they sent to it."""

    asked: Asked
    sent: tuple[AnswerRow, ...]

    @property
    def counted(self) -> tuple[AnswerRow, ...]:
        """The texts that were answers, as they stand judged, in the order of arrival."""
        return tuple(answer for answer in self.sent if answer.kind in COUNTED)


async def posed(house: House, home: Home, learner_id: int) -> tuple[Posed, ...]:
    """Return a learner's questions in one place, in the order they were put."""
    async with house.store.reading() as db:
        rows = await questions.of_home(db, home, learner_id)
        sent = await answers.of_questions(db, [row.id for row in rows])
    return tuple(
        Posed(recall_asked(row, sent), tuple(answer for answer in sent if answer.question_id == row.id)) for row in rows
    )


async def pose(
    house: House,
    home: Home,
    learner: Learner,
    families: Sequence[str],
    turn: int,
    secret: int,
    *,
    at: datetime | None = None,
) -> Asked:
    """Return the learner's question at that turn there, putting one if there is none; a second call finds the first.

    `at` is when it was seen, if that is known better than by the clock.
    """
    drawn = await draw(house, learner.id, families, f"{secret}:{home.kind}:{home.id}:{learner.id}:{turn}")
    async with house.store.writing() as db:
        await questions.ask(
            db,
            home=home,
            learner_id=learner.id,
            turn=turn,
            certificate=drawn.certificate.dump(),
            remeasured=drawn.remeasured,
            at=at or house.clock(),
        )
    return next(each.asked for each in await posed(house, home, learner.id) if each.asked.turn == turn)


async def take(house: House, asked: Asked, learner: Learner, sent: Sent) -> Judged | None:
    """Read, judge and keep a text; None if this attempt is taken or this interaction came before."""
    judged = judge_text(asked, sent.text)
    async with house.store.writing() as db:
        judged = await ruled(db, judged)
        stored = await keep(db, judged, learner.id, sent)
    return None if stored is None else judged._replace(stored=stored)


async def taken_before(house: House, sent: Sent) -> Judged | None:
    """Return what was judged when this interaction came before, as it stands; None if it is new."""
    if sent.interaction is None:
        return None
    async with house.store.reading() as db:
        row = await answers.of_interaction(db, sent.interaction)
        question = None if row is None else await questions.find(db, row.question_id)
    return None if row is None or question is None else recall_judged(recall_asked(question, []), row)
