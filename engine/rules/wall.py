"""The rule book of the O(n²) Wall. It knows answers only as right or wrong, never who gave them or when.

The wall begins three layers thick, and each layer asks one question: the outermost of *dot* products, the next of the
*grid* of scores, the innermost of *memory*. A right answer breaks the layer that asked. A wrong answer lays one more
layer of the same kind on top. With no layer left the wall is broken; at six it has overgrown the learner; until then
it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

OVERGROWN_AT = 6  # layers


class Layer(StrEnum):
    """What a layer asks about."""

    DOT = "dot"
    GRID = "grid"
    MEMORY = "memory"


class Outcome(StrEnum):
    """How things stand between the wall and its challenger."""

    STANDING = "standing"
    BROKEN = "broken"
    OVERGROWN = "overgrown"


class NotStandingError(Exception):
    """The wall was struck after its end: it stands no longer, and asks nothing."""


class Wall(NamedTuple):
    """Layers from the innermost to the outermost; the outermost asks."""

    layers: tuple[Layer, ...] = (Layer.MEMORY, Layer.GRID, Layer.DOT)

    @property
    def outcome(self) -> Outcome:
        """Whether it stands, is broken, or has overgrown its challenger."""
        if not self.layers:
            return Outcome.BROKEN
        return Outcome.OVERGROWN if len(self.layers) >= OVERGROWN_AT else Outcome.STANDING

    @property
    def asking(self) -> Layer | None:
        """The layer whose question is open; None once the wall no longer stands."""
        return self.layers[-1] if self.outcome is Outcome.STANDING else None


def strike(wall: Wall, right: bool) -> Wall:
    """Return the wall after one answer.

    >>> strike(Wall(), right=False).layers[-2:]
    (<Layer.DOT: 'dot'>, <Layer.DOT: 'dot'>)

    Raises NotStandingError, and changes nothing, if the wall no longer stands.
    """
    asking = wall.asking
    if asking is None:
        raise NotStandingError(wall.outcome)
    return Wall(wall.layers[:-1] if right else (*wall.layers, asking))


def replay(answers: Iterable[bool]) -> Wall:
    """Return the wall that these answers, in the order of their turns, leave; it stops where the battle ends."""
    wall = Wall()
    for right in answers:
        if wall.asking is None:
            break
        wall = strike(wall, right)
    return wall
