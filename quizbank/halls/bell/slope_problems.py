"""What the Bell Tower asks about ALiBi: a penalty of slope times distance, and which head has which slope."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, exp

from engine.attention import lean
from engine.attention.measured import FLOAT64
from engine.exact import slopes
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 500)


@dataclass(frozen=True)
class Penalty(Family):
    """The bias of a key D positions back."""

    id = "bell.alibi_bias"
    skill = "position.alibi"
    difficulty = 1
    slack = FLOAT64

    D: int = among(1, 3, 5, 10, 24, 100)
    m: int = among(2, 4, 8, 16)

    def answer(self) -> Expr:
        return slopes.penalty(self.D, self.m)

    def witness(self) -> Measured:
        return lean.penalty(self.D, self.m)

    def traps(self) -> dict[str, Expr]:
        share = Rational(self.D, self.m)
        return {
            "positive": share,
            "multiplied": -Integer(self.D * self.m),
            "exponential": exp(-share),
            "no_distance": -Rational(1, self.m),
        }


@dataclass(frozen=True)
class Slope(Family):
    """The slope of head i of h, h a power of two."""

    id = "bell.alibi"
    skill = "position.alibi"
    difficulty = 2
    tolerance = ROUNDED
    slack = FLOAT64

    h: int = among(4, 8, 16, 32, 64)
    i: int = among(1, 2, 3, 4, 5, 6, 7)

    def admits(self) -> bool:
        return self.i <= self.h

    def answer(self) -> Expr:
        return slopes.slope(self.h, self.i)

    def witness(self) -> Measured:
        return lean.slope(self.h, self.i)

    def traps(self) -> dict[str, Expr]:
        first = Integer(2) ** Rational(-8, self.h)
        return {
            "one_over_i": Rational(1, self.i),
            "fixed_half": Rational(1, 2**self.i),
            "i_from_zero": first ** (self.i - 1),
            "exponent_h": Integer(2) ** Rational(-self.h * self.i, 8),
        }

    def steps(self) -> dict[str, Expr]:
        return {"first": slopes.ratio(self.h), "exponent": Rational(8 * self.i, self.h)}


@dataclass(frozen=True)
class Extra(Family):
    """The slope of extra head j, h no power of two."""

    id = "bell.alibi_odd"
    skill = "position.alibi"
    difficulty = 5
    tolerance = ROUNDED
    slack = FLOAT64

    h: int = among(6, 12, 20, 24, 40, 48)
    j: int = among(1, 2, 3, 4)

    def admits(self) -> bool:
        return self.j <= self.h - slopes.power_below(self.h)

    def answer(self) -> Expr:
        return slopes.extra(self.h, self.j)

    def witness(self) -> Measured:
        return lean.extra(self.h, self.j)

    def traps(self) -> dict[str, Expr]:
        below = slopes.power_below(self.h)
        first = slopes.ratio(2 * below)
        return {
            "formula_with_h": slopes.ratio(self.h) ** (below + self.j),
            "every_one": first**self.j,
            "even_ones": first ** (2 * self.j),
        }

    def steps(self) -> dict[str, Expr]:
        below = slopes.power_below(self.h)
        return {"below": Integer(below), "twice": Integer(2 * below), "odd": Integer(2 * self.j - 1)}
