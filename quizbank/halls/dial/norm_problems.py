"""What the dial asks of the Jacobian as a whole: its trace and its norms, over two keys or over n equal ones.

p is a weight; n is the number of keys a query sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, sqrt

from engine.attention import softness
from engine.attention.measured import FLOAT64
from engine.exact import softmax
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 1000)  # weights have few digits; their products may be cut to four


@dataclass(frozen=True)
class JacFrobTwo(Family):
    """The Frobenius norm of the Jacobian over two keys."""

    id = "dial.jac_frob_two"
    skill = "softmax.jacobian"
    difficulty = 3
    tolerance = ROUNDED
    slack = FLOAT64

    p: Fraction = among("3/4", "9/10", "19/20", "99/100")

    def answer(self) -> Expr:
        return softmax.frobenius([Rational(self.p), 1 - Rational(self.p)])

    def witness(self) -> Measured:
        return softness.frobenius([float(self.p), float(1 - self.p)])

    def traps(self) -> dict[str, Expr]:
        entry = self.steps()["entry"]
        return {"single_entry": entry, "sqrt2": sqrt(2) * entry, "squared": 4 * entry**2}

    def steps(self) -> dict[str, Expr]:
        return {"entry": softmax.own_derivative(Rational(self.p))}


@dataclass(frozen=True)
class JacTrace(Family):
    """The trace of the Jacobian at equal weights."""

    id = "dial.jac_trace"
    skill = "softmax.jacobian"
    difficulty = 3
    tolerance = ROUNDED
    slack = FLOAT64

    n: int = among(2, 4, 5, 8, 10, 16, 20)

    def answer(self) -> Expr:
        return softmax.trace(self.n)

    def witness(self) -> Measured:
        return softness.trace(self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "one": Integer(1),
            "zero": Integer(0),
            "n_minus_1": Integer(self.n - 1),
            "one_over_n": Rational(1, self.n),
        }

    def steps(self) -> dict[str, Expr]:
        return {"entry": softmax.own_derivative(Rational(1, self.n))}


@dataclass(frozen=True)
class JacFrobUniform(Family):
    """The squared Frobenius norm of the Jacobian at equal weights."""

    id = "dial.jac_frob_uniform"
    skill = "softmax.jacobian"
    difficulty = 4
    tolerance = ROUNDED
    slack = FLOAT64

    n: int = among(2, 4, 5, 8, 10, 16, 20)

    def answer(self) -> Expr:
        return softmax.frobenius([Rational(1, self.n)] * self.n) ** 2

    def witness(self) -> Measured:
        return softness.squared_norm(self.n)

    def traps(self) -> dict[str, Expr]:
        n = self.n
        return {"trace": Rational(n - 1, n), "one_over_n": Rational(1, n), "one_over_n2": Rational(1, n**2)}

    def steps(self) -> dict[str, Expr]:
        share = Rational(1, self.n)
        diagonal, other = softmax.own_derivative(share), softmax.cross_derivative(share, share)
        return {"diagonal": diagonal, "other": -other, "others": Integer(self.n * (self.n - 1))}
