"""A study session on a real store: a clock in the hand, learners who answer, and processes that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, cast

from sqlalchemy import func, select

from bot.play import Play
from bot.play.judging import COUNTED
from bot.play.scene import Asked, Learner, Place
from bot.play.study.study import Settings, Study, Told, Turned
from bot.store.store import Store
from bot.store.tables import answer, learner
from bot.workshop.workshop import Workshop
from quizbank.bank import Bank, open_bank
from tests.play.stage import QuietWorkshop, right, trapped

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
PLACE = Place(9, 90)
TICK, STRIDE = 2.0, 9.0  # seconds between two turns of the clockwork; and where a long time is to pass
DIAL = Settings(("dial",), rounds=2)
TIMED = Settings(("dial",), rounds=2, pace="timed", seconds=60)
RACE = Settings(("dial",), rounds=2, pace="race", seconds=60)
PEER = Settings(("dial",), rounds=1, peer=True)


@cache
def bank() -> Bank:
    return open_bank()


class Hand:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Class:
    """A group, the process that serves it, and the time of day."""

    def __init__(self, store: Store, size: int, hand: Hand | None = None) -> None:
        self.store = store
        self.hand = hand or Hand()
        self.learners = [Learner(100 + n, "zh-CN" if n % 2 else "en", f"learner {n}") for n in range(size)]
        self.restart()

    @property
    def host(self) -> Learner:
        return self.learners[0]

    def restart(self) -> None:
        """Begin anew with nothing but what is stored."""
        workshop = cast(Workshop, QuietWorkshop())
        self.play = Play(self.store, bank(), workshop, clock=self.hand, secrets=Random(7).getrandbits)
        self.studies = self.play.studies

    async def met(self) -> Class:
        """Let everyone be known; all at once, for a class may be large."""
        rows = [{"id": each.id, "name": each.name, "text_only": False, "met": START} for each in self.learners]
        async with self.store.writing() as db:
            await db.execute(learner.insert(), rows)
        return self

    async def begun(self, settings: Settings = DIAL, *, joined: Sequence[Learner] | None = None) -> Study:
        """Open a session, let everyone in, and begin its first round, whose message stands at once."""
        study = await self.studies.open(self.host, PLACE, settings)
        for each in self.learners[1:] if joined is None else joined:
            await self.studies.join(each, study.id)
        study = await self.studies.start(self.host, study.id)
        await self.studies.shown(study.id, 1, self.hand.now)
        return await self.studies.standing(study.id)

    async def wait(self, seconds: float) -> Turned:
        """Let time pass while the clockwork runs; return all that it brought about."""
        turned = Turned()
        end = self.hand.now + timedelta(seconds=seconds)
        step = timedelta(seconds=TICK if seconds < 150 else STRIDE)
        while self.hand.now < end:
            self.hand.now = min(end, self.hand.now + step)
            more = await self.studies.due(self.hand.now)
            turned = Turned(turned.changed + more.changed, turned.begun + more.begun, turned.missed + more.missed)
        return turned

    async def send(self, study_id: int, who: Learner, text: str, **sent: Any) -> Told:
        """Send a text to one's own question."""
        asked = await self.studies.question(study_id, who)
        study = await self.studies.standing(study_id)
        assert study.round is not None
        return await self.studies.answer(study_id, study.round.number, asked.attempt, who, text, **sent)

    async def rightly(self, study_id: int, who: Learner, **sent: Any) -> Told:
        """Answer one's own question rightly."""
        return await self.send(study_id, who, right(await self.studies.question(study_id, who)), **sent)

    async def wrongly(self, study_id: int, who: Learner, **sent: Any) -> Told:
        """Fall into one's own question's first trap."""
        return await self.send(study_id, who, trap(await self.studies.question(study_id, who)), **sent)

    async def go_on(self, study_id: int) -> Study:
        """Let the host move on from where the session is, and its next message stand."""
        study = await self.studies.standing(study_id)
        assert study.round is not None
        host = next(each for each in self.learners if each.id == study.host.id)
        study = await self.studies.skip(host, study_id, study.round.number, study.round.phase)
        if study.round is not None:
            await self.studies.shown(study_id, study.round.number, self.hand.now)
        return await self.studies.standing(study_id)

    async def counted(self) -> int:
        """Return how many answers counted in all."""
        async with self.store.reading() as db:
            given = select(func.count()).select_from(answer).where(answer.c.kind.in_(COUNTED))
            return (await db.execute(given)).scalar_one()


def trap(asked: Asked) -> str:
    """Return an answer that is wrong: the first trap, or anything where no trap has a name."""
    return trapped(asked) if asked.certificate.traps else "-12345"


async def a_class(store: Store, size: int = 3) -> Class:
    """Return a class of so many, met."""
    return await Class(store, size).met()
