"""What the corridor asks about the n × n grid: how many scores there are, and how many a mask lets through.

n tokens, b sequences in a batch, h heads, L layers, w the width of a window, p the length of a prefix, E a budget.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational, floor, log

from engine.attention import tally
from engine.exact import counts
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Elements(Family):
    """Entries of one head's score matrix."""

    id = "grid.elements"
    skill = "grid.square"
    layer = "grid"
    difficulty = 1
    unit = "entries"

    n: int = among(64, 128, 256, 512, 1024, 2048, 4096, 8192)

    def answer(self) -> Expr:
        return counts.entries(self.n)

    def witness(self) -> Measured:
        return tally.entries(self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "linear": Integer(self.n),
            "doubled": Integer(2 * self.n),
            "half_matrix": Rational(self.n * (self.n - 1), 2),
        }


@dataclass(frozen=True)
class Growth(Family):
    """The factor by which the entries grow from a to b tokens."""

    id = "grid.growth"
    skill = "grid.square"
    layer = "grid"
    difficulty = 1
    unit = "x"

    a: int = among(128, 256, 512)
    b: int = among(1024, 2048, 4096, 8192)

    def answer(self) -> Expr:
        return counts.growth(self.a, self.b)

    def witness(self) -> Measured:
        return tally.entry_growth(self.a, self.b)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.b, self.a)
        return {"linear": ratio, "doubled_ratio": 2 * ratio, "cubed": ratio**3, "tale_counter": ratio**2 / 2}

    def steps(self) -> dict[str, Expr]:
        return {"ratio": Rational(self.b, self.a)}


@dataclass(frozen=True)
class AllScores(Family):
    """Entries of all heads, layers and sequences."""

    id = "grid.all_scores"
    skill = "grid.copies"
    layer = "grid"
    difficulty = 2
    unit = "entries"

    b: int = among(2, 4, 8)
    h: int = among(8, 12, 16)
    L: int = among(6, 12, 24)
    n: int = among(128, 512, 1024)

    def answer(self) -> Expr:
        return counts.entries(self.n, self.b, self.h, self.L)

    def witness(self) -> Measured:
        return tally.entries(self.n, self.b, self.h, layers=self.L)

    def traps(self) -> dict[str, Expr]:
        b, h, layers, square = self.b, self.h, self.L, self.n**2
        return {
            "forgot_heads": Integer(b * layers * square),
            "forgot_layers": Integer(b * h * square),
            "linear_n": Integer(b * h * layers * self.n),
            "forgot_batch": Integer(h * layers * square),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": counts.entries(self.n)}


@dataclass(frozen=True)
class MaxN(Family):
    """The longest sequence whose entries fit a budget."""

    id = "grid.max_n"
    skill = "grid.square"
    layer = "grid"
    difficulty = 3
    unit = "tokens"

    E: int = among(1_000_000, 2_000_000, 5_000_000, 10_000_000, 30_000_000)

    def answer(self) -> Expr:
        return counts.longest(self.E)

    def witness(self) -> Measured:
        return tally.longest_in_entries(self.E)

    def traps(self) -> dict[str, Expr]:
        return {"linear": Integer(self.E), "half": Integer(self.E // 2), "log": floor(log(self.E, 2))}

    def steps(self) -> dict[str, Expr]:
        longest = counts.longest(self.E)
        return {"used": longest**2, "next": longest + 1, "next_used": (longest + 1) ** 2}
