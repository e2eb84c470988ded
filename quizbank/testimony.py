"""Confronts the two witnesses: what was measured must agree with the key, and with nothing else that could be meant."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.answers import Unreadable
from quizbank.certificate import Exact, Number
from quizbank.symbolic import Points, follows, still

Value = Fraction | int | float | str | Points


class Disagreement(Exception):  # noqa: N818 - named by what happened
    """The measurement does not bear the derivation out; the problem must not be asked.

    `reason` is the key of a line, `values` fill it: "missed" the key, "trapped" (it could be that trap), "coarse" (an
    instrument may stray further than the family grants), "still" (letters that kept one size), "foreign" (letters that
    were not measured).
    """

    def __init__(self, family: str, numbers: Mapping[str, Number], reason: str, **values: str) -> None:
        super().__init__(family, numbers, reason, values)
        self.family = family
        self.numbers = dict(numbers)
        self.reason = reason
        self.values = values

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.family} {self.numbers}: {self.reason}: {told}"


class Testimony(NamedTuple):
    """What was derived about one problem, before the instrument is heard."""

    family: str
    numbers: Mapping[str, Number]
    key: Exact
    traps: Mapping[str, Exact]
    slack: float  # the widest relative bound the family grants its instrument

    def refuse(self, reason: str, **values: object) -> Disagreement:
        """Return the disagreement to raise."""
        said = {name: str(value) for name, value in values.items()}
        return Disagreement(self.family, self.numbers, reason, **said)


def agree(testimony: Testimony, value: Value, bound: float, how: str) -> None:
    """Raise Disagreement unless `value`, measured within the relative `bound`, is the key and can be no trap."""
    if bound > testimony.slack:
        raise testimony.refuse("coarse", how=how, bound=f"{bound:g}", granted=f"{testimony.slack:g}")
    if isinstance(value, Points) and (letters := still(value)):
        raise testimony.refuse("still", how=how, letters=", ".join(letters))
    try:
        confront(testimony, value, bound, how)
    except Unreadable as refusal:
        raise testimony.refuse("foreign", how=how, letters=refusal.text) from refusal


def confront(testimony: Testimony, value: Value, bound: float, how: str) -> None:
    """Raise Disagreement where the measurement misses the key or meets a trap."""
    if not meets(value, testimony.key, bound):
        raise testimony.refuse("missed", derived=testimony.key.text, how=how, measured=value)
    for name, trap in testimony.traps.items():
        if meets(value, trap, bound):
            raise testimony.refuse("trapped", how=how, measured=value, trap=name)


def meets(value: Value, exact: Exact, bound: float) -> bool:
    """Tell whether a measured value lies within the bound of a derived one.

    Words must be the same word; counts at several sizes must follow an expression at each of them.
    """
    if isinstance(value, Points):
        return follows(value, exact.text, bound)
    if isinstance(value, str) or exact.value is None:
        return str(value) == exact.text
    return abs(Fraction(value) - exact.value) <= Fraction(bound) * abs(exact.value)
