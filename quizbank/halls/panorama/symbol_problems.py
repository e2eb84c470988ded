"""What the Panorama asks in letters, or as a choice: how the price goes with an image's size, and whose is highest."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Symbol, symbols

from engine.attention import measured, patching
from engine.exact import patches
from quizbank.family import Family, Measured, among

s, a, c, d, q = symbols("s a c d q")


@dataclass(frozen=True)
class SideGrowth(Family):
    """How a ViT layer's scores grow with the image's side, patches staying as they are."""

    id = "pan.side_growth"
    skill = "vision.growth"
    difficulty = 3
    kind = "growth"
    symbols = ("s",)

    p: int = among(8, 16, 32)

    def answer(self) -> Expr:
        return patches.scores(s, self.p).expand()

    def witness(self) -> Measured:
        return measured.growth_at(patching.image_scores, s=(self.p * 4, self.p * 8, self.p * 14), p=self.p)

    def traps(self) -> dict[str, Expr]:
        return {"linear": s, "tokens_only": s**2, "cubed": s**3}

    def steps(self) -> dict[str, Expr]:
        return {"tokens": patches.tokens(s, self.p)}


@dataclass(frozen=True)
class DetrMacs(Family):
    """Multiply-adds when q queries ask a map of a × c cells, over all decoder layers."""

    id = "pan.detr_macs"
    skill = "vision.cost"
    difficulty = 4
    kind = "expression"
    unit = "MAC"
    symbols = ("q", "a", "c", "d")

    L: int = among(1, 3, 6)

    def answer(self) -> Expr:
        return patches.asked_macs(q, a * c, d, self.L)

    def witness(self) -> Measured:
        return measured.at_sizes(patching.asked_macs, q=(5, 9), a=(3, 4), c=(6, 7), d=(8, 16), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        return {
            "among_cells": patches.asked_macs(a * c, a * c, d, self.L),
            "among_queries": patches.asked_macs(q, q, d, self.L),
            "one_product": self.L * patches.asked(q, a * c) * d,
            "added_sides": patches.asked_macs(q, a + c, d, self.L),
        }

    def steps(self) -> dict[str, Expr]:
        return {"pairs": patches.asked(q, a * c)}


@dataclass(frozen=True)
class Dearest(Family):
    """Which input has most scores in one head: a text, an image in patches, an image through convolutions."""

    id = "pan.dearest"
    skill = "vision.compare"
    difficulty = 2
    kind = "choice"
    symbols = ("patches", "text", "map")

    n: int = among(128, 512, 1024)
    s: int = among(224, 384)
    p: int = among(14, 16, 32)
    a: int = among(480, 800)
    c: int = among(640, 1056)

    def answer(self) -> Expr:
        return patches.dearest(self.s, self.p, self.a, self.c, self.n)

    def witness(self) -> Measured:
        return patching.dearest(self.s, self.p, self.a, self.c, self.n)

    def traps(self) -> dict[str, Expr]:
        return {f"said_{name}": Symbol(name) for name in self.symbols if Symbol(name) != self.answer()}

    def steps(self) -> dict[str, Expr]:
        return {"patched": patches.tokens(self.s, self.p), "cells": patches.map_tokens(self.a, self.c)}

    def admits(self) -> bool:
        return self.s % self.p == 0
