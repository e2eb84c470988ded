"""What the dial asks about the softmax: how its weights answer to their scores, and how undecided it can be.

p, r are weights; n is the number of keys a query sees; d is d_k.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, log, sqrt

from engine.attention import softness
from engine.attention.measured import FLOAT64
from engine.exact import softmax
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 1000)  # weights have few digits; their products may be cut to four


@dataclass(frozen=True)
class Entropy(Family):
    """The largest entropy of one attention row, in bits."""

    id = "dial.entropy"
    skill = "softmax.entropy"
    difficulty = 2
    unit = "bit"
    tolerance = ROUNDED
    slack = FLOAT64

    n: int = among(8, 16, 32, 64, 128, 1024)

    def answer(self) -> Expr:
        return softmax.largest_entropy(self.n)

    def witness(self) -> Measured:
        return softness.largest_entropy(self.n)

    def traps(self) -> dict[str, Expr]:
        return {"nats": log(self.n), "n": Integer(self.n), "one": Integer(1)}


@dataclass(frozen=True)
class JacDiag(Family):
    """∂p_i/∂s_i."""

    id = "dial.jac_diag"
    skill = "softmax.jacobian"
    difficulty = 2
    tolerance = ROUNDED
    slack = FLOAT64

    p: Fraction = among("1/2", "1/4", "1/10", "9/10", "99/100")

    def answer(self) -> Expr:
        return softmax.own_derivative(Rational(self.p))

    def witness(self) -> Measured:
        return softness.own_derivative(float(self.p))

    def traps(self) -> dict[str, Expr]:
        p = Rational(self.p)
        return {"p_itself": p, "p_squared": p**2, "one_minus_p": 1 - p}

    def steps(self) -> dict[str, Expr]:
        return {"rest": 1 - Rational(self.p)}


@dataclass(frozen=True)
class JacOff(Family):
    """∂p_i/∂s_j for two different keys."""

    id = "dial.jac_off"
    skill = "softmax.jacobian"
    difficulty = 2
    tolerance = ROUNDED
    slack = FLOAT64

    p: Fraction = among("1/2", "1/4", "3/5")
    r: Fraction = among("1/8", "1/5", "1/10")

    def answer(self) -> Expr:
        return softmax.cross_derivative(Rational(self.p), Rational(self.r))

    def witness(self) -> Measured:
        return softness.cross_derivative(float(self.p), float(self.r))

    def traps(self) -> dict[str, Expr]:
        p, r = Rational(self.p), Rational(self.r)
        return {"sign_lost": p * r, "zero_coupling": Integer(0), "diag_formula": p * (1 - r)}


@dataclass(frozen=True)
class GradScaled(Family):
    """∂p/∂(q·k) of one of two weights, with scores q·k/√d."""

    id = "dial.grad_scaled"
    skill = "softmax.jacobian"
    difficulty = 3
    tolerance = ROUNDED
    slack = FLOAT64

    p: Fraction = among("3/4", "9/10")
    d: int = among(16, 64, 256)

    def answer(self) -> Expr:
        return softmax.scaled_derivative(Rational(self.p), self.d)

    def witness(self) -> Measured:
        return softness.scaled_derivative(float(self.p), self.d)

    def traps(self) -> dict[str, Expr]:
        slope = self.steps()["slope"]
        return {
            "forgot_chain_rule": slope,
            "divided_by_d": slope / self.d,
            "multiplied": slope * sqrt(self.d),
        }

    def steps(self) -> dict[str, Expr]:
        return {"slope": softmax.own_derivative(Rational(self.p)), "root": sqrt(self.d)}
