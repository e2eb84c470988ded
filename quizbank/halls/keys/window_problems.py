"""What is asked of windows: their cost, and the pairs that a few tokens which see all add to them.

n tokens, d the width, w the keys of a window (or its reach to either side), g global tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer

from engine.attention import shortcuts, tally
from engine.exact import lowrank
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Window(Family):
    """Multiply-adds of a sliding window."""

    id = "key.window_macs"
    skill = "keys.window"
    difficulty = 3
    unit = "MAC"

    n: int = among(512, 1024, 2048, 4096)
    w: int = among(64, 128, 256)
    d: int = among(64, 512)

    def answer(self) -> Expr:
        return lowrank.window_macs(self.n, self.w, self.d)

    def witness(self) -> Measured:
        return shortcuts.window_macs(self.n, self.w, self.d)

    def traps(self) -> dict[str, Expr]:
        size, keys, width = Integer(self.n), self.w, self.d
        return {
            "full": 2 * size**2 * width,
            "one_product": size * keys * width,
            "w_squared": 2 * size * keys**2 * width,
        }

    def steps(self) -> dict[str, Expr]:
        return {"product": lowrank.product(self.n, self.w, self.d)}


@dataclass(frozen=True)
class GlobalTokens(Family):
    """Pairs of a two-sided window with a few global tokens."""

    id = "key.global_pairs"
    skill = "keys.window"
    difficulty = 5
    unit = "pairs"

    n: int = among(16, 20, 32, 64)
    w: int = among(2, 3, 4)
    g: int = among(2, 3, 4)

    def answer(self) -> Expr:
        return lowrank.with_global(self.n, self.w, self.g)

    def witness(self) -> Measured:
        return tally.allowed(shortcuts.local_and_global(self.w, self.g), self.n)

    def traps(self) -> dict[str, Expr]:
        local, cross = self.n - self.g, Integer(2 * self.g * self.n)
        corner, edges = Integer(self.g) ** 2, Integer(self.w * (self.w + 1))
        full = Integer(local * (2 * self.w + 1))
        return {
            "forgot_edges": full + cross - corner,
            "corner_twice": full - edges + cross,
            "window_twice": Integer(self.n * (2 * self.w + 1)) - edges + cross - corner,
            "one_way": full - edges + cross / 2,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "local": Integer(self.n - self.g),
            "band": lowrank.band(self.n - self.g, self.w),
            "cross": 2 * Integer(self.g) * self.n - Integer(self.g) ** 2,
        }
