"""What is asked of FlashAttention's tiles: how many there are, what they compute, and how the softmax is carried along.

n tokens, h heads of width e (in the paper d), a and c (or B) the rows of a tile's queries and keys, M the elements that
fit on the chip.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, ceiling, exp, floor

from engine.attention import keyring
from engine.attention.measured import FLOAT64
from engine.exact import tilework
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Flops(Family):
    """FLOP of Flash's matrix products."""

    id = "key.flash_flops"
    skill = "keys.flash"
    difficulty = 2
    unit = "FLOP"

    n: int = among(128, 256, 512)
    h: int = among(4, 8, 12)
    e: int = among(32, 64)

    def answer(self) -> Expr:
        return tilework.product_flops(self.n, self.h, self.e)

    def witness(self) -> Measured:
        return keyring.product_flops(self.n, self.h, self.e)

    def traps(self) -> dict[str, Expr]:
        size, heads, width = self.n, self.h, self.e
        return {
            "linear_in_n": Integer(4 * size * heads * width**2),
            "fewer": Integer(4 * size**2 * heads),
            "half": Integer(2 * size**2 * heads * width),
        }

    def steps(self) -> dict[str, Expr]:
        macs = Integer(self.n) ** 2 * self.e
        return {"product": macs, "head": tilework.product_flops(self.n, 1, self.e)}


@dataclass(frozen=True)
class Tiles(Family):
    """Tiles of a score matrix."""

    id = "key.tiles"
    skill = "keys.flash"
    difficulty = 2
    unit = "tiles"

    n: int = among(100, 128, 200, 256, 300)
    a: int = among(16, 32, 64)
    c: int = among(32, 64)

    def answer(self) -> Expr:
        return tilework.whole(self.n, self.a, self.c)

    def witness(self) -> Measured:
        return keyring.visits(self.n, self.a, self.c)

    def traps(self) -> dict[str, Expr]:
        rows, columns = Rational(self.n, self.a), Rational(self.n, self.c)
        return {
            "floor_division": floor(rows) * floor(columns),
            "sum": ceiling(rows) + ceiling(columns),
            "elements": Integer(self.n) ** 2,
            "one_axis": ceiling(rows),
        }

    def steps(self) -> dict[str, Expr]:
        return {"across": tilework.cut(self.n, self.c), "down": tilework.cut(self.n, self.a)}


@dataclass(frozen=True)
class CausalTiles(Family):
    """Square tiles that a causal mask leaves."""

    id = "key.tiles_causal"
    skill = "keys.flash"
    difficulty = 4
    unit = "tiles"

    n: int = among(128, 256, 512, 1024)
    B: int = among(16, 32, 64, 128)

    def answer(self) -> Expr:
        return tilework.causal(self.n, self.B)

    def witness(self) -> Measured:
        return keyring.causal_visits(self.n, self.B)

    def traps(self) -> dict[str, Expr]:
        side = Rational(self.n, self.B)
        return {
            "no_skip": side**2,
            "half": side**2 / 2,
            "elements": Rational(self.n * (self.n + 1), 2),
            "below_diagonal": side * (side - 1) / 2,
        }

    def admits(self) -> bool:
        return self.n // self.B <= 32  # a count of more tiles shows nothing new and takes long

    def steps(self) -> dict[str, Expr]:
        return {"side": tilework.cut(self.n, self.B)}


@dataclass(frozen=True)
class Block(Family):
    """Rows of a block for a given chip."""

    id = "key.block"
    skill = "keys.flash"
    difficulty = 3
    unit = "rows"

    M: int = among(16_384, 24_576, 49_152, 51_200, 65_536)
    d: int = among(32, 64, 96, 128)

    def answer(self) -> Expr:
        return tilework.block(self.M, self.d)

    def witness(self) -> Measured:
        return keyring.smallest_block(self.M, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "forgot_four": ceiling(Rational(self.M, self.d)),
            "bytes_twice": ceiling(Rational(self.M, 8 * self.d)),
            "three_tensors": ceiling(Rational(self.M, 3 * self.d)),
        }

    def steps(self) -> dict[str, Expr]:
        return {"per_row": 4 * Integer(self.d), "quotient": Rational(self.M, 4 * self.d)}


@dataclass(frozen=True)
class Online(Family):
    """The denominator of a softmax that was read in two blocks."""

    id = "key.online"
    skill = "keys.flash"
    difficulty = 4
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    B: int = among(2, 4, 8, 16)
    a: int = among(0, 1, 5)
    g: int = among(1, 2, 3)

    def answer(self) -> Expr:
        return tilework.online([(self.B, self.a), (self.B, self.a + self.g)])

    def witness(self) -> Measured:
        return keyring.denominator([self.a, self.a + self.g], self.B)

    def traps(self) -> dict[str, Expr]:
        return {
            "forgot_rescale": Integer(2 * self.B),
            "wrong_sign": self.B * exp(self.g) + self.B,
            "absolute": self.B * exp(self.a) + self.B * exp(self.a + self.g),
            "last_block_only": Integer(self.B),
        }

    def steps(self) -> dict[str, Expr]:
        return {"greatest": Integer(self.a + self.g), "fading": exp(-self.g)}
