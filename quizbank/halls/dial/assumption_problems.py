"""What the dial asks where Var(q·k) = d_k no longer holds: with means, with q = k, past the largest fp16.

d is d_k, the length of one query and one key.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, floor, sqrt

from engine.attention import dots, limits
from engine.exact import memory, moments
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class VarMean(Family):
    """Var(q·k) when every component has mean u and variance 1."""

    id = "dial.var_mean"
    skill = "dot.assumptions"
    layer = "dot"
    difficulty = 4

    d: int = among(16, 64, 128)
    u: int = among(1, 2, 3)

    def answer(self) -> Expr:
        return moments.dot_variance(self.d, mean=self.u)

    def witness(self) -> Measured:
        return dots.variance(self.d, mean=self.u)

    def traps(self) -> dict[str, Expr]:
        square = 1 + self.u**2
        return {
            "ignored_mean": Integer(self.d),
            "second_moment": Integer(self.d * square**2),
            "added_mean_sq": Integer(self.d * square),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": moments.second_moment(self.u, 1), "term": moments.dot_variance(1, mean=self.u)}


@dataclass(frozen=True)
class VarSelf(Family):
    """Var(x·x) of a Gaussian token that meets itself, q = k = x."""

    id = "dial.var_self"
    skill = "dot.assumptions"
    layer = "dot"
    difficulty = 4

    d: int = among(16, 32, 64, 128, 256, 512)

    def answer(self) -> Expr:
        return moments.self_variance(self.d)

    def witness(self) -> Measured:
        return dots.self_variance(self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "independent_formula": Integer(self.d),
            "std_of_independent": sqrt(self.d),
            "four": Integer(4 * self.d),
            "zero": Integer(0),
        }

    def steps(self) -> dict[str, Expr]:
        return {"fourth": moments.gaussian_moment(4), "independent": moments.dot_variance(self.d)}


@dataclass(frozen=True)
class Fp16(Family):
    """The largest d_k at which q·k of constant components is finite in fp16."""

    id = "dial.fp16"
    skill = "dot.overflow"
    difficulty = 5

    a: int = among(8, 16, 20, 32)

    def answer(self) -> Expr:
        return memory.widest_half(self.a)

    def witness(self) -> Measured:
        return limits.widest_half(self.a)

    def traps(self) -> dict[str, Expr]:
        square = Integer(self.a) ** 2
        return {
            "int16_limit": floor((Integer(2) ** 15 - 1) / square),
            "uint16": floor(Integer(2) ** 16 / square) + 1,
            "forgot_square": floor(memory.largest_half() / self.a),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": Integer(self.a) ** 2, "largest": memory.largest_half()}
