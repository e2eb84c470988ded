"""What the dial asks about dividing: what is left of the variance when q·k is divided by this or by that.

d, e are lengths of a query and a key; components are independent, of mean 0 and variance 1.
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
class VarWrongScale(Family):
    """Var(q·k/d): what an apprentice gets who divides by d_k instead of √d_k."""

    id = "dial.var_wrong_scale"
    skill = "dot.scaling"
    layer = "dot"
    difficulty = 2
    tolerance = ROUNDED

    d: int = among(16, 32, 64, 128, 256, 512)

    def answer(self) -> Expr:
        return moments.scaled_variance(self.d, Integer(self.d))

    def witness(self) -> Measured:
        return dots.divided_variance(self.d, self.d)

    def traps(self) -> dict[str, Expr]:
        return {"thinks_it_is_one": Integer(1), "one_over_sqrt": 1 / sqrt(self.d), "unscaled": Integer(self.d)}

    def steps(self) -> dict[str, Expr]:
        return {"divisor_squared": Integer(self.d) ** 2}


@dataclass(frozen=True)
class MixScale(Family):
    """The deviation of scores divided by √d although the heads are e wide."""

    id = "dial.mix_scale"
    skill = "dot.scaling"
    layer = "dot"
    difficulty = 3
    tolerance = ROUNDED
    slack = FLOAT64

    d: int = among(16, 64, 256)
    e: int = among(64, 128, 512)

    def answer(self) -> Expr:
        return sqrt(moments.scaled_variance(self.e, sqrt(self.d)))

    def witness(self) -> Measured:
        return dots.deviation(self.e, divisor=self.d**0.5)

    def traps(self) -> dict[str, Expr]:
        return {
            "always_one": Integer(1),
            "ratio_not_root": Rational(self.e, self.d),
            "inverted": sqrt(Rational(self.d, self.e)),
        }

    def steps(self) -> dict[str, Expr]:
        return {"variance": Rational(self.e, self.d)}
