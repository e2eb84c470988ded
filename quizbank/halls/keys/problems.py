"""What is asked of all keys at once: which is exact, which is cheapest, and how each one grows.

n tokens, d the width of a head, k rows of Linformer, r features of Performer, w keys of a window.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol, symbols

from engine.attention import contest, keyring, measured, shortcuts
from engine.exact import contest as decided
from engine.exact import lowrank, tilework
from quizbank.family import Family, Measured, among

n, d, k, r = symbols("n d k r")


@dataclass(frozen=True)
class WhichExact(Family):
    """A choice: the key whose output is that of standard attention."""

    id = "key.which_exact"
    skill = "keys.exact"
    difficulty = 2
    kind = "choice"
    symbols = ("linformer", "flash", "performer")

    n: int = among(64, 96, 128)
    k: int = among(8, 16, 32)
    r: int = among(16, 32, 48)

    def answer(self) -> Expr:
        return decided.largest(lowrank.rank_reached(self.n, self.k, self.r))

    def witness(self) -> Measured:
        return contest.only(keyring.errors(self.n, self.k, self.r), keyring.as_good_as_equal)

    def traps(self) -> dict[str, Expr]:
        return {"linformer": Symbol("linformer"), "performer": Symbol("performer")}


@dataclass(frozen=True)
class Cheapest(Family):
    """A choice: the key with the fewest multiply-adds at these sizes."""

    id = "key.cheapest"
    skill = "keys.cost"
    difficulty = 4
    kind = "choice"
    symbols = ("exact", "linformer", "performer", "window")

    n: int = among(128, 512, 2048)
    k: int = among(64, 128, 512)
    r: int = among(32, 96, 256)
    w: int = among(160, 320)

    def answer(self) -> Expr:
        return decided.smallest(lowrank.prices(self.n, self.k, self.r, self.w))

    def witness(self) -> Measured:
        return contest.smallest(shortcuts.prices(self.n, self.k, self.r, self.w))

    def traps(self) -> dict[str, Expr]:
        prices = lowrank.prices(self.n, self.k, self.r, self.w)
        _, second, third, dearest = sorted(prices, key=lambda name: prices[name])
        return {"second": Symbol(second), "third": Symbol(third), "dearest": Symbol(dearest)}

    def admits(self) -> bool:
        prices = lowrank.prices(self.n, self.k, self.r, self.w).values()
        return len(set(prices)) == len(prices) and self.k < self.n

    def steps(self) -> dict[str, Expr]:
        return lowrank.prices(self.n, self.k, self.r, self.w)


@dataclass(frozen=True)
class LinearGrowth(Family):
    """A growth: the time of Linformer or of Performer."""

    id = "key.time_growth"
    skill = "keys.cost"
    difficulty = 3
    kind = "growth"
    symbols = ("n", "d", "k", "r")

    name: str = among("linformer", "performer")

    def answer(self) -> Expr:
        return lowrank.projected_macs(n, k, d) if self.name == "linformer" else lowrank.with_features(n, r, d)

    def witness(self) -> Measured:
        if self.name == "linformer":
            return measured.growth_at(shortcuts.shortened_macs, n=(256, 512), k=(32, 64), d=(16, 32))
        return measured.growth_at(shortcuts.with_features, n=(256, 512), r=(32, 64), d=(16, 32))

    def traps(self) -> dict[str, Expr]:
        few = k if self.name == "linformer" else r
        return {"quadratic": n**2 * d, "no_width": n * few, "no_length": few**2 * d}


@dataclass(frozen=True)
class FlashTime(Family):
    """A growth: the multiply-adds of Flash."""

    id = "key.flash_time"
    skill = "keys.flash"
    difficulty = 2
    kind = "growth"
    symbols = ("n", "d")

    def answer(self) -> Expr:
        return lowrank.exact_macs(n, d)

    def witness(self) -> Measured:
        return measured.growth_at(keyring.product_macs, n=(256, 512), d=(32, 64))

    def traps(self) -> dict[str, Expr]:
        return {"linear": n * d, "as_memory": n, "linear_in_n": n * d**2}


@dataclass(frozen=True)
class FlashExtra(Family):
    """A growth: what Flash keeps beyond its inputs and its output."""

    id = "key.flash_extra"
    skill = "keys.flash"
    difficulty = 3
    kind = "growth"
    symbols = ("n", "d")

    def answer(self) -> Expr:
        return tilework.row_bytes(n)

    def witness(self) -> Measured:
        return measured.growth_at(keyring.kept_bytes, n=(64, 128, 256), d=(8, 16))

    def traps(self) -> dict[str, Expr]:
        return {"quadratic": n**2, "inputs": n * d, "nothing": Integer(1)}
