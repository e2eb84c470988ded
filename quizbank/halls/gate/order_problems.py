"""What the gate asks without numbers: the rows of the table as orders of growth.

n tokens, d the width, k the kernel of a convolution, r the neighbours a token sees, w those on each side.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, symbols

from engine.attention import macs, measured, reach
from engine.exact import distance, work
from quizbank.family import Family, Measured

N, D, K, R, W = symbols("n d k r w")


@dataclass(frozen=True)
class OrderAttention(Family):
    """The cost of a self-attention layer."""

    id = "gate.order_attention"
    skill = "gate.order"
    difficulty = 2
    kind = "growth"
    symbols = ("n", "d")

    def answer(self) -> Expr:
        return work.scores(N, D)

    def witness(self) -> Measured:
        return measured.growth_at(macs.attention, n=(64, 96), d=(32, 64))

    def traps(self) -> dict[str, Expr]:
        return {"recurrent_cost": N * D**2, "entries_only": N**2, "linear": N * D}


@dataclass(frozen=True)
class OrderRecurrent(Family):
    """The cost of a recurrent layer."""

    id = "gate.order_recurrent"
    skill = "gate.order"
    difficulty = 2
    kind = "growth"
    symbols = ("n", "d")

    def answer(self) -> Expr:
        return work.recurrence(N, D)

    def witness(self) -> Measured:
        return measured.growth_at(macs.recurrence, n=(16, 24), d=(32, 64))

    def traps(self) -> dict[str, Expr]:
        return {"attention_cost": N**2 * D, "one_step": D**2, "one_d": N * D}


@dataclass(frozen=True)
class OrderConvolution(Family):
    """The cost of a convolution."""

    id = "gate.order_convolution"
    skill = "gate.order"
    difficulty = 3
    kind = "growth"
    symbols = ("n", "d", "k")

    def answer(self) -> Expr:
        return work.convolution(N, D, K)

    def witness(self) -> Measured:
        return measured.growth_at(macs.convolution, n=(64, 96), d=(32, 64), k=(3, 5))

    def traps(self) -> dict[str, Expr]:
        return {"forgot_kernel": N * D**2, "one_d": K * N * D, "attention_cost": N**2 * D}


@dataclass(frozen=True)
class OrderWindow(Family):
    """The cost of attention restricted to r neighbours."""

    id = "gate.order_window"
    skill = "gate.order"
    difficulty = 3
    kind = "growth"
    symbols = ("n", "d", "r")

    def answer(self) -> Expr:
        return work.neighbours(N, D, R)

    def witness(self) -> Measured:
        return measured.growth_at(macs.neighbours, n=(64, 96), d=(32, 64), r=(8, 16))

    def traps(self) -> dict[str, Expr]:
        return {"unrestricted": N**2 * D, "entries_only": N * R, "window_squared": N * R**2 * D}


@dataclass(frozen=True)
class OrderPathWindow(Family):
    """The path length of attention restricted to w neighbours on each side."""

    id = "gate.order_path_window"
    skill = "gate.order"
    difficulty = 4
    kind = "growth"
    symbols = ("n", "w")

    def answer(self) -> Expr:
        return distance.window_hops(N, W)

    def witness(self) -> Measured:
        return measured.growth_at(reach.window_layers, n=(257, 513), w=(64, 128))

    def traps(self) -> dict[str, Expr]:
        return {"full_attention": Integer(1), "recurrent_path": N, "product": N * W}
