"""What the corridor asks about shares: how one memory compares with another, and what is kept at all.

n tokens, e the width of a head, h query heads, g KV heads.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational, sqrt

from engine.attention import limits, tally
from engine.exact import memory
from quizbank.family import Family, Measured, among
from quizbank.halls.corridor.memory import Memory


@dataclass(frozen=True)
class Gqa(Family):
    """The factor by which grouped queries shrink a KV cache."""

    id = "mem.gqa"
    skill = "memory.cache"
    layer = "memory"
    difficulty = 2
    unit = "x"

    h: int = among(32, 64, 96)
    g: int = among(1, 4, 8)

    def answer(self) -> Expr:
        return memory.shrunk(self.h, self.g)

    def witness(self) -> Measured:
        return tally.cache_ratio(self.h, self.g)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.h, self.g)
        return {
            "also_Q": Integer(1),
            "squared": ratio**2,
            "difference": Integer(self.h - self.g),
            "inverted": 1 / ratio,
        }


@dataclass(frozen=True)
class ScoreVsIo(Family):
    """Score entries over the entries of Q, K, V and O."""

    id = "mem.score_vs_io"
    skill = "memory.share"
    layer = "memory"
    difficulty = 3
    unit = "x"

    n: int = among(1024, 2048, 4096, 8192)
    e: int = among(32, 64, 128)

    def answer(self) -> Expr:
        return memory.score_share(self.n, self.e)

    def witness(self) -> Measured:
        return tally.score_share(self.n, self.e)

    def traps(self) -> dict[str, Expr]:
        n, e = self.n, self.e
        return {
            "only_one_tensor": Rational(n, e),
            "QKV_only": Rational(n, 3 * e),
            "squared": Rational(n**2, 4 * e),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": Integer(self.n) ** 2, "others": Integer(4 * self.n * self.e)}


@dataclass(frozen=True)
class Lse(Family):
    """Rows of scores over one log-sum-exp a row."""

    id = "mem.lse"
    skill = "memory.share"
    layer = "memory"
    difficulty = 4
    unit = "x"

    n: int = among(1024, 2048, 4096, 8192)

    def answer(self) -> Expr:
        return memory.score_bytes(self.n, 1) / self.n

    def witness(self) -> Measured:
        return tally.row_share(self.n)

    def traps(self) -> dict[str, Expr]:
        return {"n_squared": Integer(self.n) ** 2, "sqrt": sqrt(self.n), "half": Rational(self.n, 2)}


@dataclass(frozen=True)
class Saved(Memory):
    """Bytes of n × n tensors that autograd keeps for standard attention in fp32."""

    id = "mem.saved"
    skill = "memory.training"
    difficulty = 5
    unit = "MiB"

    n: int = among(256, 512, 1024)

    def answer(self) -> Expr:
        return memory.score_bytes(self.n, 4) / memory.MIB

    def witness(self) -> Measured:
        return limits.saved_square_bytes(self.n, unit=2**20)

    def traps(self) -> dict[str, Expr]:
        key = self.answer()
        return {"S_and_P": 2 * key, "nothing": Integer(0), "in_fp16": key / 2}

    def steps(self) -> dict[str, Expr]:
        return {"entries": Integer(self.n) ** 2}
