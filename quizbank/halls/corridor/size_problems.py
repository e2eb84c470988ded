"""What the corridor asks about bytes: how large the scores and the caches of given shapes are.

n tokens, s bytes per element, b sequences, h heads, L layers, g KV heads of width e.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational

from engine.attention import tally
from engine.exact import memory
from quizbank.family import Measured, among
from quizbank.halls.corridor.memory import Memory


@dataclass(frozen=True)
class OneHead(Memory):
    """Bytes of one score matrix."""

    id = "mem.one_head"
    skill = "memory.bytes"
    difficulty = 1
    unit = "MiB"

    n: int = among(1024, 2048, 4096, 8192)
    s: int = among(2, 4)

    def answer(self) -> Expr:
        return memory.score_bytes(self.n, self.s) / memory.MIB

    def witness(self) -> Measured:
        return tally.score_bytes(self.n, bytes_each=self.s, unit=2**20)

    def traps(self) -> dict[str, Expr]:
        return {
            "forgot_bytes": Rational(self.n**2, 2**20),
            "bits_for_bytes": Rational(8 * self.n**2 * self.s, 2**20),
            "linear": Rational(self.n * self.s, 2**20),
        }

    def steps(self) -> dict[str, Expr]:
        return {"entries": Integer(self.n) ** 2, "bytes": memory.score_bytes(self.n, self.s)}


@dataclass(frozen=True)
class BatchHeads(Memory):
    """Bytes of one layer's scores."""

    id = "mem.batch_heads"
    skill = "memory.bytes"
    difficulty = 2
    unit = "GiB"

    b: int = among(2, 4, 8)
    h: int = among(8, 12, 16)
    n: int = among(2048, 4096, 8192)
    s: int = among(2, 4)

    def answer(self) -> Expr:
        return memory.score_bytes(self.n, self.s, self.b, self.h) / memory.GIB

    def witness(self) -> Measured:
        return tally.score_bytes(self.n, self.b, self.h, bytes_each=self.s, unit=2**30)

    def traps(self) -> dict[str, Expr]:
        key = self.answer()
        return {
            "forgot_heads": key / self.h,
            "forgot_batch": key / self.b,
            "forgot_bytes": key / self.s,
            "heads_divide": key / self.h**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"entries": Integer(self.b * self.h * self.n**2)}


@dataclass(frozen=True)
class Kv(Memory):
    """Bytes of a KV cache in fp16."""

    id = "mem.kv"
    skill = "memory.cache"
    difficulty = 3
    unit = "GiB"

    L: int = among(24, 32, 80)
    g: int = among(1, 8, 32)
    e: int = among(64, 128)
    n: int = among(2048, 4096, 8192)
    b: int = among(1, 4)

    def answer(self) -> Expr:
        return memory.cache_bytes(self.L, self.g, self.e, self.n, self.b) / memory.GIB

    def witness(self) -> Measured:
        return tally.cache_bytes(self.L, self.g, self.e, self.n, self.b, unit=2**30)

    def traps(self) -> dict[str, Expr]:
        key = self.answer()
        return {
            "only_K": key / 2,
            "forgot_layers": key / self.L,
            "quadratic": key * Rational(self.n, self.e),
            "forgot_bytes_and_K": key / 4,
        }

    def steps(self) -> dict[str, Expr]:
        return {"token": memory.cache_bytes(self.L, self.g, self.e, 1, 1), "tokens": Integer(self.n * self.b)}


@dataclass(frozen=True)
class TrainTwo(Memory):
    """Bytes of the scores and the probabilities of all layers."""

    id = "mem.train_two"
    skill = "memory.bytes"
    difficulty = 3
    unit = "GiB"

    L: int = among(6, 12)
    b: int = among(2, 4)
    h: int = among(8, 16)
    n: int = among(1024, 2048, 4096)
    s: int = among(2, 4)

    def answer(self) -> Expr:
        return memory.score_bytes(self.n, self.s, 2, self.L, self.b, self.h) / memory.GIB

    def witness(self) -> Measured:
        return tally.score_bytes(self.n, self.b, self.h, bytes_each=self.s, copies=2 * self.L, unit=2**30)

    def traps(self) -> dict[str, Expr]:
        key = self.answer()
        return {
            "one_copy": key / 2,
            "one_layer": key / self.L,
            "forgot_heads": key / self.h,
            "linear": key / self.n,
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": memory.score_bytes(self.n, self.s, self.b, self.h) / memory.GIB, "copies": Integer(2 * self.L)}
