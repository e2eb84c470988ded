"""Where a learner stands in a hall: the fold of the steps they took there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.play.house import House
from bot.play.scene import Learner, Walk
from bot.play.tour.proving import course
from bot.play.tour.tour_refusals import NotYourWalkError
from bot.store import battles, walks
from bot.store.walks import WalkRow
from engine.rules import tour
from quizbank.beat import Beat, Fight
from quizbank.hall import Hall


@dataclass(frozen=True)
class Whereabouts:
    """A walk, its hall and beats, the index of the beat that waits, and what was done before it."""

    row: WalkRow
    hall: Hall
    beats: tuple[Beat, ...]
    index: int
    opened: Mapping[str, str]  # by beat, the move that opened the way there

    @property
    def beat(self) -> Beat | None:
        """The beat that waits; None once the walk has come to its end, either way."""
        return self.beats[self.index] if self.index < len(self.beats) and self.row.ended is None else None

    @property
    def walk(self) -> Walk:
        """The place, as scenes show it."""
        beat, steps = self.beat, len(self.beats)
        step = min(self.index + 1, steps)
        return Walk(self.row.id, self.hall.id, None if beat is None else beat.id, step, steps, self.row.proving)


async def locate(house: House, row: WalkRow) -> Whereabouts:
    """Return where a walk stands, and write its end down once it has come through."""
    at = await recall(house, row)
    if isinstance(at.beat, Fight) and await wall_broken_since(house, row):
        await take_step(house, at, "fight", passed=True)
        at = await recall(house, row)
    if at.index == len(at.beats) and row.ended is None:
        return await end(house, at, "proved" if row.proving else "walked")
    return at


async def end(house: House, at: Whereabouts, outcome: str) -> Whereabouts:
    """Write down how a walk ended, and return where it stands then."""
    async with house.store.writing() as db:
        await walks.end(db, at.row.id, outcome, house.clock())
        row = await walks.find(db, at.row.id)
    assert row is not None  # it was there to be ended
    return replace(at, row=row)


async def locate_own(house: House, walk_id: int, learner: Learner) -> Whereabouts:
    """Return where this learner's walk stands; raises NotYourWalkError if it is another's, or no walk at all."""
    async with house.store.reading() as db:
        row = await walks.find(db, walk_id)
    if row is None or row.learner_id != learner.id or row.hall not in house.bank.halls:
        raise NotYourWalkError
    return await locate(house, row)


async def recall(house: House, row: WalkRow) -> Whereabouts:
    """Return where the stored steps of a walk lead."""
    beats = course(house.bank, row)
    async with house.store.reading() as db:
        steps = await walks.steps(db, row.id)
    taken = [tour.Step(step.beat, step.passed) for step in steps]
    index = tour.stand([beat.id for beat in beats], taken)
    opened = {step.beat: step.move for step in steps if step.passed}
    return Whereabouts(row, house.bank.halls[row.hall], beats, index, opened)


async def take_step(house: House, at: Whereabouts, move: str, *, passed: bool, interaction: int | None = None) -> None:
    """Write down a step at the beat that waits; one that is written already changes nothing."""
    assert at.beat is not None
    async with house.store.writing() as db:
        await walks.step(
            db,
            at.row.id,
            beat=at.beat.id,
            move=move,
            passed=passed,
            interaction=interaction,
            at=house.clock(),
        )


async def wall_broken_since(house: House, row: WalkRow) -> bool:
    """Tell whether the learner has broken a wall since this walk began."""
    async with house.store.reading() as db:
        return await battles.first_broken(db, row.learner_id, row.started) is not None
