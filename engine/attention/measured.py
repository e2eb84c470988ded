"""What an instrument says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

FLOAT64 = 1e-12  # a few thousand roundings of 1.1e-16; what the floating instruments vouch for


class Measured(NamedTuple):
    """A value, how far it may stray from the truth (relative; 0 = exact), and the instrument's name."""

    value: Fraction | int | float | str | Points
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


@dataclass(frozen=True)
class Points:
    """What an instrument counted at several sizes, for a key that is an expression in those letters.

    `growing` says that only the order of growth is vouched for: the counts follow the key up to one constant factor.
    """

    readings: tuple[tuple[Mapping[str, int], Fraction | int], ...]  # the letters' values, and what was counted there
    growing: bool = False

    def __str__(self) -> str:
        named = ((", ".join(f"{letter}={size}" for letter, size in at.items()), value) for at, value in self.readings)
        return "; ".join(f"{at}: {value}" for at, value in named)


def at_sizes(instrument: Callable[..., Measured], **arguments: int | Sequence[int]) -> Measured:
    """Count at every combination of sizes: an argument with several sizes is a letter of the key, any other is fixed.

    `at_sizes(tally.core_macs, n=(128, 256), d=(64, 192), layers=6)` counts four times, for a key in n and d.
    """
    fixed = {name: size for name, size in arguments.items() if isinstance(size, int)}
    letters = {name: sizes for name, sizes in arguments.items() if not isinstance(sizes, int)}
    where = [dict(zip(letters, sizes, strict=True)) for sizes in product(*letters.values())]
    heard = [instrument(**at, **fixed) for at in where]
    counts = [each.value for each in heard if isinstance(each.value, int | Fraction) and not each.bound]
    if len(counts) < len(where):
        raise TypeError(f"{heard[0].how} did not count")
    return Measured(Points(tuple(zip(where, counts, strict=True))), 0.0, heard[0].how)


def growth_at(instrument: Callable[..., Measured], drift: float = 0.0, **arguments: int | Sequence[int]) -> Measured:
    """Count as `at_sizes` does, for the order of growth alone.

    `drift` is how far count ÷ key may vary over these sizes because lower terms have not died out yet: 0 where there
    are none; causal pairs n(n + 1)/2 over n = 1024, 2048 stray from n² by 0.0005.
    """
    heard = at_sizes(instrument, **arguments)
    assert isinstance(heard.value, Points)
    return Measured(replace(heard.value, growing=True), drift, heard.how)
