"""What the Prism asks about how much a head can see: ranks of its products, and the inputs that reach it.

d is the width of the model, h the number of heads, e the width of one, n the number of tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Max, Rational

from engine.attention import headcount
from engine.exact import split
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Rank(Family):
    """The largest rank of W^Q W^Kᵀ of one head."""

    id = "head.rank"
    skill = "head.rank"
    difficulty = 3

    d: int = among(48, 64, 96, 128, 192)
    h: int = among(2, 3, 4, 6, 8)

    def admits(self) -> bool:
        return self.d % self.h == 0

    def answer(self) -> Expr:
        return split.largest_rank(self.d, split.each_width(self.d, self.h))

    def witness(self) -> Measured:
        return headcount.form_rank(self.d, self.h)

    def traps(self) -> dict[str, Expr]:
        return {"full": Integer(self.d), "twice": Rational(2 * self.d, self.h), "heads": Integer(self.h)}


@dataclass(frozen=True)
class ScoreRank(Family):
    """The largest rank of QKᵀ of one head."""

    id = "head.score_rank"
    skill = "head.rank"
    difficulty = 4

    n: int = among(8, 24, 40, 100, 200)
    e: int = among(16, 32, 64, 80)

    def answer(self) -> Expr:
        return split.largest_rank(self.n, self.e)

    def witness(self) -> Measured:
        return headcount.score_rank(self.n, self.e)

    def traps(self) -> dict[str, Expr]:
        n, e = Integer(self.n), Integer(self.e)
        return {"larger_one": Max(n, e), "sum": n + e, "one": Integer(1), "product": n * e}


@dataclass(frozen=True)
class InputsSeen(Family):
    """Components of a token that one head's query depends on."""

    id = "head.reach"
    skill = "head.width"
    difficulty = 2

    d: int = among(64, 128, 256, 512, 768)
    h: int = among(2, 4, 8, 16)

    def answer(self) -> Expr:
        return split.inputs_seen(self.d, self.h)

    def witness(self) -> Measured:
        return headcount.inputs_seen(self.d, self.h)

    def traps(self) -> dict[str, Expr]:
        return {
            "slice": Rational(self.d, self.h),
            "heads": Integer(self.h),
            "product": Integer(self.d * self.h),
        }

    def steps(self) -> dict[str, Expr]:
        return {"width": split.each_width(self.d, self.h)}
