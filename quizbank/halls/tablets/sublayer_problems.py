"""What the tablets ask about a whole sub-layer: four tablets and two products of n × n, and how they share the work.

n tokens of width d over all heads together; the core is QKᵀ and AV.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational

from engine.attention import macs
from engine.exact import work
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Sublayer(Family):
    """A whole self-attention sub-layer: four tablets and two products of n × n."""

    id = "tablet.sublayer"
    skill = "tablet.sublayer"
    difficulty = 3
    unit = "MAC"

    n: int = among(128, 256, 512, 1024, 2048)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.sublayer(self.n, self.d)

    def witness(self) -> Measured:
        return macs.sublayer(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        core = work.core(self.n, self.d)
        return {
            "forgot_O": work.projections(self.n, self.d, 3) + core,
            "forgot_AV": work.projections(self.n, self.d, 4) + work.scores(self.n, self.d),
            "forgot_projections": core,
            "flops": 2 * self.answer(),
        }

    def steps(self) -> dict[str, Expr]:
        return {"tablets": work.projections(self.n, self.d, 4), "core": work.core(self.n, self.d)}


@dataclass(frozen=True)
class EqualLength(Family):
    """The length at which the core takes as much as the four tablets."""

    id = "tablet.equal_length"
    skill = "tablet.sublayer"
    difficulty = 4
    unit = "tokens"

    d: int = among(64, 128, 256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.core_meets_projections(self.d)

    def witness(self) -> Measured:
        return macs.core_meets_projections(self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "same_as_width": Integer(self.d),
            "forgot_AV": Integer(4 * self.d),
            "forgot_O": Rational(3 * self.d, 2),
            "with_feed_forward": Integer(6 * self.d),
        }


@dataclass(frozen=True)
class CoreShare(Family):
    """The core's part of the sub-layer's multiply-adds."""

    id = "tablet.core_share"
    skill = "tablet.sublayer"
    difficulty = 4
    tolerance = Fraction(1, 200)

    n: int = among(128, 256, 512, 1024, 2048, 4096)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.core_share(self.n, self.d)

    def witness(self) -> Measured:
        return macs.core_share(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        core, tablets = work.core(self.n, self.d), work.projections(self.n, self.d, 4)
        scores = work.scores(self.n, self.d)
        return {
            "over_the_tablets": core / tablets,
            "tablets_share": tablets / (core + tablets),
            "forgot_AV": scores / (scores + tablets),
        }

    def steps(self) -> dict[str, Expr]:
        return {"core": work.core(self.n, self.d), "whole": work.sublayer(self.n, self.d)}


@dataclass(frozen=True)
class Doubled(Family):
    """By what factor the sub-layer grows when the sequence doubles."""

    id = "tablet.doubled"
    skill = "tablet.sublayer"
    difficulty = 4
    unit = "x"
    tolerance = Fraction(1, 200)

    n: int = among(128, 256, 512, 1024, 2048, 4096)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.doubled(self.n, self.d)

    def witness(self) -> Measured:
        return macs.doubled(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "all_quadratic": Integer(4),
            "all_linear": Integer(2),
            "average": Integer(3),
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "before": work.sublayer(self.n, self.d),
            "after": work.sublayer(2 * self.n, self.d),
        }
