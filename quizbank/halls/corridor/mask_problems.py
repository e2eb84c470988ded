"""What the corridor asks about masks: how many pairs of query and key they let through.

n tokens, w the width of a window, p the length of a prefix.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational

from engine.attention import mask, tally
from engine.exact import counts
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class CausalAllowed(Family):
    """Pairs a causal mask allows."""

    id = "grid.causal_allowed"
    skill = "grid.mask"
    layer = "grid"
    difficulty = 2
    unit = "pairs"

    n: int = among(5, 8, 12, 16, 20, 32, 64)

    def answer(self) -> Expr:
        return counts.causal_allowed(self.n)

    def witness(self) -> Measured:
        return tally.allowed(mask.causal, self.n)

    def traps(self) -> dict[str, Expr]:
        square = Integer(self.n) ** 2
        return {"no_mask": square, "half": square / 2, "excluded_diagonal": (square - self.n) / 2}


@dataclass(frozen=True)
class CausalBlocked(Family):
    """Entries a causal mask sets to −∞."""

    id = "grid.causal_blocked"
    skill = "grid.mask"
    layer = "grid"
    difficulty = 2
    unit = "entries"

    n: int = among(5, 8, 12, 16, 20, 32, 64)

    def answer(self) -> Expr:
        return counts.causal_blocked(self.n)

    def witness(self) -> Measured:
        return tally.blocked_by_torch(self.n)

    def traps(self) -> dict[str, Expr]:
        square = Integer(self.n) ** 2
        return {"half": square / 2, "counted_diagonal": (square + self.n) / 2, "all_but_diagonal": square - self.n}

    def steps(self) -> dict[str, Expr]:
        return {"square": counts.entries(self.n), "allowed": counts.causal_allowed(self.n)}


@dataclass(frozen=True)
class Window(Family):
    """Pairs of a causal window of w tokens."""

    id = "grid.window"
    skill = "grid.mask"
    layer = "grid"
    difficulty = 3
    unit = "pairs"

    n: int = among(16, 20, 32, 64)
    w: int = among(3, 4, 5, 8)

    def answer(self) -> Expr:
        return counts.window_allowed(self.n, self.w)

    def witness(self) -> Measured:
        return tally.allowed(mask.window(self.w), self.n)

    def traps(self) -> dict[str, Expr]:
        n, w = self.n, self.w
        return {
            "ignored_left_edge": Integer(n * w),
            "full_causal": Rational(n * (n + 1), 2),
            "both_sides": Integer(n * (2 * w + 1)),
            "off_by_one": n * w - Rational(w * (w + 1), 2),
        }

    def steps(self) -> dict[str, Expr]:
        return {"full": Integer(self.n * self.w), "missing": Rational(self.w * (self.w - 1), 2)}


@dataclass(frozen=True)
class Prefix(Family):
    """Pairs when the first p tokens see each other freely."""

    id = "grid.prefix"
    skill = "grid.mask"
    layer = "grid"
    difficulty = 4
    unit = "pairs"

    n: int = among(12, 16, 20, 32)
    p: int = among(3, 4, 6, 8)

    def answer(self) -> Expr:
        return counts.prefix_allowed(self.n, self.p)

    def witness(self) -> Measured:
        return tally.allowed(mask.prefix(self.p), self.n)

    def traps(self) -> dict[str, Expr]:
        causal, square = Rational(self.n * (self.n + 1), 2), self.p**2
        return {"pure_causal": causal, "no_mask": Integer(self.n) ** 2, "double_counted_prefix": square + causal}

    def steps(self) -> dict[str, Expr]:
        return {"causal": counts.causal_allowed(self.n), "ahead": counts.causal_blocked(self.p)}
