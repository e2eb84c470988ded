"""What an instrument says."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

FLOAT64 = 1e-12  # a few thousand roundings of 1.1e-16; what the floating instruments vouch for


class Measured(NamedTuple):
    """A value, how far it may stray from the truth (relative; 0 = exact), and the instrument's name."""

    value: Fraction | int | float | str
    bound: float
    how: str

    def plus(self, known: int) -> Measured:
        """Return what was counted with a given number added; what strays relatively could not be shifted so."""
        if self.bound or not isinstance(self.value, int | Fraction):
            raise TypeError(f"{self.how} did not count")
        return self._replace(value=self.value + known)


def counted(value: Fraction | int, how: str) -> Measured:
    """Return what was counted: exact."""
    return Measured(value, 0.0, how)


def floating(value: float, how: str) -> Measured:
    """Return what was computed in float64."""
    return Measured(value, FLOAT64, how)
