"""What the tablets ask about cost: the operations of their products, n tokens of width d over all heads together."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr

from engine.attention import macs
from engine.exact import work
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Proj(Family):
    """Q, K and V from X."""

    id = "tablet.proj"
    skill = "tablet.projections"
    difficulty = 1
    unit = "MAC"

    n: int = among(128, 256, 512, 1024, 2048)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.projections(self.n, self.d, 3)

    def witness(self) -> Measured:
        return macs.projections(self.n, self.d, 3)

    def traps(self) -> dict[str, Expr]:
        return {
            "one_tablet": work.projections(self.n, self.d, 1),
            "with_output": work.projections(self.n, self.d, 4),
            "swapped_n_d": work.projections(self.d, self.n, 3),
            "flops_not_macs": 2 * self.answer(),
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": work.projections(self.n, self.d, 1)}


@dataclass(frozen=True)
class Qk(Family):
    """QKᵀ over all heads."""

    id = "tablet.qk"
    skill = "tablet.core"
    difficulty = 2
    unit = "MAC"

    n: int = among(128, 256, 512, 1024, 2048)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return work.scores(self.n, self.d)

    def witness(self) -> Measured:
        return macs.scores(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "swapped": work.scores(self.d, self.n),
            "entries_only": work.scores(self.n, 1),
            "flops_not_macs": 2 * self.answer(),
            "per_head_times_h": 8 * self.answer(),
        }

    def steps(self) -> dict[str, Expr]:
        return {"pairs": work.scores(self.n, 1)}


@dataclass(frozen=True)
class CoreFlops(Family):
    """QKᵀ and AV over all heads, in FLOP."""

    id = "tablet.core_flops"
    skill = "tablet.core"
    difficulty = 2
    unit = "FLOP"

    n: int = among(128, 256, 512, 1024, 2048)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return 2 * work.core(self.n, self.d)

    def witness(self) -> Measured:
        return macs.core_flops(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "macs_not_flops": work.core(self.n, self.d),
            "qk_only_macs": work.scores(self.n, self.d),
            "linear": 2 * work.core(self.d, self.n),
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": work.scores(self.n, self.d), "both": work.core(self.n, self.d)}


@dataclass(frozen=True)
class CausalQk(Family):
    """QKᵀ when masked pairs are skipped."""

    id = "tablet.causal_qk"
    skill = "tablet.core"
    difficulty = 3
    unit = "MAC"

    n: int = among(8, 16, 32, 64)
    d: int = among(64, 128, 512)

    def answer(self) -> Expr:
        return work.causal_scores(self.n, self.d)

    def witness(self) -> Measured:
        return macs.causal_scores(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        whole = work.scores(self.n, self.d)
        return {
            "no_saving": whole,
            "half_exact": whole / 2,
            "without_diagonal": work.causal_scores(self.n - 1, self.d),
        }

    def steps(self) -> dict[str, Expr]:
        return {"pairs": work.causal_scores(self.n, 1)}
