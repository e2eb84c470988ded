"""What the Wall itself asks: the formulas cut into its stones.

n tokens, d the width of the model, h heads, L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational

from engine.attention import limits, tally
from engine.exact import counts
from quizbank.family import Family, Measured, among

QUESTIONS = 3  # the wall asks three, one for each layer it begins with


@dataclass(frozen=True)
class Bricks(Family):
    """Entries of all heads and layers: n² bricks, h L times."""

    id = "wall.n2d"
    skill = "grid.copies"
    layer = "grid"
    difficulty = 2
    unit = "entries"

    n: int = among(512, 1024, 4096)
    h: int = among(8, 12)
    L: int = among(6, 12, 24)

    def answer(self) -> Expr:
        return counts.entries(self.n, self.h, self.L)

    def witness(self) -> Measured:
        return tally.entries(self.n, self.h, layers=self.L)

    def traps(self) -> dict[str, Expr]:
        return {
            "one_head": Integer(self.L * self.n**2),
            "one_layer": Integer(self.h * self.n**2),
            "linear": Integer(self.h * self.L * self.n),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": counts.entries(self.n)}


@dataclass(frozen=True)
class CoreMacs(Family):
    """Multiply-adds of QKᵀ and AV over L layers: 2n²dL."""

    id = "wall.2n2dL"
    skill = "cost.core"
    layer = "grid"
    difficulty = 3
    unit = "MAC"

    n: int = among(512, 1024, 4096)
    d: int = among(512, 768, 1024)
    L: int = among(6, 12, 24)

    def answer(self) -> Expr:
        return counts.core_macs(self.n, self.d, self.L)

    def witness(self) -> Measured:
        return tally.core_macs(self.n, self.d, self.L)

    def traps(self) -> dict[str, Expr]:
        n, d, layers = self.n, self.d, self.L
        return {
            "qk_only": Integer(n**2 * d * layers),
            "flops": Integer(4 * n**2 * d * layers),
            "one_layer": Integer(2 * n**2 * d),
            "swapped": Integer(2 * n * d**2 * layers),
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "square": counts.entries(self.n),
            "one": counts.entries(self.n) * self.d,
            "layer": counts.core_macs(self.n, self.d),
        }


@dataclass(frozen=True)
class ModelFlops(Family):
    """FLOP of an encoder with d_ff = 4d."""

    id = "wall.model_flops"
    skill = "cost.layer"
    layer = "grid"
    difficulty = 5
    unit = "FLOP"

    n: int = among(128, 512, 1024)
    d: int = among(256, 512, 768)
    L: int = among(2, 4, 6)

    def answer(self) -> Expr:
        return 2 * counts.encoder_macs(self.n, self.d, self.L)

    def witness(self) -> Measured:
        return tally.encoder_flops(self.n, self.d, self.L)

    def traps(self) -> dict[str, Expr]:
        n, d, layers = self.n, self.d, self.L
        return {
            "core_only": Integer(layers * 4 * n**2 * d),
            "macs": Integer(layers * (12 * n * d**2 + 2 * n**2 * d)),
            "forgot_ffn": Integer(layers * (8 * n * d**2 + 4 * n**2 * d)),
        }

    def steps(self) -> dict[str, Expr]:
        return {"macs": counts.encoder_macs(self.n, self.d, 1), "layer": 2 * counts.encoder_macs(self.n, self.d, 1)}


@dataclass(frozen=True)
class Thickness(Family):
    """The expected thickness of a wall that only grows, after three questions; the witness averages all outcomes."""

    id = "wall.thickness"
    skill = "wall.expectation"
    difficulty = 2
    unit = "layers"
    tolerance = Fraction(1, 1000)  # 4.333 for 13/3

    t: int = among(3, 5, 7)
    p: Fraction = among("1/2", "2/3", "3/4", "9/10")

    def answer(self) -> Expr:
        return self.t + counts.rounds_missed(Rational(self.p), QUESTIONS)

    def witness(self) -> Measured:
        return limits.expected_misses(self.p, QUESTIONS).plus(self.t)

    def traps(self) -> dict[str, Expr]:
        p = Rational(self.p)
        return {
            "counts_right_answers": self.t + QUESTIONS * p,
            "one_question": self.t + 1 - p,
            "shrinks": self.t - QUESTIONS * (1 - p),
        }

    def steps(self) -> dict[str, Expr]:
        return {"wrong": 1 - Rational(self.p), "misses": counts.rounds_missed(Rational(self.p), QUESTIONS)}
