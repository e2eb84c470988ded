"""Keys with letters in them: whether what was counted at several sizes follows an expression, and what it may not be.

Both sides meet in the reader's own grammar, so that a key the learner could not type back is refused here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, runtime_checkable

from engine.answers import Reading, read
from engine.answers.evaluate import evaluate
from engine.answers.values import BoundsError
from quizbank.judging import same


@runtime_checkable
class Points(Protocol):
    """What an instrument counted at several sizes."""

    @property
    def readings(self) -> tuple[tuple[Mapping[str, int], Fraction | int], ...]:
        """The letters' values, and the count there."""

    @property
    def growing(self) -> bool:
        """Whether the key is an order of growth, met up to one constant factor."""


def still(points: Points) -> tuple[str, ...]:
    """Return the letters that kept one size at all points: a key's dependence on those was never tried."""
    letters = points.readings[0][0]
    return tuple(letter for letter in letters if len({at[letter] for at, _ in points.readings}) < 2)


def follows(points: Points, text: str, bound: float) -> bool:
    """Tell whether the counts are the expression's values at every point, or keep one ratio to them if growing.

    Unreadable where the text has a letter that was not measured.
    """
    if not points.growing:
        return all(abs(count - value) <= Fraction(bound) * abs(value) for count, value in beside(points, text))
    ratios = [Fraction(count) / value if value else None for count, value in beside(points, text)]
    known = [ratio for ratio in ratios if ratio]
    return len(known) == len(points.readings) and max(known) <= min(known) * (1 + Fraction(bound))


def beside(points: Points, text: str) -> Iterator[tuple[Fraction | int, Fraction]]:
    """Yield each count with the expression's value there; 0 where it has none an answer may have."""
    for at, count in points.readings:
        tree = form(text, "expression", tuple(at)).tree
        assert tree is not None  # it is no word
        try:
            yield count, Fraction(evaluate(tree, at))
        except BoundsError:
            yield count, Fraction(0)


def told_apart(one: str, other: str, kind: str, symbols: Collection[str]) -> bool:
    """Tell whether the judge knows two closed forms from each other; what it cannot decide is not apart."""
    return same(form(one, kind, tuple(symbols)), form(other, kind, tuple(symbols))) is False


@lru_cache(maxsize=1024)
def form(text: str, kind: str, symbols: tuple[str, ...]) -> Reading:
    """Read a closed form as the judge will."""
    return read(text, kind, symbols=symbols)
