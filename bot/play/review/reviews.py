"""Reviews: what a learner missed, anywhere, comes back when it is about to be forgotten; and again until it is right.

What is due follows from the answers alone. So nothing is lost when a sitting breaks off: what it did not reach is due
as before, and the next sitting begins with it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.play.choices import reading_choices
from bot.play.drawing import Drawn, NothingToAskError, draw
from bot.play.house import House
from bot.play.judging import COUNTED, recall_asked, recall_judged
from bot.play.posing import Posed, posed, take, taken_before
from bot.play.readings import what_was_meant
from bot.play.refusals import NotYoursError
from bot.play.review.review import NoReviewError, Review, ReviewMovedError, Skill, skill_of
from bot.play.review.schedule import Given, cards_of
from bot.play.scene import Asked, Learner, Say, Sent
from bot.play.voice import hint_of
from bot.store import answers, cards, questions, reminders, reviews
from bot.store.cards import CardRow
from bot.store.questions import Home
from bot.store.reviews import ReviewRow
from engine.rules.day import begins, day_of
from engine.rules.streak import Streak, streak

LOG = logging.getLogger(__name__)


class Memory(NamedTuple):
    """All that a learner's answers say of review, as of one moment."""

    cards: tuple[CardRow, ...]  # those due first come first
    zone: str | None
    today: int
    streak: Streak

    def due(self, card: CardRow) -> bool:
        """Whether a card is due: from the beginning of its day on, for who comes each day comes at no fixed minute."""
        return day_of(card.due, self.zone) <= self.today

    @property
    def next(self) -> datetime | None:
        """When the next card is due that is not due yet."""
        later = [card.due for card in self.cards if not self.due(card)]
        return begins(day_of(min(later), self.zone), self.zone) if later else None


class Sitting(NamedTuple):
    """An open review and what was asked in it."""

    row: ReviewRow
    posed: tuple[Posed, ...]

    @property
    def open(self) -> Posed | None:
        """The question that waits."""
        return self.posed[-1] if self.posed and not self.posed[-1].counted else None


