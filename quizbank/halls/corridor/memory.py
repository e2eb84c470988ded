"""What all questions about memory have in common: their answer is a size, and says its unit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quizbank.family import Family


@dataclass(frozen=True)
class Memory(Family):
    """A family that asks for a size."""

    kind = "quantity"
    layer = "memory"
    tolerance = Fraction(1, 200)  # 8 MiB may be given as 8.39 MB; MB and MiB themselves lie 5 % apart
