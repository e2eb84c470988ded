"""The rule book of a raid: one wall for many. It knows who struck, and whether rightly; never when, nor with what.

The wall is that of one challenger, three layers thick. Each layer it began with has a *strength*: half of those who
are in the raid when it first becomes the outermost, rounded up, at least one. A right answer, whoever gives it and
whatever it was asked about, cracks the outermost layer once; cracked as often as it is strong, the layer falls. A wrong
answer lays one more layer, of strength one and of the kind it was asked about, on top; but at most two for each
learner: what they get wrong beyond that costs the others nothing. The wall overgrows the raid only where more than half
of all who ever came did their worst, so that no one learner can sink it. What arrives after the end changes nothing;
a right answer among it landed with the last blow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from engine.rules.wall import Layer, Outcome, Wall

MOST_LAID = 2  # layers a learner can add to one raid


class Effect(StrEnum):
    """What one answer did."""

    CRACKED = "cracked"  # the outermost layer, which still stands
    FELLED = "felled"  # the outermost layer, and another stands behind it
    BROKE = "broke"  # the last layer
    LAID = "laid"  # one more layer
    SANK = "sank"  # one more layer, which was one too many
    SPARED = "spared"  # nothing: its learner had laid as many as one may
    LATE = "late"  # a right answer after the end: it landed with the last
    PAST = "past"  # a wrong one after the end: nothing


BLOWS = frozenset({Effect.CRACKED, Effect.FELLED, Effect.BROKE, Effect.LATE})
LAYINGS = frozenset({Effect.LAID, Effect.SANK})


class NotBegunError(Exception):
    """The wall was struck before the raid began."""


class Course(NamedTuple):
    """One layer of the shared wall; `strength` is None until it first becomes the outermost."""

    kind: Layer
    laid: bool = False  # by a wrong answer
    strength: int | None = None
    cracks: int = 0


class Part(NamedTuple):
    """What one learner did."""

    blows: int = 0
    layers: int = 0  # laid
    spared: int = 0  # wrong answers that cost nothing, because two layers were laid before


@dataclass(frozen=True)
class Siege:
    """A raid as it stands: courses from the innermost to the outermost, who ever came, who is here, who did what."""

    courses: tuple[Course, ...] = tuple(Course(layer) for layer in Wall().layers)
    begun: bool = False
    members: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    parts: Mapping[int, Part] = field(default_factory=dict)

    @property
    def limit(self) -> int:
        """How many layers overgrow this many learners; six for one, as at the wall of one's own."""
        return len(Wall().layers) + MOST_LAID * half(len(self.members)) + 1

    @property
    def outcome(self) -> Outcome:
        """Whether the wall stands, is broken, or has overgrown the raid."""
        if not self.courses:
            return Outcome.BROKEN
        return Outcome.OVERGROWN if len(self.courses) >= self.limit else Outcome.STANDING

    @property
    def outermost(self) -> Course | None:
        """The layer that is struck next; None once the wall no longer stands."""
        return self.courses[-1] if self.outcome is Outcome.STANDING else None

    def part(self, learner: int) -> Part:
        """Return what a learner did."""
        return self.parts.get(learner, Part())


class Joined(NamedTuple):
    """A learner came, for the first time or again."""

    learner: int


class Left(NamedTuple):
    """A learner went."""

    learner: int


@dataclass(frozen=True)
class Begun:
    """The raid began."""


class Struck(NamedTuple):
    """A learner answered a question about `kind`."""

    learner: int
    kind: Layer
    right: bool


Event = Joined | Left | Begun | Struck


def half(learners: int) -> int:
    """Return half of so many, rounded up, at least one.

    >>> [half(count) for count in range(6)]
    [1, 1, 1, 2, 2, 3]
    """
    return max(1, -(-learners // 2))


def step(siege: Siege, event: Event) -> tuple[Siege, Effect | None]:
    """Return the raid after one event, and what it did if it was an answer; after the end nobody comes or goes.

    Raises NotBegunError, and changes nothing, if an answer comes before the beginning.
    """
    if isinstance(event, Struck):
        return strike(siege, event)
    if siege.outcome is not Outcome.STANDING:
        return siege, None
    match event:
        case Joined(learner):
            return replace(siege, members=siege.members | {learner}, here=siege.here | {learner}), None
        case Left(learner):
            return replace(siege, here=siege.here - {learner}), None
        case _:
            return replace(siege, begun=True, courses=faced(siege.courses, siege.here)), None


def strike(siege: Siege, blow: Struck) -> tuple[Siege, Effect]:
    """Return the raid after one answer, and what it did."""
    if not siege.begun:
        raise NotBegunError
    part = siege.part(blow.learner)
    if blow.right:
        courses, effect = cracked(siege)
        part = part._replace(blows=part.blows + 1)
    elif siege.outcome is not Outcome.STANDING:
        return siege, Effect.PAST
    elif part.layers >= MOST_LAID:
        courses, effect = siege.courses, Effect.SPARED
        part = part._replace(spared=part.spared + 1)
    else:
        courses = (*siege.courses, Course(blow.kind, laid=True, strength=1))
        effect = Effect.SANK if len(courses) >= siege.limit else Effect.LAID
        part = part._replace(layers=part.layers + 1)
    return replace(siege, courses=courses, parts={**siege.parts, blow.learner: part}), effect


def cracked(siege: Siege) -> tuple[tuple[Course, ...], Effect]:
    """Return the courses after a right answer, and what it did."""
    outermost = siege.outermost
    if outermost is None:
        return siege.courses, Effect.LATE
    assert outermost.strength is not None  # it has been faced
    cracks, behind = outermost.cracks + 1, siege.courses[:-1]
    if cracks < outermost.strength:
        return (*behind, outermost._replace(cracks=cracks)), Effect.CRACKED
    return faced(behind, siege.here), Effect.FELLED if behind else Effect.BROKE


def faced(courses: tuple[Course, ...], here: frozenset[int]) -> tuple[Course, ...]:
    """Return the courses with the outermost as strong as half of those here, unless it was faced before."""
    if not courses or courses[-1].strength is not None:
        return courses
    return (*courses[:-1], courses[-1]._replace(strength=half(len(here))))


def replay(events: Iterable[Event]) -> tuple[Siege, tuple[Effect, ...]]:
    """Return the raid that these events leave, and what each answer among them did, in their order."""
    siege, effects = Siege(), []
    for event in events:
        siege, effect = step(siege, event)
        if effect is not None:
            effects.append(effect)
    return siege, tuple(effects)
