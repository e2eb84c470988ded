"""What the Prism asks without a figure to give: formulas in d, h, g and n, and what it is that grows with the heads."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol, symbols

from engine.attention import contest, headcount, measured
from engine.exact import contest as decided
from engine.exact import split
from quizbank.family import Family, Measured, among

n, d, h, g = symbols("n d h g")


@dataclass(frozen=True)
class SublayerMacs(Family):
    """Multiply-adds of L multi-head attentions, in n, d and h."""

    id = "head.macs_form"
    skill = "head.cost"
    difficulty = 4
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "d", "h")

    L: int = among(1, 6, 12)

    def answer(self) -> Expr:
        return (self.L * split.sublayer_macs(n, d, h)).expand()

    def witness(self) -> Measured:
        return measured.at_sizes(headcount.sublayer_macs, n=(32, 48), d=(64, 96), h=(4, 8), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        projections, core = 4 * self.L * n * d**2, 2 * self.L * n**2 * d
        return {
            "times_heads": projections + h * core,
            "projections_only": projections,
            "core_only": core,
            "forgot_O": projections * Integer(3) / 4 + core,
        }

    def steps(self) -> dict[str, Expr]:
        return {"each": d / h, "projections": 4 * n * d**2, "core": 2 * n**2 * d}


@dataclass(frozen=True)
class GroupedForm(Family):
    """Parameters of L grouped-query attentions, in d, h and g."""

    id = "head.gqa_form"
    skill = "head.groups"
    difficulty = 4
    kind = "expression"
    symbols = ("d", "h", "g")

    L: int = among(1, 32, 80)

    def answer(self) -> Expr:
        return (self.L * split.grouped_parameters(d, h, g)).expand()

    def witness(self) -> Measured:
        return measured.at_sizes(headcount.grouped, d=(64, 96), h=(8, 16), g=(2, 4), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        square, narrow = self.L * d**2, self.L * d**2 * g / h
        return {
            "mha": 4 * square,
            "all_shrunk": 4 * narrow,
            "forgot_V": 2 * square + narrow,
            "whole_width": 2 * square + 2 * g * square,
        }

    def steps(self) -> dict[str, Expr]:
        return {"wide": d**2, "narrow": d**2 * g / h}


@dataclass(frozen=True)
class Grows(Family):
    """A choice: which of three counts grows with the number of heads at the same d."""

    id = "head.grows"
    skill = "head.cost"
    difficulty = 2
    kind = "choice"
    symbols = ("parameters", "scores", "operations")

    d: int = among(256, 512, 768)
    h: int = among(2, 4, 8, 16)

    def answer(self) -> Expr:
        growth = {
            "parameters": split.sublayer(self.d, self.h) / split.sublayer(self.d, 1),
            "scores": split.score_growth(self.h),
            "operations": split.score_macs(self.d, self.h, self.d) / split.score_macs(self.d, 1, self.d),
        }
        return decided.only(growth, lambda factor: factor > 1)

    def witness(self) -> Measured:
        return contest.only(headcount.growths(self.d, self.h), lambda factor: factor > 1)

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in ("parameters", "operations")}


@dataclass(frozen=True)
class ScoreOrder(Family):
    """A growth: score entries of L layers, in n, d and h."""

    id = "head.score_order"
    skill = "head.cost"
    difficulty = 2
    kind = "growth"
    symbols = ("n", "d", "h")

    L: int = among(1, 6, 12, 24)

    def answer(self) -> Expr:
        return split.score_entries(n, h)

    def witness(self) -> Measured:
        return measured.growth_at(headcount.score_entries, n=(32, 64), d=(64, 128), h=(2, 8), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        return {"no_heads": n**2, "linear": h * n, "with_width": h * n**2 * d}
