"""What the encoder hall asks about depth: residual connections, LayerNorm, and the warm-up that post-LN wants.

c is what a sub-layer multiplies by, L the number of layers, d the width of the model, w the steps of warm-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol, ceiling, log, sqrt

from engine.attention import contact, passage, warmup
from engine.attention.measured import FLOAT64
from engine.exact import depth, mixing, rate
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class LnNorm(Family):
    """The length of a LayerNorm's output."""

    id = "enc.ln_norm"
    skill = "encoder.norm"
    difficulty = 3
    tolerance = Fraction(1, 10_000)  # √d and √(d − 1) lie close
    slack = FLOAT64

    d: int = among(16, 32, 64, 128, 256, 512, 768, 1024)

    def answer(self) -> Expr:
        return depth.norm_length(self.d)

    def witness(self) -> Measured:
        return passage.norm_length(self.d)

    def traps(self) -> dict[str, Expr]:
        return {"unit": Integer(1), "d": Integer(self.d), "unbiased": sqrt(self.d - 1)}


@dataclass(frozen=True)
class Residual(Family):
    """The gradient after L residual layers that multiply by c."""

    id = "enc.residual"
    skill = "encoder.residual"
    difficulty = 3
    tolerance = Fraction(1, 500)
    slack = FLOAT64

    c: Fraction = among("1/10", "1/5", "1/4", "1/2")
    L: int = among(2, 4, 6, 8, 10, 12)

    def answer(self) -> Expr:
        return depth.residual_gradient(Rational(self.c), self.L)

    def witness(self) -> Measured:
        return passage.residual_gradient(self.c, self.L)

    def traps(self) -> dict[str, Expr]:
        c = Rational(self.c)
        return {"no_residual": c**self.L, "linear": 1 + self.L * c, "one": Integer(1)}

    def steps(self) -> dict[str, Expr]:
        return {"factor": 1 + Rational(self.c)}


@dataclass(frozen=True)
class Fading(Family):
    """The first depth at which the gradient without residuals falls below a limit."""

    id = "enc.fading"
    skill = "encoder.residual"
    difficulty = 2
    unit = "layers"

    c: Fraction = among("1/3", "1/2", "2/3", "3/4", "4/5")
    g: Fraction = among("1/100", "1/1000", "1/10000", "1/1000000")  # the limit

    def answer(self) -> Expr:
        return depth.fading(Rational(self.c), Rational(self.g))

    def witness(self) -> Measured:
        return passage.fading(self.c, self.g)

    def traps(self) -> dict[str, Expr]:
        limit = Rational(self.g)
        return {
            "still_above": self.answer() - 1,
            "subtracted": ceiling((1 - limit) / (1 - Rational(self.c))),
            "tenth_each": -log(limit, 10),
        }

    def steps(self) -> dict[str, Expr]:
        return {"before": self.answer() - 1}


@dataclass(frozen=True)
class Stream(Family):
    """The variance of a pre-LN residual stream after L layers."""

    id = "enc.stream"
    skill = "encoder.norm"
    difficulty = 3

    L: int = among(4, 6, 8, 12, 24, 48)
    a: int = among(1, 2, 3)  # standard deviation of what a sub-layer adds

    def answer(self) -> Expr:
        return depth.stream_variance(self.L, self.a**2)

    def witness(self) -> Measured:
        return passage.stream_variance(self.L, self.a)

    def traps(self) -> dict[str, Expr]:
        layers, a = Integer(self.L), Integer(self.a)
        return {
            "normalised": Integer(1),
            "one_a_layer": 1 + layers * a**2,
            "added_deviations": (1 + 2 * layers * a) ** 2,
            "forgot_the_start": 2 * layers * a**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"count": 2 * Integer(self.L), "each": Integer(self.a) ** 2}


@dataclass(frozen=True)
class PeakRate(Family):
    """The highest learning rate of the 2017 schedule."""

    id = "enc.peak_lr"
    skill = "encoder.training"
    difficulty = 3
    tolerance = Fraction(1, 200)
    slack = FLOAT64

    d: int = among(128, 256, 512, 1024)
    w: int = among(400, 1000, 2000, 4000, 8000)

    def answer(self) -> Expr:
        return rate.peak(self.d, self.w)

    def witness(self) -> Measured:
        return warmup.peak(self.d, self.w)

    def traps(self) -> dict[str, Expr]:
        return {"forgot_d": 1 / sqrt(self.w), "forgot_w": 1 / sqrt(self.d), "no_root": Rational(1, self.d * self.w)}

    def steps(self) -> dict[str, Expr]:
        return {"product": Integer(self.d) * self.w}


@dataclass(frozen=True)
class KeptBy(Family):
    """Where LayerNorm stands if a layer whose sub-layers return 0 hands its input on unchanged."""

    id = "enc.norm_place"
    skill = "encoder.norm"
    difficulty = 2
    kind = "choice"
    symbols = ("post", "both", "pre", "neither")

    L: int = among(2, 6, 12, 24)

    def answer(self) -> Expr:
        return mixing.kept_by()

    def witness(self) -> Measured:
        return contact.kept_by(self.L)

    def traps(self) -> dict[str, Expr]:
        return {each: Symbol(each) for each in ("post", "both", "neither")}
