"""One family of each kind that asks for no number: an expression, an order of growth, a choice, a word."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol, log, symbols

from engine.attention import contest, mask, measured, tally
from engine.exact import contest as decided
from engine.exact import counts
from quizbank.family import Family, Measured, among

n, d = symbols("n d")


@dataclass(frozen=True)
class CoreMacs(Family):
    """An expression: multiply-adds of QKᵀ and AV in L layers, in the letters n and d."""

    id = "toy.core_macs"
    skill = "toy"
    difficulty = 2
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "d")

    L: int = among(1, 6)

    def answer(self) -> Expr:
        return counts.core_macs(n, d, self.L)

    def witness(self) -> Measured:
        return measured.at_sizes(tally.core_macs, n=(64, 96), d=(64, 128), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        return {"one_product": self.L * n**2 * d, "linear": 2 * self.L * n * d**2}


@dataclass(frozen=True)
class Pairs(Family):
    """A growth: the pairs a causal mask allows."""

    id = "toy.pairs"
    skill = "toy"
    difficulty = 1
    kind = "growth"
    symbols = ("n",)

    def answer(self) -> Expr:
        return counts.triangle().subs(counts.N, n)

    def witness(self) -> Measured:
        return measured.growth_at(causal_pairs, n=(64, 128))

    def traps(self) -> dict[str, Expr]:
        return {"linear": n, "linearithmic": n * log(n), "cubic": n**3}


def causal_pairs(n: int) -> measured.Measured:
    """Count the pairs a causal mask allows."""
    return tally.allowed(mask.causal, n)


@dataclass(frozen=True)
class Heavier(Family):
    """A choice: which of three tensors has the most entries."""

    id = "toy.heavier"
    skill = "toy"
    difficulty = 1
    kind = "choice"
    symbols = ("queries", "scores", "outputs")

    n: int = among(64, 1024)
    h: int = among(1, 8)

    def answer(self) -> Expr:
        flat = Integer(self.n * self.h * 64)
        return decided.largest({"queries": flat, "scores": counts.entries(self.n, self.h), "outputs": flat - 1})

    def witness(self) -> Measured:
        scores = tally.entries(self.n, self.h)
        flat = measured.counted(tally.meta(self.h, self.n, 64).numel(), "meta_numel")
        return contest.largest({"queries": flat, "scores": scores, "outputs": flat.plus(-1)})

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in self.symbols if Symbol(name) != self.answer()}

    def admits(self) -> bool:
        return self.n > 64


@dataclass(frozen=True)
class Side(Family):
    """A word: the number printed is itself a word, and so is the answer."""

    id = "toy.side"
    skill = "toy"
    difficulty = 1
    kind = "word"
    symbols = ("left", "right")

    side: str = among("left", "right")

    def answer(self) -> Expr:
        return decided.largest({"left": Integer(2 if self.side == "left" else 0), "right": Integer(1)})

    def witness(self) -> Measured:
        weights = {"left": 2 if self.side == "left" else 0, "right": 1}
        return contest.largest({name: measured.counted(weight, "scales") for name, weight in weights.items()})

    def traps(self) -> dict[str, Expr]:
        return {"turned": Symbol("left" if self.side == "right" else "right")}
