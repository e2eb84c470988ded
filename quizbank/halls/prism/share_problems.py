"""What the Prism asks about heads that are not all alike: keys and values shared by groups, or of widths of their own.

d is the width of the model, h the number of query heads, g of key and value heads, e the width of a key, u of a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational

from engine.attention import headcount
from engine.exact import split
from quizbank.family import Family, Measured, among

KIB = 2**10
MODELS = {  # layers, query heads, key and value heads, width of a head, as their makers published them
    "Llama 2 70B": (80, 64, 8, 128),
    "Llama 3 8B": (32, 32, 8, 128),
    "Mistral 7B": (32, 32, 8, 128),
    "Qwen2 7B": (28, 28, 4, 128),
    "Falcon 7B": (32, 71, 1, 64),
}


@dataclass(frozen=True)
class Decoupled(Family):
    """Parameters of attention whose keys and values have widths of their own."""

    id = "head.decoupled"
    skill = "head.parameters"
    difficulty = 4
    unit = "params"

    d: int = among(512, 768)
    h: int = among(1, 4, 16, 32)
    e: int = among(16, 32, 128)
    u: int = among(16, 64)

    def answer(self) -> Expr:
        return split.decoupled(self.d, self.h, self.e, self.u)

    def witness(self) -> Measured:
        return headcount.decoupled(self.d, self.h, self.e, self.u)

    def traps(self) -> dict[str, Expr]:
        d, h, e, u = self.d, self.h, self.e, self.u
        return {
            "always_4d2": 4 * Integer(d) ** 2,
            "forgot_O": Integer(h * (2 * d * e + d * u)),
            "one_head": Integer(2 * d * e + 2 * d * u),
        }

    def steps(self) -> dict[str, Expr]:
        keys, values = (split.affine(self.d, width, bias=False) for width in (self.e, self.u))
        return {"keys": 2 * keys, "values": 2 * values, "one": 2 * keys + 2 * values}


@dataclass(frozen=True)
class Grouped(Family):
    """Parameters of grouped-query attention."""

    id = "head.gqa_params"
    skill = "head.groups"
    difficulty = 4
    unit = "params"

    d: int = among(512, 1024, 2048, 4096, 8192)
    h: int = among(8, 16, 32, 64)
    g: int = among(1, 2, 4, 8)

    def admits(self) -> bool:
        return self.g < self.h and self.d >= 64 * self.h // 2

    def answer(self) -> Expr:
        return split.grouped_parameters(self.d, self.h, self.g)

    def witness(self) -> Measured:
        return headcount.grouped(self.d, self.h, self.g)

    def traps(self) -> dict[str, Expr]:
        square, narrow = Integer(self.d) ** 2, Integer(self.d) ** 2 * self.g / self.h
        return {"mha": 4 * square, "all_shrunk": 4 * narrow, "forgot_V": 2 * square + narrow}

    def steps(self) -> dict[str, Expr]:
        width = split.each_width(self.d, self.h)
        return {
            "wide": split.affine(self.d, self.d, bias=False),
            "narrow_width": self.g * width,
            "narrow": split.affine(self.d, self.g * width, bias=False),
        }


@dataclass(frozen=True)
class TokenCache(Family):
    """Bytes one token takes in the cache of a real model."""

    id = "head.cache_token"
    skill = "head.groups"
    difficulty = 3
    kind = "quantity"
    unit = "KiB"
    tolerance = Fraction(1, 200)  # 320 KiB may be given as 327.7 kB; kB and KiB themselves lie 2.4 % apart

    model: str = among(*MODELS)
    L: int = among(28, 32, 80)
    h: int = among(28, 32, 64, 71)
    g: int = among(1, 4, 8)
    e: int = among(64, 128)

    def admits(self) -> bool:
        return MODELS[self.model] == (self.L, self.h, self.g, self.e)

    def answer(self) -> Expr:
        return split.token_bytes(self.L, self.g, self.e, KIB)

    def witness(self) -> Measured:
        return headcount.token_bytes(self.L, self.g, self.e, KIB)

    def traps(self) -> dict[str, Expr]:
        key = split.token_bytes(self.L, self.g, self.e, KIB)
        return {"all_heads": key * Rational(self.h, self.g), "keys_only": key / 2, "one_layer": key / self.L}

    def steps(self) -> dict[str, Expr]:
        return {
            "elements": Integer(self.g * self.e),
            "layer": split.token_bytes(1, self.g, self.e),
            "all": split.token_bytes(self.L, self.g, self.e),
        }
