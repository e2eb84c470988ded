"""What the tablets ask about weights: what a row adds up to, and how a gap between scores becomes a share.

g is a gap or a score, n the number of keys, h of heads, t of a row, d is d_k, p a weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, exp, log, sqrt

from engine.attention import weighing
from engine.attention.measured import FLOAT64
from engine.exact import shares
from quizbank.family import Family, Measured, among

ROW = 32  # tokens of the sequence in which row t stands; the question says so in words


@dataclass(frozen=True)
class Mass(Family):
    """The sum of all weights of a layer."""

    id = "tablet.mass"
    skill = "tablet.weights"
    difficulty = 1
    slack = FLOAT64

    h: int = among(4, 8, 12, 16)
    n: int = among(10, 50, 128, 512)

    def answer(self) -> Expr:
        return shares.mass(self.h, self.n)

    def witness(self) -> Measured:
        return weighing.mass(self.h, self.n)

    def traps(self) -> dict[str, Expr]:
        return {"one_per_head": Integer(self.h), "n_squared": Integer(self.h * self.n**2), "one": Integer(1)}


@dataclass(frozen=True)
class UniformRow(Family):
    """The weight of each visible token under a causal mask when all scores are equal."""

    id = "tablet.uniform_row"
    skill = "tablet.weights"
    difficulty = 1
    tolerance = Fraction(1, 200)
    slack = FLOAT64

    t: int = among(2, 3, 4, 5, 8, 10, 16, 20, 25)

    def answer(self) -> Expr:
        return shares.uniform(self.t)

    def witness(self) -> Measured:
        return weighing.uniform_row(self.t, ROW)

    def traps(self) -> dict[str, Expr]:
        return {
            "ignores_mask": shares.uniform(ROW),
            "excludes_self": Rational(1, self.t - 1),
            "one": Integer(1),
        }


@dataclass(frozen=True)
class TwoKeys(Family):
    """The weight of the better of two keys, given the gap of their dot products."""

    id = "tablet.two_keys"
    skill = "tablet.softmax"
    difficulty = 2
    tolerance = Fraction(1, 500)
    slack = FLOAT64

    g: int = among(4, 8, 12, 16)
    d: int = among(16, 64, 256)

    def answer(self) -> Expr:
        return shares.of_two(self.g, self.d)

    def witness(self) -> Measured:
        return weighing.of_two(self.g, self.d)

    def traps(self) -> dict[str, Expr]:
        g, root = Integer(self.g), sqrt(self.d)
        return {
            "unscaled": 1 / (1 + exp(-g)),
            "divided_by_d": 1 / (1 + exp(-g / self.d)),
            "linear_share": g / (g + root),
        }

    def steps(self) -> dict[str, Expr]:
        return {"root": sqrt(self.d), "scaled": Integer(self.g) / sqrt(self.d)}


@dataclass(frozen=True)
class OneVsMany(Family):
    """The weight of one favoured key among n."""

    id = "tablet.one_vs_many"
    skill = "tablet.softmax"
    difficulty = 4
    tolerance = Fraction(1, 500)
    slack = FLOAT64

    g: int = among(2, 3, 4)
    n: int = among(6, 10, 20, 40)

    def answer(self) -> Expr:
        return shares.of_many(self.g, self.n)

    def witness(self) -> Measured:
        return weighing.of_many(self.g, self.n)

    def traps(self) -> dict[str, Expr]:
        g = Integer(self.g)
        return {
            "two_key_formula": 1 / (1 + exp(-g)),
            "n_not_n_minus_1": shares.share(g, self.n),
            "linear": g / (g + self.n - 1),
        }

    def steps(self) -> dict[str, Expr]:
        return {"favoured": exp(Integer(self.g)), "others": Integer(self.n - 1)}


@dataclass(frozen=True)
class GapForP(Family):
    """The gap of dot products at which one key among n has weight p."""

    id = "tablet.gap_for_p"
    skill = "tablet.softmax"
    difficulty = 5
    tolerance = Fraction(1, 200)
    slack = FLOAT64

    p: Fraction = among("1/2", "9/10", "99/100")
    n: int = among(10, 100, 1000)
    d: int = among(16, 64, 256)

    def answer(self) -> Expr:
        return shares.raw_gap(Rational(self.p), self.n, self.d)

    def witness(self) -> Measured:
        return weighing.raw_gap(float(self.p), self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        gap = shares.raw_gap(Rational(self.p), self.n, 1)
        return {
            "forgot_sqrt_d": gap,
            "times_d": self.d * gap,
            "two_key": sqrt(self.d) * log(Rational(self.p) / (1 - Rational(self.p))),
        }

    def steps(self) -> dict[str, Expr]:
        p = Rational(self.p)
        return {"odds": p * (self.n - 1) / (1 - p), "root": sqrt(self.d)}
