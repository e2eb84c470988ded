"""What the Prism asks about splitting: widths, parameters and operations of h heads that share a width of d."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational, sqrt

from engine.attention import headcount
from engine.exact import split
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class HeadWidth(Family):
    """The width of a head."""

    id = "head.dk"
    skill = "head.width"
    difficulty = 1

    d: int = among(128, 256, 384, 512, 768, 1024, 1280, 2048)
    h: int = among(2, 4, 6, 8, 12, 16)

    def admits(self) -> bool:
        return self.d % self.h == 0

    def answer(self) -> Expr:
        return split.each_width(self.d, self.h)

    def witness(self) -> Measured:
        return headcount.width(self.d, self.h)

    def traps(self) -> dict[str, Expr]:
        return {"not_divided": Integer(self.d), "multiplied": Integer(self.d * self.h), "sqrt": sqrt(self.d)}


@dataclass(frozen=True)
class OneHead(Family):
    """Parameters of one head's three projections."""

    id = "head.one_head_params"
    skill = "head.parameters"
    difficulty = 2
    unit = "params"

    d: int = among(256, 512, 768, 1024, 2048)
    h: int = among(4, 8, 16)

    def answer(self) -> Expr:
        return split.one_head(self.d, self.h)

    def witness(self) -> Measured:
        return headcount.one_head(self.d, self.h)

    def traps(self) -> dict[str, Expr]:
        square = Integer(self.d) ** 2
        return {
            "square_slice": 3 * square / self.h**2,
            "all_heads": 3 * square,
            "with_O": 4 * square / self.h,
        }

    def steps(self) -> dict[str, Expr]:
        width = split.each_width(self.d, self.h)
        return {"width": width, "matrix": split.affine(self.d, width, bias=False)}


@dataclass(frozen=True)
class Parameters(Family):
    """Parameters of a multi-head attention with biases."""

    id = "head.params"
    skill = "head.parameters"
    difficulty = 2
    unit = "params"

    d: int = among(256, 512, 768, 1024, 2048)
    h: int = among(4, 8, 16)

    def answer(self) -> Expr:
        return split.sublayer(self.d, self.h)

    def witness(self) -> Measured:
        return headcount.parameters(self.d, self.h)

    def traps(self) -> dict[str, Expr]:
        one = split.affine(self.d, self.d, bias=True)
        return {
            "times_heads": self.h * 4 * one,
            "forgot_O": 3 * one,
            "divided_by_heads": 4 * one / self.h,
            "no_bias": 4 * Integer(self.d) ** 2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"matrix": split.affine(self.d, self.d, bias=True), "square": Integer(self.d) ** 2}


@dataclass(frozen=True)
class Scores(Family):
    """How many times more score entries h heads make than one."""

    id = "head.scores"
    skill = "head.cost"
    difficulty = 2

    h: int = among(2, 3, 4, 6, 8, 12, 16, 24, 32)

    def answer(self) -> Expr:
        return split.score_growth(self.h)

    def witness(self) -> Measured:
        return headcount.score_growth(self.h)

    def traps(self) -> dict[str, Expr]:
        return {"unchanged": Integer(1), "squared": Integer(self.h) ** 2, "shrinks": Rational(1, self.h)}


@dataclass(frozen=True)
class ScoreMacs(Family):
    """Multiply-adds of QKᵀ over all heads."""

    id = "head.qk_macs"
    skill = "head.cost"
    difficulty = 3
    unit = "MAC"

    d: int = among(256, 512, 1024)
    h: int = among(4, 8, 16)
    n: int = among(128, 512, 2048)

    def answer(self) -> Expr:
        return split.score_macs(self.d, self.h, self.n)

    def witness(self) -> Measured:
        return headcount.score_macs(self.d, self.h, self.n)

    def traps(self) -> dict[str, Expr]:
        core = Integer(self.n) ** 2 * self.d
        return {
            "times_heads": self.h * core,
            "one_head": core / self.h,
            "swapped": Integer(self.n) * self.d**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "square": Integer(self.n) ** 2,
            "width": split.each_width(self.d, self.h),
            "one": split.score_macs(self.d, self.h, self.n) / self.h,
        }


@dataclass(frozen=True)
class Rows(Family):
    """Softmaxes of one layer."""

    id = "head.rows"
    skill = "head.cost"
    difficulty = 2

    h: int = among(4, 8, 12, 16)
    n: int = among(64, 128, 512, 1000, 2048)

    def answer(self) -> Expr:
        return split.softmaxes(self.h, self.n)

    def witness(self) -> Measured:
        return headcount.softmaxes(self.h, self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "one_per_head": Integer(self.h),
            "one_per_query": Integer(self.n),
            "one_per_entry": Integer(self.h * self.n**2),
        }
