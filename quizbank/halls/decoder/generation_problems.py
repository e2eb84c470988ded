"""What the decoder hall asks about generating token by token, with a KV cache and without one.

n tokens are generated; t are in the cache; d is the width of the model, h the number of heads.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, symbols

from engine.attention import dictation, labour, measured
from engine.exact import generation, sublayers
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 1000)  # a factor to three or four digits

n = symbols("n")


@dataclass(frozen=True)
class KvCached(Family):
    """Score entries of a generation with a cache."""

    id = "enc.kv_cached"
    skill = "decoder.cache"
    difficulty = 3
    unit = "entries"

    n: int = among(8, 10, 12, 16, 20, 24, 32, 40, 48, 64)

    def answer(self) -> Expr:
        return generation.cached(self.n)

    def witness(self) -> Measured:
        return dictation.cached(self.n)

    def traps(self) -> dict[str, Expr]:
        n = Integer(self.n)
        return {"without_cache": n * (n + 1) * (2 * n + 1) / 6, "n_squared": n**2, "n": n}


@dataclass(frozen=True)
class KvSaving(Family):
    """Score entries of a generation without a cache."""

    id = "enc.kv_saving"
    skill = "decoder.cache"
    difficulty = 4
    unit = "entries"

    n: int = among(8, 10, 12, 16, 20, 24, 32, 40, 48, 64)

    def answer(self) -> Expr:
        return generation.recomputed(self.n)

    def witness(self) -> Measured:
        return dictation.recomputed(self.n)

    def traps(self) -> dict[str, Expr]:
        n = Integer(self.n)
        return {"with_cache": n * (n + 1) / 2, "n_squared": n**2, "n_cubed": n**3}

    def steps(self) -> dict[str, Expr]:
        return {"last": Integer(self.n) ** 2}


@dataclass(frozen=True)
class Saving(Family):
    """How many times fewer entries the cache leaves to compute."""

    id = "dec.saving"
    skill = "decoder.cache"
    difficulty = 3
    unit = "x"
    tolerance = ROUNDED

    n: int = among(10, 16, 19, 25, 31, 32, 40, 64, 100, 128)

    def answer(self) -> Expr:
        return generation.saving(self.n)

    def witness(self) -> Measured:
        return dictation.saving(self.n)

    def traps(self) -> dict[str, Expr]:
        n = Integer(self.n)
        return {"n_times": n, "half": n / 2, "inverted": Rational(3, 2 * self.n + 1)}

    def steps(self) -> dict[str, Expr]:
        return {"without": generation.recomputed(self.n), "cached": generation.cached(self.n)}


@dataclass(frozen=True)
class StepMacs(Family):
    """Multiply-adds of masked self-attention for one new token, with a cache."""

    id = "dec.step_macs"
    skill = "decoder.cache"
    difficulty = 4
    unit = "MAC"

    t: int = among(64, 100, 256, 1000)
    d: int = among(128, 256, 512, 768)

    def answer(self) -> Expr:
        return sublayers.step_macs(self.t, self.d)

    def witness(self) -> Measured:
        return labour.step(self.t, self.d)

    def traps(self) -> dict[str, Expr]:
        t, d = Integer(self.t), Integer(self.d)
        return {
            "no_cache": 4 * t * d**2 + 2 * t**2 * d,
            "forgot_values": 4 * d**2 + t * d,
            "core_only": 2 * t * d,
            "query_only": 2 * d**2 + 2 * t * d,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "projections": 4 * sublayers.projection_macs(1, self.d, self.d),
            "core": sublayers.core_macs(1, self.t, self.d),
        }


@dataclass(frozen=True)
class OrderCached(Family):
    """How the scores of a generation with a cache grow."""

    id = "dec.order_cached"
    skill = "decoder.cache"
    difficulty = 2
    kind = "growth"
    symbols = ("n",)

    h: int = among(4, 8, 12, 16)

    def answer(self) -> Expr:
        return (self.h * generation.cached(n)).expand()

    def witness(self) -> Measured:
        return measured.growth_at(dictation.cached, n=(16, 32, 48), heads=self.h)

    def traps(self) -> dict[str, Expr]:
        return {"linear": n, "cubic": n**3}


@dataclass(frozen=True)
class OrderAnew(Family):
    """How the scores of a generation without a cache grow."""

    id = "dec.order_anew"
    skill = "decoder.cache"
    difficulty = 3
    kind = "growth"
    symbols = ("n",)

    h: int = among(4, 8, 12, 16)

    def answer(self) -> Expr:
        return (self.h * generation.recomputed(n)).expand()

    def witness(self) -> Measured:
        return measured.growth_at(dictation.recomputed, n=(16, 32, 48), heads=self.h)

    def traps(self) -> dict[str, Expr]:
        return {"one_pass": n**2, "linear": n, "quartic": n**4}
