"""What a learner does in a hall: goes on, chooses, turns a dial, answers. A move made twice is made once."""

from __future__ import annotations

from bot.play.house import House
from bot.play.judging import judge_text, keep
from bot.play.refusals import NotHereError
from bot.play.scene import Learner, Say, Scene, Sent
from bot.play.tour.asking import PATIENCE, question_at
from bot.play.tour.beats import Passage
from bot.play.tour.passages import passage_of
from bot.play.tour.tour import show
from bot.play.tour.whereabouts import end, locate_own, take_step
from bot.play.voice import solution_of
from bot.store import walks
from quizbank.beat import Ask

ANOTHER = Say("bot", "tour.another")


async def move(house: House, walk_id: int, beat_id: str, learner: Learner, what: str, interaction: int | None) -> Scene:
    """Go on, choose or turn: `what` is "next", "choose:<token>" or "turn:<value>"."""
    at = await locate_own(house, walk_id, learner)
    if at.beat is None or at.beat.id != beat_id:
        raise NotHereError(await show(house, learner, at.row))
    passage = await passage_of(house, at, at.beat, what)
    await take_step(house, at, what, passed=passage.passed, interaction=interaction)
    return await show(house, learner, at.row, passage)


async def reply(house: House, walk_id: int, beat_id: str, attempt: int, learner: Learner, sent: Sent) -> Scene:
    """Read, judge and keep an answer given in a hall; a right one opens the way.

    After three that are wrong the elder solves the problem himself and sets another.
    """
    at = await locate_own(house, walk_id, learner)
    beat = at.beat
    if not isinstance(beat, Ask) or beat.id != beat_id:
        raise NotHereError(await show(house, learner, at.row))
    asked = await question_at(house, learner, at, beat)
    judged = judge_text(asked, sent.text)
    stored = None
    if asked.attempt == attempt:
        async with house.store.writing() as db:
            stored = await keep(db, judged, learner.id, sent)
            if stored is not None and judged.right:
                await walks.step(db, walk_id, beat=beat_id, move="answer", passed=True, interaction=None, at=sent.at)
    if stored is None:
        raise NotHereError(await show(house, learner, at.row))
    wrong = judged.counts and not judged.right
    if wrong and at.row.proving:
        at = await end(house, at, "failed")
    spent = wrong and (at.row.proving or attempt >= PATIENCE)
    another = () if at.row.proving else (ANOTHER,)
    passage = Passage(say=(solution_of(asked), *another)) if spent else None
    return await show(house, learner, at.row, passage, judged._replace(stored=stored))
