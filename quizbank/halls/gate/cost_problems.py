"""What the gate asks about cost: the multiply-adds of one layer, and which architecture takes fewer.

n tokens, d the width of the model, k the kernel of a convolution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational

from engine.attention import macs
from engine.exact import work
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class CostRatio(Family):
    """Self-attention over recurrence, per layer."""

    id = "gate.cost_ratio"
    skill = "gate.cost"
    difficulty = 2
    unit = "x"
    tolerance = Fraction(1, 200)

    n: int = among(128, 256, 1024, 2048, 4096)
    d: int = among(512, 768, 64, 1024)

    def answer(self) -> Expr:
        return work.cost_ratio(self.n, self.d)

    def witness(self) -> Measured:
        return macs.cost_ratio(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "inverted": Rational(self.d, self.n),
            "attention_always_cheaper": Rational(1, self.n),
            "squared": Rational(self.n, self.d) ** 2,
        }


@dataclass(frozen=True)
class Fullconv(Family):
    """An ordinary convolution."""

    id = "gate.fullconv"
    skill = "gate.cost"
    difficulty = 2
    unit = "MAC"

    k: int = among(3, 5, 7)
    n: int = among(64, 128, 256)
    d: int = among(32, 64, 128)

    def answer(self) -> Expr:
        return work.convolution(self.n, self.d, self.k)

    def witness(self) -> Measured:
        return macs.convolution(self.n, self.d, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "forgot_kernel": work.convolution(self.n, self.d, 1),
            "one_d": work.depthwise(self.n, self.d, self.k),
            "attention_cost": work.scores(self.n, self.d),
            "kernel_squared": work.convolution(self.n, self.d, self.k**2),
        }

    def steps(self) -> dict[str, Expr]:
        return {"place": work.convolution(1, self.d, self.k)}


@dataclass(frozen=True)
class Sepconv(Family):
    """A depthwise convolution and a pointwise one."""

    id = "gate.sepconv"
    skill = "gate.cost"
    difficulty = 4
    unit = "MAC"

    k: int = among(3, 5, 7)
    n: int = among(64, 128, 256)
    d: int = among(32, 64, 128)

    def answer(self) -> Expr:
        return work.separable(self.n, self.d, self.k)

    def witness(self) -> Measured:
        return macs.separable(self.n, self.d, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "full_conv": work.convolution(self.n, self.d, self.k),
            "depthwise_only": work.depthwise(self.n, self.d, self.k),
            "attention_cost": work.scores(self.n, self.d),
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "each": work.depthwise(self.n, self.d, self.k),
            "across": work.convolution(self.n, self.d, 1),
        }


@dataclass(frozen=True)
class BreakEven(Family):
    """The length at which a self-attention sub-layer and an LSTM layer of its width take as much."""

    id = "gate.break_even"
    skill = "gate.cost"
    difficulty = 5
    unit = "tokens"

    d: int = among(16, 24, 32, 40, 48, 64)

    def answer(self) -> Expr:
        return work.sublayer_meets_lstm(self.d)

    def witness(self) -> Measured:
        return macs.sublayer_meets_lstm(self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "table_row": Integer(self.d),
            "forgot_projections": Integer(4 * self.d),
            "forgot_output": Rational(5 * self.d, 2),
        }
