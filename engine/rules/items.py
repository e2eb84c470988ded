"""The rule book of items: how hard a question was for a class, and whether it tells the stronger from the weaker.

Difficulty is the share that was right at the first try. Discrimination is the point-biserial correlation between being
right here and the share each learner had right of everything else: near 1, those who know the rest know this; near 0,
it tells nothing; below 0, those who know the rest are the ones who miss it, and the question deserves a look.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Literal, NamedTuple

ENOUGH = 10  # learners; with fewer, a correlation says more about chance than about the question

Silence = Literal["few", "alike", "level"]  # too few learners; all right or all wrong; the rest tells them not apart


class Try(NamedTuple):
    """One learner's first try at an item, and the share of all else they had right."""

    right: bool
    rest: Fraction


def difficulty(right: int, tried: int) -> Fraction:
    """Return the share of first tries that were right: 1 is the easiest; raises ZeroDivisionError without any."""
    return Fraction(right, tried)


def discrimination(tries: Sequence[Try]) -> float | Silence:
    """Return the point-biserial correlation, -1 to 1, or why there is none to be told.

    >>> discrimination([Try(True, Fraction(1))] * 5 + [Try(False, Fraction(0))] * 5)
    1.0
    """
    if len(tries) < ENOUGH:
        return "few"
    right = [each.rest for each in tries if each.right]
    wrong = [each.rest for each in tries if not each.right]
    if not right or not wrong:
        return "alike"
    spread = variance([*right, *wrong])
    if spread == 0:
        return "level"
    share = Fraction(len(right), len(tries))
    apart = mean(right) - mean(wrong)
    size = sqrt(apart**2 * share * (1 - share) / spread)
    return -size if apart < 0 else size


def mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean."""
    return sum(values, Fraction(0)) / len(values)


def variance(values: Sequence[Fraction]) -> Fraction:
    """Return the mean square distance from the mean."""
    middle = mean(values)
    return mean([(value - middle) ** 2 for value in values])
