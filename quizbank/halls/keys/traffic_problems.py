"""What is asked of main memory: what travels there and back, and what stays for the backward pass.

n (in Theorem 2: N) tokens, d the width of a head, h heads, b sequences, c the rows of a block of keys, M the elements
that fit on the chip (Dao et al. 2022, arXiv 2205.14135).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, symbols

from engine.attention import keyring, measured
from engine.exact import tilework
from quizbank.family import Family, Measured, among

n, d = symbols("n d")
N, M = symbols("N M")
KIB = 2**10


@dataclass(frozen=True)
class Spared(Family):
    """How many times fewer accesses Theorem 2 leaves to Flash, by leading terms."""

    id = "key.hbm"
    skill = "keys.traffic"
    difficulty = 3
    unit = "x"
    tolerance = Fraction(1, 200)

    N: int = among(1024, 1600, 3200, 4096, 6400, 8192)
    d: int = among(32, 64, 128)
    M: int = among(32_768, 51_200, 65_536, 102_400)

    def answer(self) -> Expr:
        return tilework.spared(self.N, self.d, self.M)

    def witness(self) -> Measured:
        return keyring.spared(self.N, self.d, self.M)

    def traps(self) -> dict[str, Expr]:
        naive = Integer(self.N) * self.d + Integer(self.N) ** 2
        return {
            "dropped_d2": naive * self.M / Integer(self.N) ** 2,
            "no_gain": Integer(1),
            "one_d": naive * self.M / (Integer(self.N) ** 2 * self.d),
        }

    def admits(self) -> bool:
        return self.N % (self.M // (4 * self.d)) == 0 and self.N * self.d >= self.M  # blocks that can be counted

    def steps(self) -> dict[str, Expr]:
        naive = Integer(self.N) * self.d + Integer(self.N) ** 2
        return {
            "naive": naive,
            "tiled": Rational(self.N**2 * self.d**2, self.M),
            "boasted": self.answer() * self.d**2,  # what one says who forgets d² in the denominator
        }


@dataclass(frozen=True)
class QueryReads(Family):
    """Elements of Q that the first Flash reads."""

    id = "key.qpasses"
    skill = "keys.traffic"
    difficulty = 4
    unit = "elements"

    n: int = among(64, 100, 128, 200)
    c: int = among(16, 32, 48)
    d: int = among(4, 8, 16)

    def answer(self) -> Expr:
        return tilework.query_reads(self.n, self.c, self.d)

    def witness(self) -> Measured:
        return keyring.query_reads(self.n, self.c, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "read_once": Integer(self.n * self.d),
            "n_squared": Integer(self.n) ** 2,
            "n2_d": Integer(self.n) ** 2 * self.d,
        }

    def steps(self) -> dict[str, Expr]:
        return {"passes": tilework.cut(self.n, self.c), "once": Integer(self.n * self.d)}


@dataclass(frozen=True)
class Moves(Family):
    """An expression: the elements that standard attention reads and writes."""

    id = "key.traffic"
    skill = "keys.traffic"
    difficulty = 4
    kind = "expression"
    symbols = ("n", "d")

    h: int = among(4, 8, 12, 16)

    def answer(self) -> Expr:
        return self.h * tilework.naive_traffic(n, d)

    def witness(self) -> Measured:
        return measured.at_sizes(keyring.naive_moves, n=(32, 48), d=(4, 8), h=self.h)

    def traps(self) -> dict[str, Expr]:
        return {
            "reads_only": self.h * (3 * n * d + 2 * n**2),
            "kept_on_chip": self.h * 4 * n * d,
            "written_only": self.h * (4 * n * d + 2 * n**2),
            "squares_only": self.h * 4 * n**2,
        }


@dataclass(frozen=True)
class Hbm(Family):
    """A growth: the accesses of Flash to main memory."""

    id = "key.hbm_growth"
    skill = "keys.traffic"
    difficulty = 4
    kind = "growth"
    symbols = ("N", "d", "M")

    def answer(self) -> Expr:
        return tilework.chip_reads()

    def witness(self) -> Measured:
        return measured.growth_at(keyring.chip_reads, N=(1024, 2048), d=(32, 64), M=(32_768, 65_536))

    def traps(self) -> dict[str, Expr]:
        return {"dropped_d2": N**2 / M, "naive": N * d + N**2, "one_d": N**2 * d / M, "linear": N * d}


@dataclass(frozen=True)
class Kept(Family):
    """What Flash keeps for the backward pass beside inputs and output."""

    id = "key.lse"
    skill = "keys.traffic"
    difficulty = 3
    kind = "quantity"
    unit = "KiB"
    tolerance = Fraction(1, 200)

    b: int = among(2, 4, 8)
    h: int = among(8, 12, 16)
    n: int = among(1024, 2048, 4096)

    def answer(self) -> Expr:
        return tilework.row_bytes(self.n, self.h, self.b, unit=KIB)

    def witness(self) -> Measured:
        return keyring.kept_bytes(self.n, h=self.h, b=self.b, unit=KIB)

    def traps(self) -> dict[str, Expr]:
        rows = Integer(self.b) * self.h * self.n
        return {
            "whole_matrix": rows * self.n * 4 / KIB,
            "forgot_heads": rows / self.h * 4 / KIB,
            "forgot_bytes": rows / KIB,
        }

    def steps(self) -> dict[str, Expr]:
        return {"rows": Integer(self.b) * self.h * self.n, "bytes": tilework.row_bytes(self.n, self.h, self.b)}
