"""What the Bell Tower asks about two rows of the sinusoid: what they make together, and how one becomes the other.

d is the width of the encoding, m and p are positions, k the distance of another.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol, cos

from engine.attention import spectrum
from engine.attention.measured import FLOAT64
from engine.exact import waves
from quizbank.family import Family, Measured, among

ROUGHLY = Fraction(1, 200)


@dataclass(frozen=True)
class Dot(Family):
    """The dot product of two position vectors of width 4."""

    id = "bell.dot"
    skill = "position.relative"
    difficulty = 4
    tolerance = ROUGHLY
    slack = FLOAT64

    m: int = among(3, 10, 50)
    k: int = among(1, 2, 3, 5, 7)

    def answer(self) -> Expr:
        return waves.dot(4, self.k)

    def witness(self) -> Measured:
        return spectrum.dot(4, self.m, self.k)

    def traps(self) -> dict[str, Expr]:
        summed = 2 * self.m + self.k
        return {
            "one_frequency": 2 * cos(self.k),
            "norm_only": Integer(2),
            "absolute_position": cos(summed) + cos(Rational(summed, 100)),
        }

    def steps(self) -> dict[str, Expr]:
        return {"fast": cos(self.k), "slow": cos(Rational(self.k, 100)), "n": Integer(self.m + self.k)}


@dataclass(frozen=True)
class ShiftTrace(Family):
    """The trace of the one linear map that takes each position vector of width 4 to the one k further on."""

    id = "bell.shift"
    skill = "position.relative"
    difficulty = 5
    tolerance = ROUGHLY
    slack = spectrum.FIT

    k: int = among(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

    def answer(self) -> Expr:
        return waves.shift_trace(4, self.k)

    def witness(self) -> Measured:
        return spectrum.shift_trace(4, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "identity": Integer(4),
            "one_frequency": 4 * cos(self.k),
            "one_cosine_a_pair": waves.dot(4, self.k),
        }

    def steps(self) -> dict[str, Expr]:
        return {"fast": 2 * cos(self.k), "slow": 2 * cos(Rational(self.k, 100))}


@dataclass(frozen=True)
class Nearer(Family):
    """A choice: which of two positions, k before or k after, lies nearer by the dot product."""

    id = "bell.direction"
    skill = "position.relative"
    difficulty = 3
    kind = "choice"
    symbols = ("before", "after", "equal")

    d: int = among(16, 32, 64)
    p: int = among(20, 50, 200)
    k: int = among(1, 5, 12)

    def answer(self) -> Expr:
        return waves.nearer(self.d, self.k)

    def witness(self) -> Measured:
        return spectrum.nearer(self.d, self.p, self.k)

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in ("before", "after")}
