"""What the Bell Tower asks about order, no positions encoded: what a swap changes, what a shuffle leaves as it was.

n tokens, of which i and j are exchanged, counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol, symbols

from engine.attention import measured, shuffle
from engine.exact import orders
from quizbank.family import Family, Measured, among

letter_n, letter_i, letter_j = symbols("n i j")


@dataclass(frozen=True)
class Swap(Family):
    """Rows that change without a mask."""

    id = "bell.swap"
    skill = "position.equivariance"
    difficulty = 2
    unit = "rows"

    n: int = among(6, 8, 10, 12)
    i: int = among(1, 2, 3)
    j: int = among(4, 5, 6)

    def answer(self) -> Expr:
        return orders.changed_rows("full", self.n, self.i, self.j)

    def witness(self) -> Measured:
        return shuffle.changed_rows("full", self.n, self.i, self.j)

    def traps(self) -> dict[str, Expr]:
        return {
            "seed_claim": Integer(0),
            "everything": Integer(self.n),
            "between": Integer(self.j - self.i + 1),
        }


@dataclass(frozen=True)
class CausalSwap(Family):
    """Rows that change under a causal mask."""

    id = "bell.swap_causal"
    skill = "position.equivariance"
    difficulty = 5
    unit = "rows"

    n: int = among(8, 10, 12)
    i: int = among(1, 2, 3)
    j: int = among(5, 6, 7)

    def answer(self) -> Expr:
        return orders.changed_rows("causal", self.n, self.i, self.j)

    def witness(self) -> Measured:
        return shuffle.changed_rows("causal", self.n, self.i, self.j)

    def traps(self) -> dict[str, Expr]:
        return {
            "equivariant": Integer(2),
            "unchanged": Integer(0),
            "all_later": Integer(self.n - self.i + 1),
            "everything": Integer(self.n),
        }


@dataclass(frozen=True)
class CausalSwapForm(Family):
    """Rows that change under a causal mask, in n, i and j."""

    id = "bell.swap_form"
    skill = "position.equivariance"
    difficulty = 4
    kind = "expression"
    symbols = ("n", "i", "j")

    def answer(self) -> Expr:
        return orders.changed_between()

    def witness(self) -> Measured:
        return measured.at_sizes(shuffle.causal_rows, n=(8, 11), i=(2, 3), j=(5, 7))

    def traps(self) -> dict[str, Expr]:
        return {
            "equivariant": Integer(2),
            "all_later": letter_n - letter_i + 1,
            "off_by_one": letter_j - letter_i,
            "everything": letter_n,
        }


@dataclass(frozen=True)
class Shuffle(Family):
    """A choice: what a shuffle of n tokens does to the outputs."""

    skill = "position.equivariance"
    difficulty = 2
    kind = "choice"
    symbols = ("same", "moved", "other")

    n: int = among(4, 6, 9)

    def options_but(self, right: str) -> dict[str, Expr]:
        """Return the wrong options as traps."""
        return {name: Symbol(name) for name in self.symbols if name != right}


@dataclass(frozen=True)
class ShuffleFull(Shuffle):
    """Every token sees every token."""

    id = "bell.shuffle"

    def answer(self) -> Expr:
        return orders.shuffled("full", self.n)

    def witness(self) -> Measured:
        return shuffle.shuffled("full", self.n)

    def traps(self) -> dict[str, Expr]:
        return self.options_but("moved")


@dataclass(frozen=True)
class ShuffleCausal(Shuffle):
    """A token sees itself and what came before."""

    id = "bell.shuffle_causal"
    difficulty = 3

    def answer(self) -> Expr:
        return orders.shuffled("causal", self.n)

    def witness(self) -> Measured:
        return shuffle.shuffled("causal", self.n)

    def traps(self) -> dict[str, Expr]:
        return self.options_but("other")


@dataclass(frozen=True)
class ShuffleMemory(Shuffle):
    """The tokens are a memory that other queries look at."""

    id = "bell.shuffle_memory"
    difficulty = 3

    def answer(self) -> Expr:
        return orders.shuffled("remembered", self.n)

    def witness(self) -> Measured:
        return shuffle.shuffled("remembered", self.n)

    def traps(self) -> dict[str, Expr]:
        return self.options_but("same")


@dataclass(frozen=True)
class ShufflePooled(Shuffle):
    """The outputs are averaged."""

    id = "bell.shuffle_pooled"
    difficulty = 3

    def answer(self) -> Expr:
        return orders.shuffled("pooled", self.n)

    def witness(self) -> Measured:
        return shuffle.shuffled("pooled", self.n)

    def traps(self) -> dict[str, Expr]:
        return self.options_but("same")
