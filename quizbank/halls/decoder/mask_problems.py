"""What the decoder hall asks about the mask: what a prediction can depend on, and what an input can change.

n words or inputs; t is the word predicted, j the input changed, both counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer

from engine.attention import dictation
from engine.exact import generation
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Known(Family):
    """How many of the target's words the prediction of word t can depend on."""

    id = "dec.known"
    skill = "decoder.mask"
    difficulty = 1

    n: int = among(8, 10, 12, 16)
    t: int = among(3, 4, 5, 6, 7)

    def answer(self) -> Expr:
        return generation.known_words(self.t)

    def witness(self) -> Measured:
        return dictation.known_words(self.n, self.t)

    def traps(self) -> dict[str, Expr]:
        n, t = Integer(self.n), Integer(self.t)
        return {"mask_row": t, "future": n - t, "all_others": n - 1, "all": n}


@dataclass(frozen=True)
class ShiftedPairs(Family):
    """Pairs of a prediction and a word it can depend on."""

    id = "dec.shifted_pairs"
    skill = "decoder.mask"
    difficulty = 3
    unit = "pairs"

    n: int = among(5, 6, 8, 10, 12, 16, 20, 24, 32)

    def answer(self) -> Expr:
        return generation.shifted_pairs(self.n)

    def witness(self) -> Measured:
        return dictation.shifted_pairs(self.n)

    def traps(self) -> dict[str, Expr]:
        n = Integer(self.n)
        return {"mask_pairs": n * (n + 1) / 2, "half": n**2 / 2, "all": n**2}

    def steps(self) -> dict[str, Expr]:
        return {"last": Integer(self.n) - 1}


@dataclass(frozen=True)
class Reach(Family):
    """How many outputs change when one input of the decoder changes."""

    id = "dec.reach"
    skill = "decoder.mask"
    difficulty = 2
    unit = "rows"

    n: int = among(8, 10, 12, 16, 20)
    j: int = among(3, 4, 5, 6, 7)

    def answer(self) -> Expr:
        return generation.reached(self.n, self.j)

    def witness(self) -> Measured:
        return dictation.reached(self.n, self.j)

    def traps(self) -> dict[str, Expr]:
        n, j = Integer(self.n), Integer(self.j)
        return {"earlier": j, "later_only": n - j, "itself": Integer(1), "all": n}
