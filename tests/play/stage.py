"""A stage for the use cases: a real store, the real bank, and a workshop that says what a test wants it to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import cast

from bot.play import Play
from bot.play.scene import Asked, Learner, Scene
from bot.store.store import Store
from bot.workshop.remeasured import Remeasured
from bot.workshop.workshop import Workshop
from quizbank.bank import Bank, open_bank
from quizbank.certificate import Exact, Number

ZH, EN = Learner(1, "zh-CN", "甲"), Learner(2, "en", "B")
Measure = Callable[[str, Mapping[str, Number]], Remeasured | None]


class QuietWorkshop:
    """Draws nothing, shows nothing, and measures as it is told."""

    def __init__(self, measure: Measure = lambda family, numbers: None) -> None:
        self._measure = measure
        self.measured: list[tuple[str, Mapping[str, Number]]] = []

    async def measure(
        self, family: str, numbers: Mapping[str, Number], *, patience: float | None = None
    ) -> Remeasured | None:
        self.measured.append((family, numbers))
        return self._measure(family, numbers)

    async def exhibit(
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> None:
        return None


def clock() -> Callable[[], datetime]:
    """Return a clock that moves on by a second each time it is looked at."""
    ticks = count()
    return lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))


def staged(store: Store, workshop: QuietWorkshop | None = None, bank: Bank | None = None, seed: int = 7) -> Play:
    """Return the game on a store, as a freshly started process would open it."""
    quiet = cast(Workshop, workshop or QuietWorkshop())
    return Play(store, bank or open_bank(), quiet, clock=clock(), secrets=Random(seed).getrandbits)


def typed(value: Exact, asked: Asked) -> str:
    """Return a value as a learner would type it, with the unit of the question."""
    unit = asked.certificate.unit
    return f"{value.text} {unit}" if unit else value.text


def right(asked: Asked | None) -> str:
    """Return the right answer."""
    assert asked is not None
    return typed(asked.certificate.key, asked)


def trapped(asked: Asked | None) -> str:
    """Return the answer of the first trap."""
    assert asked is not None
    return typed(next(iter(asked.certificate.traps.values())), asked)


async def send(
    play: Play, scene: Scene, text: str, *, learner: Learner | None = None, interaction: int | None = None
) -> Scene:
    """Answer the question a battle's scene asks."""
    assert scene.battle is not None
    assert scene.asked is not None
    who = learner or scene.learner
    asked = scene.asked
    return await play.answer(scene.battle.id, asked.turn, asked.attempt, who, text, interaction=interaction)
