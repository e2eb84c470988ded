"""What is asked of Performer: what its features cost, what they are on average, and how far one of them strays.

n tokens, d the width of a head, r random features, L layers, c the cosine between a query and a key of length 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, exp, symbols

from engine.attention import measured, quadrature, shortcuts
from engine.attention.measured import FLOAT64
from engine.exact import gaussian, lowrank
from quizbank.family import Family, Measured, among

n, r, d = symbols("n r d")


@dataclass(frozen=True)
class Macs(Family):
    """Multiply-adds of φ(Q)(φ(K)ᵀV), φ given."""

    id = "key.perf_macs"
    skill = "keys.performer"
    difficulty = 3
    unit = "MAC"

    n: int = among(512, 1024, 2048, 4096)
    r: int = among(64, 128, 256)
    d: int = among(32, 64)

    def answer(self) -> Expr:
        return lowrank.feature_macs(self.n, self.r, self.d)

    def witness(self) -> Measured:
        return shortcuts.feature_macs(self.n, self.r, self.d)

    def traps(self) -> dict[str, Expr]:
        size, features, width = Integer(self.n), self.r, self.d
        return {
            "left_association": size**2 * features + size**2 * width,
            "one_product": size * features * width,
            "quadratic": 2 * size**2 * width,
        }

    def steps(self) -> dict[str, Expr]:
        return {"product": lowrank.product(self.n, self.r, self.d)}


@dataclass(frozen=True)
class Total(Family):
    """An expression: the multiply-adds of Performer's layers, the products inside φ included."""

    id = "key.perf_total"
    skill = "keys.performer"
    difficulty = 4
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "r", "d")

    L: int = among(2, 6, 12, 24)

    def answer(self) -> Expr:
        return self.L * lowrank.with_features(n, r, d)

    def witness(self) -> Measured:
        return measured.at_sizes(shortcuts.with_features, n=(64, 96), r=(16, 32), d=(8, 16), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        return {
            "features_free": 2 * self.L * n * r * d,
            "one_side": 3 * self.L * n * r * d,
            "quadratic": 2 * self.L * n**2 * d,
        }


@dataclass(frozen=True)
class BreakEven(Family):
    """The least length at which Performer takes fewer multiply-adds than exact attention."""

    id = "key.break_even"
    skill = "keys.performer"
    difficulty = 4
    unit = "tokens"

    r: int = among(32, 64, 128, 256, 512, 1024)

    def answer(self) -> Expr:
        return lowrank.first_gain(self.r)

    def witness(self) -> Measured:
        return shortcuts.first_gain(self.r)

    def traps(self) -> dict[str, Expr]:
        return {
            "features_free": Integer(self.r + 1),
            "still_even": Integer(2 * self.r),
            "counted_twice": Integer(4 * self.r + 1),
        }

    def steps(self) -> dict[str, Expr]:
        return {"even": lowrank.first_gain(self.r) - 1}


@dataclass(frozen=True)
class Kernel(Family):
    """The mean of one feature product."""

    id = "key.perf_unbiased"
    skill = "keys.performer"
    difficulty = 4
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    c: Fraction = among("-4/5", "-3/5", "-1/2", "-1/4", 0, "1/4", "1/2", "3/5", "4/5")

    def answer(self) -> Expr:
        return gaussian.mean(Rational(self.c))

    def witness(self) -> Measured:
        return quadrature.mean(float(self.c))

    def traps(self) -> dict[str, Expr]:
        c = Rational(self.c)
        return {"cosine_only": c, "forgot_norm_factor": exp(c + 1), "gaussian_kernel": exp(c - 1)}

    def steps(self) -> dict[str, Expr]:
        return {"square": gaussian.squared_sum(Rational(self.c))}


@dataclass(frozen=True)
class Spread(Family):
    """The variance of one feature product."""

    id = "key.perf_var"
    skill = "keys.performer"
    difficulty = 5
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    c: Fraction = among("-4/5", "-3/5", "-1/2", "-1/4", 0, "1/4", "1/2")

    def answer(self) -> Expr:
        return gaussian.variance(Rational(self.c))

    def witness(self) -> Measured:
        return quadrature.variance(float(self.c))

    def traps(self) -> dict[str, Expr]:
        c = Rational(self.c)
        return {"zero": Integer(0), "kernel_value": exp(c), "second_moment": gaussian.power(c, 2)}

    def steps(self) -> dict[str, Expr]:
        c = Rational(self.c)
        return {"square": gaussian.squared_sum(c), "second": gaussian.power(c, 2), "mean": gaussian.mean(c)}
