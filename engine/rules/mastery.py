"""The rule book of mastery: how well a learner holds a skill, from their answers to it and nothing else.

Only first attempts speak. Each new one counts for half of what is known, so the last few decide: a skill is *held*
after two right answers running, and a slip is felt at once and forgiven soon.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

HELD = Fraction(3, 4)  # from here on a skill counts as held
WEIGHT = Fraction(1, 2)  # of the newest answer


def mastery(first_attempts: Iterable[bool]) -> Fraction:
    """Return how well a skill is held, 0 to 1, from its first attempts in order; 0 where there are none.

    >>> mastery([True, True])
    Fraction(3, 4)
    """
    held = Fraction(0)
    for right in first_attempts:
        held += ((1 if right else 0) - held) * WEIGHT
    return held
