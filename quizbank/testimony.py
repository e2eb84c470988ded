"""Confronts the two witnesses: what was measured must agree with the key, and with nothing else that could be meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from quizbank.certificate import Exact, Number


class Disagreement(Exception):  # noqa: N818 - named by what happened
    """The measurement does not bear the derivation out; the problem must not be asked."""

    def __init__(self, family: str, numbers: Mapping[str, Number], reason: str) -> None:
        super().__init__(family, numbers, reason)
        self.family = family
        self.numbers = dict(numbers)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.family} {self.numbers}: {self.reason}"


@dataclass(frozen=True)
class Testimony:
    """What was derived about one problem, before the instrument is heard."""

    family: str
    numbers: Mapping[str, Number]
    key: Exact
    traps: Mapping[str, Exact]
    slack: float  # the widest relative bound the family grants its instrument

    def refuse(self, reason: str) -> Disagreement:
        """Return the disagreement to raise."""
        return Disagreement(self.family, self.numbers, reason)


def agree(testimony: Testimony, value: Fraction | int | float | str, bound: float, how: str) -> None:
    """Raise Disagreement unless `value`, measured within the relative `bound`, is the key and can be no trap."""
    if bound > testimony.slack:
        raise testimony.refuse(f"{how} may stray by {bound:g}, the family grants {testimony.slack:g}")
    if not meets(value, testimony.key, bound):
        raise testimony.refuse(f"derived {testimony.key.text}, {how} measured {value}")
    for name, trap in testimony.traps.items():
        if meets(value, trap, bound):
            raise testimony.refuse(f"{how} measured {value}, which cannot be told from the trap {name}")


def meets(value: Fraction | int | float | str, exact: Exact, bound: float) -> bool:
    """Tell whether a measured value lies within the bound of a derived one; words must be the same word."""
    if isinstance(value, str) or exact.value is None:
        return str(value) == exact.text
    return abs(Fraction(value) - exact.value) <= Fraction(bound) * abs(exact.value)
