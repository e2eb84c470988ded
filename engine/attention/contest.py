"""Lets measured candidates decide a question of choice: the option that counts most, least, or as asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from engine.attention.measured import Measured

Count = Fraction | int | float


def largest(candidates: Mapping[str, Measured]) -> Measured:
    """Return the option that measured most; a tie is no answer and raises ValueError."""
    most = max(value_of(each) for each in candidates.values())
    return only(candidates, lambda value: value == most)


def smallest(candidates: Mapping[str, Measured]) -> Measured:
    """Return the option that measured least; a tie is no answer and raises ValueError."""
    least = min(value_of(each) for each in candidates.values())
    return only(candidates, lambda value: value == least)


def only(candidates: Mapping[str, Measured], holds: Callable[[Count], bool]) -> Measured:
    """Return the one option of whose measurement something holds; ValueError where it holds of none or of several.

    `only({"gelu": …, "softmax": …}, lambda change: change == 0)` finds what left the output as it was.
    """
    found = [name for name, each in candidates.items() if holds(value_of(each))]
    if len(found) != 1:
        raise ValueError(f"decides for {found} of {list(candidates)}")
    return Measured(found[0], 0.0, candidates[found[0]].how)


def value_of(measured: Measured) -> Count:
    """Return a measured number; TypeError for a word or a table."""
    if not isinstance(measured.value, Fraction | int | float):
        raise TypeError(f"{measured.how} measured no number")
    return measured.value
