"""What the Bell Tower asks about tables of positions: how large a learned one is, how long the sinusoid's waves are.

d is the width of the encoding, n the number of positions, i numbers the pairs of sine and cosine from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, pi, sqrt

from engine.attention import spectrum
from engine.attention.measured import FLOAT64
from engine.exact import waves
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 500)
ROUGHLY = Fraction(1, 200)
SOME_POSITION = 37  # at which someone may think the vector to be so many times longer


@dataclass(frozen=True)
class TableSize(Family):
    """Parameters of a learned position table."""

    id = "bell.params"
    skill = "position.learned"
    difficulty = 1
    unit = "params"

    n: int = among(256, 512, 1024, 2048, 4096)
    d: int = among(384, 512, 768, 1024)

    def answer(self) -> Expr:
        return waves.table_size(self.n, self.d)

    def witness(self) -> Measured:
        return spectrum.table_size(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        return {"zero": Integer(0), "one_per_position": Integer(self.n), "squared": Integer(self.n) ** 2}


@dataclass(frozen=True)
class Frequencies(Family):
    """How many different frequencies a sinusoidal encoding has."""

    id = "bell.freqs"
    skill = "position.sinusoid"
    difficulty = 1

    d: int = among(16, 32, 64, 128, 256, 512, 768)

    def answer(self) -> Expr:
        return waves.distinct(self.d)

    def witness(self) -> Measured:
        return spectrum.distinct(self.d)

    def traps(self) -> dict[str, Expr]:
        return {"d": Integer(self.d), "one": Integer(1), "d_minus_1": Integer(self.d - 1)}


@dataclass(frozen=True)
class Length(Family):
    """The length of a position vector."""

    id = "bell.norm"
    skill = "position.sinusoid"
    difficulty = 2
    tolerance = ROUNDED
    slack = FLOAT64

    d: int = among(16, 32, 64, 128, 256, 512, 768, 1024)

    def answer(self) -> Expr:
        return waves.length(self.d)

    def witness(self) -> Measured:
        return spectrum.length(self.d)

    def traps(self) -> dict[str, Expr]:
        half = Rational(self.d, 2)
        return {
            "unit": Integer(1),
            "sqrt_d": sqrt(self.d),
            "squared": half,
            "grows_with_position": SOME_POSITION * sqrt(half),
        }

    def steps(self) -> dict[str, Expr]:
        return {"pairs": waves.distinct(self.d)}


@dataclass(frozen=True)
class Wavelength(Family):
    """The wavelength of one pair."""

    id = "bell.wavelength"
    skill = "position.sinusoid"
    difficulty = 2
    unit = "positions"
    tolerance = ROUNDED
    slack = FLOAT64

    d: int = among(64, 128, 256, 512)
    i: int = among(0, 1, 4, 8, 16, 24)

    def answer(self) -> Expr:
        return waves.wavelength(self.i, self.d)

    def witness(self) -> Measured:
        return spectrum.wavelength(self.i, self.d)

    def traps(self) -> dict[str, Expr]:
        grown = Integer(10000) ** Rational(self.i, self.d)
        return {
            "forgot_2pi": grown**2,
            "i_not_2i": 2 * pi * grown,
            "inverted": 2 * pi / grown**2,
            "linear": 2 * pi * (1 + self.i),
        }

    def steps(self) -> dict[str, Expr]:
        return {"exponent": Rational(2 * self.i, self.d)}


@dataclass(frozen=True)
class Longest(Family):
    """The longest wavelength in an encoding."""

    id = "bell.longest"
    skill = "position.sinusoid"
    difficulty = 3
    unit = "positions"
    tolerance = ROUGHLY
    slack = FLOAT64

    d: int = among(16, 32, 64, 96, 128, 192, 256)

    def answer(self) -> Expr:
        return waves.longest(self.d)

    def witness(self) -> Measured:
        return spectrum.longest(self.d)

    def traps(self) -> dict[str, Expr]:
        grown = Integer(10000) ** Rational(self.d - 2, self.d)
        return {
            "round_figure": 2 * pi * 10000,
            "forgot_2pi": grown,
            "exponent_i_d": 2 * pi * sqrt(grown),
        }

    def steps(self) -> dict[str, Expr]:
        return {"last": Rational(self.d, 2) - 1, "exponent": Rational(self.d - 2, self.d)}
