"""The wall as a picture: which courses stand, which were laid by wrong answers, and which lie broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from engine.rules.wall import Layer, Outcome, Wall
from quizbank.picture import Block, Picture


class Struck(Protocol):
    """One counted answer, as far as the picture is concerned."""

    @property
    def right(self) -> bool:
        """Whether it broke the layer that asked."""


def wall_picture(wall: Wall, strikes: Iterable[Struck]) -> Picture:
    """Return the picture of a wall and of the strikes that made it so; its words are in the book "bot".

    Raises ValueError if such strikes do not leave such a wall.
    """
    standing, fallen = courses(strikes)
    if tuple(layer for layer, _ in standing) != wall.layers:
        raise ValueError(f"these strikes do not leave {wall}")
    blocks = [Block(f"course.{layer}", state="broken") for layer in fallen]
    blocks += [Block(f"course.{layer}", state="new" if laid else "standing") for layer, laid in standing]
    counts = Counter(wall.layers)
    values = {
        "count": len(wall.layers),
        **{str(layer): counts[layer] for layer in Layer},
        "laid": sum(laid for _, laid in standing),
        "fallen": len(fallen),
    }
    return Picture("wall", title=f"title.{wall.outcome}", alt=alt(wall), values=values, blocks=tuple(blocks))


def courses(strikes: Iterable[Struck]) -> tuple[list[tuple[Layer, bool]], list[Layer]]:
    """Return the standing courses from the innermost, each with whether a wrong answer laid it, and the broken ones.

    Like the rule book it stops where the battle ends: a strike after that changed nothing.
    """
    standing = [(layer, False) for layer in Wall().layers]
    fallen = []
    for strike in strikes:
        if Wall(tuple(layer for layer, _ in standing)).asking is None:
            break
        if strike.right:
            fallen.append(standing.pop()[0])
        else:
            standing.append((standing[-1][0], True))
    return standing, fallen


def alt(wall: Wall) -> str:
    """Return the key of the sentence that says what the picture shows."""
    return f"alt.asks_{wall.asking}" if wall.outcome is Outcome.STANDING else f"alt.{wall.outcome}"
