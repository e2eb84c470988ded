"""What is asked of Linformer: what is left of its scores, what its projections cost, and what rank it can reach.

n tokens, d the width of a head, k the rows that are kept of n, L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational

from engine.attention import shortcuts
from engine.exact import lowrank
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Entries(Family):
    """Scores of one head when keys are shortened to k rows."""

    id = "key.lin_entries"
    skill = "keys.linformer"
    difficulty = 1
    unit = "entries"

    n: int = among(512, 1024, 2048, 4096, 8192)
    k: int = among(64, 128, 256)

    def answer(self) -> Expr:
        return lowrank.projected_entries(self.n, self.k)

    def witness(self) -> Measured:
        return shortcuts.shortened_entries(self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "still_quadratic": Integer(self.n) ** 2,
            "k_squared": Integer(self.k) ** 2,
            "feature_projection": Integer(self.n) ** 2 * self.k,
        }


@dataclass(frozen=True)
class Macs(Family):
    """Multiply-adds of Linformer with its projections."""

    id = "key.lin_macs"
    skill = "keys.linformer"
    difficulty = 3
    unit = "MAC"

    n: int = among(512, 1024, 2048, 4096)
    k: int = among(64, 128, 256)
    d: int = among(64, 128)

    def answer(self) -> Expr:
        return lowrank.projected_macs(self.n, self.k, self.d)

    def witness(self) -> Measured:
        return shortcuts.shortened_macs(self.n, self.k, self.d)

    def traps(self) -> dict[str, Expr]:
        product = Integer(self.n) * self.k * self.d
        return {
            "forgot_projection": 2 * product,
            "quadratic": 2 * Integer(self.n) ** 2 * self.d,
            "one_projection": 3 * product,
        }

    def steps(self) -> dict[str, Expr]:
        return {"product": lowrank.product(self.n, self.k, self.d)}


@dataclass(frozen=True)
class Sharing(Family):
    """Parameters of Linformer's projections, one E and one F a layer."""

    id = "key.lin_sharing"
    skill = "keys.linformer"
    difficulty = 3
    unit = "params"

    L: int = among(6, 12, 24)
    n: int = among(512, 1024)
    k: int = among(64, 128, 256)

    def answer(self) -> Expr:
        return lowrank.projection_weights(self.L, self.n, self.k)

    def witness(self) -> Measured:
        return shortcuts.projection_weights(self.L, self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        one = Integer(self.n) * self.k
        return {"layerwise": one, "kv_sharing": self.L * one, "per_head": 16 * self.L * one}

    def steps(self) -> dict[str, Expr]:
        return {"matrix": Integer(self.n) * self.k, "matrices": Integer(2 * self.L)}


@dataclass(frozen=True)
class Rank(Family):
    """The largest rank of what Linformer puts in place of the weights."""

    id = "key.lin_rank"
    skill = "keys.linformer"
    difficulty = 4

    n: int = among(32, 64, 100, 128)
    k: int = among(4, 8, 16)

    def answer(self) -> Expr:
        return lowrank.greatest_rank(self.n, self.k)

    def witness(self) -> Measured:
        return shortcuts.shortened_rank(self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        return {"full": Integer(self.n), "one": Integer(1), "n_minus_k": Integer(self.n - self.k)}


@dataclass(frozen=True)
class Speedup(Family):
    """Multiply-adds of exact attention over those of Linformer."""

    id = "key.lin_speedup"
    skill = "keys.linformer"
    difficulty = 4
    unit = "x"
    tolerance = Fraction(1, 1_000_000)

    n: int = among(1024, 2048, 4096, 8192)
    k: int = among(64, 128, 256, 512)

    def answer(self) -> Expr:
        return lowrank.projected_speedup(self.n, self.k)

    def witness(self) -> Measured:
        return shortcuts.shortened_gain(self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.n, self.k)
        return {"forgot_projections": ratio, "squared": ratio**2, "n_over_4k": ratio / 4}