class Reviews:
    """The use cases of review."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def sit(self, learner: Learner) -> Review:
        """Begin the review of what is due, or go on with it; a review in which nothing waits says when more will."""
        memory = await self.remember(learner.id)
        sitting = await self._sitting(learner, memory)
        if sitting is None:
            return self._rest(learner, memory)
        wanted = self._queue(sitting, memory)
        if sitting.open is None:
            return await self._ask(learner, memory, sitting, wanted)
        return self._wait(learner, memory, sitting, sitting.open, wanted)

    async def answer(
        self,
        question_id: int,
        learner: Learner,
        text: str,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Review:
        """Answer a review's question.

        Raises NoReviewError if there is none of that id, NotYoursError if it is another's, ReviewMovedError if it is
        answered.
        """
        return await self._send(question_id, learner, Sent(text, at or self.house.clock(), interaction))

    async def choose_reading(
        self, answer_id: int, place: int, learner: Learner, *, interaction: int | None = None
    ) -> Review:
        """Say which reading of an ambiguous text was meant; raises what `answer` raises."""
        sent = Sent("", self.house.clock(), interaction)
        question, _, meant = await what_was_meant(self.house, answer_id, place, learner, sent)
        return await self._send(question.id, learner, meant)

    async def asked(self, question_id: int, learner: Learner) -> Asked:
        """Return a review's question that waits for its learner; raises what `answer` raises."""
        async with self.house.store.reading() as db:
            row = await questions.find(db, question_id)
            sent = await answers.of_questions(db, [question_id])
        if row is None or row.review_id is None:
            raise NoReviewError
        if row.learner_id != learner.id:
            raise NotYoursError
        asked = recall_asked(row, sent)
        if asked.attempt > 1:
            raise ReviewMovedError(await self.sit(learner))
        return asked

    async def hint(self, question_id: int, learner: Learner) -> Say:
        """Return the hint of a question that waits, and remember that it was needed; raises what `answer` raises."""
        asked = await self.asked(question_id, learner)
        async with self.house.store.writing() as db:
            await reviews.hinted(db, question_id, self.house.clock())
        return hint_of(asked)

    async def remember(self, learner_id: int) -> Memory:
        """Return what a learner's answers say, and bring the kept cards in line with it."""
        async with self.house.store.reading() as db:
            given = await cards.given(db, learner_id, counted=COUNTED)
            kept = await cards.of_learner(db, learner_id)
            times = await reminders.times(db, learner_id)
            clocks = await reminders.clocks(db, learner_id)
        made = self._cards(given)
        if tuple(sorted(kept, key=lambda card: card.skill)) != made:
            await self.rebuild(learner_id)
        now = self.house.clock()
        zones = tuple(dict.fromkeys((times.zone, None, *clocks)))  # everyone begins by UTC
        moments = sorted(row.at for row in given)
        run = streak((days(at, zones) for at in moments), days(now, zones))
        return Memory(self._in_order(made), times.zone, day_of(now, times.zone), run)

    async def rebuild(self, learner_id: int) -> None:
        """Make a learner's cards anew from their answers."""
        async with self.house.store.writing() as db:
            made = self._cards(await cards.given(db, learner_id, counted=COUNTED))
            await cards.keep(db, learner_id, made)

    async def _send(self, question_id: int, learner: Learner, sent: Sent) -> Review:
        if (told := await taken_before(self.house, sent)) is not None:
            return (await self.sit(learner))._replace(judged=told)
        asked = await self.asked(question_id, learner)
        judged = await take(self.house, asked, learner, sent)
        judged = judged or await taken_before(self.house, sent)
        if judged is None:  # another touch got in between
            raise ReviewMovedError(await self.sit(learner))
        return (await self.sit(learner))._replace(judged=judged)

    async def _sitting(self, learner: Learner, memory: Memory) -> Sitting | None:
        """Return the open review, or a new one if anything is due; one of an earlier day is closed."""
        async with self.house.store.reading() as db:
            row = await reviews.find_open(db, learner.id)
        if row is None or day_of(row.started, memory.zone) < memory.today:
            row = await self._begin(learner, memory, row)
        return None if row is None else Sitting(row, await posed(self.house, Home("review", row.id), learner.id))

    async def _begin(self, learner: Learner, memory: Memory, old: ReviewRow | None) -> ReviewRow | None:
        now = self.house.clock()
        async with self.house.store.writing() as db:
            if old is not None:
                await reviews.end(db, old.id, now)
            if any(map(memory.due, memory.cards)):
                await reviews.begin(db, learner.id, self.house.secret(), now)
            return await reviews.find_open(db, learner.id)

    def _queue(self, sitting: Sitting, memory: Memory) -> list[str]:
        """Return the skills still to be asked in a sitting: those that are due, then those missed in it."""
        answered = [each for each in sitting.posed if each.counted]
        last = {skill_of(each.asked).id: each.counted[-1].kind for each in answered}
        due = [card.skill for card in memory.cards if memory.due(card) and card.skill not in last]
        newest_first = dict.fromkeys(skill_of(each.asked).id for each in reversed(answered))
        return due + [skill for skill in reversed(newest_first) if last[skill] != "correct"]

    async def _ask(self, learner: Learner, memory: Memory, sitting: Sitting, wanted: Sequence[str]) -> Review:
        """Ask the first skill of a queue that can be asked, or close the sitting."""
        for place, skill in enumerate(wanted):
            try:
                await self._put(learner, sitting, skill)
            except NothingToAskError:
                LOG.warning("nothing of %s can be asked", skill)
                continue
            here = sitting._replace(posed=await posed(self.house, Home("review", sitting.row.id), learner.id))
            assert here.open is not None  # put just now
            return self._wait(learner, memory, here, here.open, wanted[place:])
        async with self.house.store.writing() as db:
            await reviews.end(db, sitting.row.id, self.house.clock())
        return told(self._rest(learner, memory), sitting)

    async def _put(self, learner: Learner, sitting: Sitting, skill: str) -> None:
        """Put a question of a skill, other than its last one while it has another."""
        families = [facts.id for facts in self.house.bank.facts.values() if facts.skill == skill]
        row, turn = sitting.row, len(sitting.posed)
        drawn = await self._draw(learner, families, f"{row.secret}:review:{row.id}:{learner.id}:{turn}")
        async with self.house.store.writing() as db:
            await questions.ask(
                db,
                home=Home("review", row.id),
                learner_id=learner.id,
                turn=turn,
                certificate=drawn.certificate.dump(),
                remeasured=drawn.remeasured,
                at=self.house.clock(),
            )

    async def _draw(self, learner: Learner, families: Sequence[str], seed: str) -> Drawn:
        async with self.house.store.reading() as db:
            last = await reviews.last_problem(db, learner.id, families)
        try:
            return await draw(self.house, learner.id, families, seed, last=last)
        except NothingToAskError:
            return await draw(self.house, learner.id, families, seed)

    def _wait(
        self, learner: Learner, memory: Memory, sitting: Sitting, waiting: Posed, wanted: Sequence[str]
    ) -> Review:
        """Return the review that waits for an answer, or for the reading that was meant."""
        skill = skill_of(waiting.asked)
        doubt = waiting.sent[-1] if waiting.sent and waiting.sent[-1].kind == "ambiguous" else None
        judged = None if doubt is None else recall_judged(waiting.asked, doubt)
        review = self._rest(learner, memory)._replace(
            asked=waiting.asked,
            skill=skill,
            again=any(skill_of(each.asked).id == skill.id for each in sitting.posed if each is not waiting),
            left=len({*wanted, skill.id}),
            judged=judged,
            choices=reading_choices(judged),
        )
        return told(review, sitting)

    def _rest(self, learner: Learner, memory: Memory) -> Review:
        """Return a review in which nothing waits."""
        return Review(learner, None, None, False, 0, (), (), len(memory.cards), memory.next, memory.streak)

    def _cards(self, given: Sequence[cards.GivenRow]) -> tuple[CardRow, ...]:
        facts = self.house.bank.facts
        return cards_of(
            Given(row.question_id, facts[row.family].skill, row.kind == "correct", row.hinted, row.review_id, row.at)
            for row in given
            if row.family in facts  # one since taken out teaches nothing now
        )

    def _in_order(self, made: Sequence[CardRow]) -> tuple[CardRow, ...]:
        """Return cards by the moment they are due, then in the tour's order."""
        order = list(dict.fromkeys(facts.skill for facts in self.house.bank.facts.values()))
        return tuple(sorted(made, key=lambda card: (card.due, order.index(card.skill))))


def told(review: Review, sitting: Sitting) -> Review:
    """Return a review with what became of the sitting so far."""
    first: dict[str, tuple[Skill, bool]] = {}
    for each in sitting.posed:
        if each.counted:
            skill = skill_of(each.asked)
            first.setdefault(skill.id, (skill, each.counted[0].kind == "correct"))
    right, missed = (tuple(skill for skill, held in first.values() if held is wanted) for wanted in (True, False))
    return review._replace(right=right, missed=missed)


def days(at: datetime, zones: Sequence[str | None]) -> tuple[int, ...]:
    """Return the day of a moment by the clock of each zone."""
    return tuple(day_of(at, zone) for zone in zones)
