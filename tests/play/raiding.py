"""What the tests of raids share: a clock that stands until it is moved, learners by number, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import cast

from sqlalchemy import func, select

from bot.play import Play
from bot.play.judging import COUNTED
from bot.play.raid.raid import Raid, Told
from bot.play.scene import Asked, Learner, Place, Sent
from bot.store.store import Store
from bot.store.tables import answer
from bot.workshop.workshop import Workshop
from quizbank.bank import Bank, open_bank
from tests.play.stage import QuietWorkshop, right, trapped

BANK = open_bank()
HERE = Place(guild=5, channel=50)


@dataclass
class Clock:
    """Shows the same moment until it is moved; a microsecond passes at each look, as it does in life."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now

    def wait(self, **spans: float) -> None:
        self.now += timedelta(**spans)


@dataclass
class Camp:
    """A store, a game on it, and the clock both live by."""

    store: Store
    clock: Clock
    play: Play

    def restart(self) -> None:
        """Let the process die and another open the same store."""
        self.play = opened(self.store, self.clock)

    async def learner(self, number: int, name: str | None = None) -> Learner:
        """Return a learner who was met: odd numbers speak Chinese, even ones English."""
        called = f"n{number}" if name is None else name
        return await self.play.meet(number, name=called, locale="zh-CN" if number % 2 else "en-US")

    async def gathered(self, learners: int, place: Place = HERE) -> tuple[Raid, list[Learner]]:
        """Open a raid, let so many in, and begin; the first is its host."""
        all_of = [await self.learner(number) for number in range(1, learners + 1)]
        raid, _ = await self.play.raids.open(all_of[0], place, "adept")
        for learner in all_of[1:]:
            await self.play.raids.join(raid.id, learner)
        return await self.play.raids.start(raid.id, all_of[0]), all_of

    async def strike(self, raid: Raid, learner: Learner, *, rightly: bool, interaction: int | None = None) -> Told:
        """Answer the learner's open question."""
        turn = await self.play.raids.turns.face(raid.id, learner)
        assert turn.asked is not None
        text = right(turn.asked) if rightly else trapped(turn.asked)
        return await self.send(raid, learner, turn.asked, text, interaction)

    async def send(self, raid: Raid, learner: Learner, asked: Asked, text: str, interaction: int | None = None) -> Told:
        """Send a text to a question."""
        sent = Sent(text, self.clock(), interaction)
        return await self.play.raids.turns.answer(raid.id, asked.turn, asked.attempt, learner, sent)

    async def found(self, raid: Raid) -> Raid:
        """Return the raid as it stands now."""
        now = await self.play.raids.find(raid.id)
        assert now is not None
        return now


def opened(store: Store, clock: Clock, bank: Bank = BANK) -> Play:
    """Return the game on a store, as a freshly started process would open it."""
    return Play(store, bank, cast(Workshop, QuietWorkshop()), clock=clock, secrets=Random(7).getrandbits)


def camp(store: Store) -> Camp:
    """Return a camp on a store."""
    clock = Clock()
    return Camp(store, clock, opened(store, clock))


interactions = count(1_000_000)


async def counted(store: Store) -> int:
    """Return how many answers count."""
    async with store.reading() as db:
        given = select(func.count()).select_from(answer).where(answer.c.kind.in_(COUNTED))
        return (await db.execute(given)).scalar_one()
