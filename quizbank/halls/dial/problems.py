"""What the dial asks about the dot product: how widely q·k spreads, and why it is divided by √d_k.

d is d_k, the length of one query and one key; components are independent, of mean 0 and variance 1 if not said else.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, sqrt

from engine.attention import dots
from engine.attention.measured import FLOAT64
from engine.exact import moments
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 200)  # three digits of a root or of a small fraction are enough


@dataclass(frozen=True)
class Var(Family):
    """Var(q·k)."""

    id = "dial.var"
    skill = "dot.variance"
    layer = "dot"
    difficulty = 1

    d: int = among(16, 32, 64, 128, 256, 512)

    def answer(self) -> Expr:
        return moments.dot_variance(self.d)

    def witness(self) -> Measured:
        return dots.variance(self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "std_not_var": sqrt(self.d),
            "one": Integer(1),
            "squared": Integer(self.d) ** 2,
            "two_d": Integer(2 * self.d),
        }


@dataclass(frozen=True)
class Std(Family):
    """The standard deviation of q·k."""

    id = "dial.std"
    skill = "dot.variance"
    layer = "dot"
    difficulty = 1
    tolerance = ROUNDED
    slack = FLOAT64

    d: int = among(16, 32, 64, 128, 256, 512)

    def answer(self) -> Expr:
        return moments.dot_deviation(self.d)

    def witness(self) -> Measured:
        return dots.deviation(self.d)

    def traps(self) -> dict[str, Expr]:
        return {"variance": Integer(self.d), "one": Integer(1), "half": Rational(self.d, 2)}


@dataclass(frozen=True)
class VarSigma(Family):
    """Var(q·k) when the components of q have deviation a, those of k deviation c."""

    id = "dial.var_sigma"
    skill = "dot.variance"
    layer = "dot"
    difficulty = 2

    d: int = among(16, 64, 128)
    a: int = among(2, 3)
    c: int = among(1, 2, 5)

    def answer(self) -> Expr:
        return moments.dot_variance(self.d, self.a, self.c)

    def witness(self) -> Measured:
        return dots.variance(self.d, self.a, self.c)

    def traps(self) -> dict[str, Expr]:
        return {
            "std_instead": Integer(self.d * self.a * self.c),
            "sum": Integer(self.d * (self.a**2 + self.c**2)),
            "forgot_sigma": Integer(self.d),
        }

    def steps(self) -> dict[str, Expr]:
        return {"term": moments.dot_variance(1, self.a, self.c)}


@dataclass(frozen=True)
class VarGap(Family):
    """Var(q·k₁ − q·k₂) for one query and two independent keys."""

    id = "dial.var_gap"
    skill = "dot.variance"
    layer = "dot"
    difficulty = 3

    d: int = among(16, 32, 64, 128, 256, 512)

    def answer(self) -> Expr:
        return moments.gap_variance(self.d)

    def witness(self) -> Measured:
        return dots.gap_variance(self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "cancels": Integer(0),
            "single_score": Integer(self.d),
            "four": Integer(4 * self.d),
            "std": sqrt(2 * self.d),
        }


@dataclass(frozen=True)
class VarUniform(Family):
    """Var(q·k) when every component is uniform on [−a, a]."""

    id = "dial.var_uniform"
    skill = "dot.variance"
    layer = "dot"
    difficulty = 3
    slack = FLOAT64

    d: int = among(18, 36, 90)
    a: int = among(1, 2, 3)

    def answer(self) -> Expr:
        return moments.uniform_variance(self.d, self.a)

    def witness(self) -> Measured:
        return dots.uniform_variance(self.d, self.a)

    def traps(self) -> dict[str, Expr]:
        return {
            "unit_variance": Integer(self.d),
            "third": Rational(self.d * self.a**2, 3),
            "twelfth": Rational(self.d * self.a**4, 144),
            "a4": Integer(self.d * self.a**4),
        }

    def steps(self) -> dict[str, Expr]:
        return {"component": moments.uniform_square(self.a)}
