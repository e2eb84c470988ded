"""What the Panorama asks of whole models: their parameters, and the caches of those that generate.

V is the vocabulary, P the places, L the layers, d the width of the model, f of the feed-forward, h heads of queries,
g of keys and values, e the width of one head, E experts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer

from engine.attention import roll
from engine.exact import experts, published, sublayers
from quizbank.family import Family, Measured, among

MIB = 2**20
GROUPED = {  # layers, heads of queries, of keys and values, width of a head
    "tinyllama": (22, 32, 4, 64),
    "qwen2_7b": (28, 28, 4, 128),
    "llama3_8b": (32, 32, 8, 128),
    "llama2_70b": (80, 64, 8, 128),
}


class Census(Family):
    """What all families of this hall that count a model have in common."""

    skill = "models.parameters"
    difficulty = 4
    unit = "params"
    tolerance = Fraction(1, 10_000)  # four digits tell 63.08 M from 63.09 M


@dataclass(frozen=True)
class Base(Census):
    """The Transformer of 2017, one matrix for all its words."""

    id = "pan.base"

    V: int = among(32000, 37000)
    L: int = among(6)
    d: int = among(256, 512, 1024)
    f: int = among(1024, 2048, 4096)

    def answer(self) -> Expr:
        return published.translator(self.V, self.L, self.d, self.f)

    def witness(self) -> Measured:
        return roll.translator(self.V, self.L, self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        words = Integer(self.V) * self.d
        return {
            "three_embeddings": self.answer() + 2 * words,
            "no_embedding": self.answer() - words,
            "no_cross": words + 2 * self.L * sublayers.encoder(self.d, self.f),
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "words": Integer(self.V) * self.d,
            "encoder": sublayers.encoder(self.d, self.f),
            "decoder": sublayers.decoder(self.d, self.f),
        }


@dataclass(frozen=True)
class Bert(Census):
    """A BERT with its pooler."""

    id = "pan.bert"

    V: int = among(30522, 28996)
    P: int = among(512)
    L: int = among(2, 4, 12, 24)
    d: int = among(128, 256, 768, 1024)

    def answer(self) -> Expr:
        return published.bert(self.V, self.P, self.L, self.d)

    def witness(self) -> Measured:
        return roll.bert(self.V, self.P, self.L, self.d)

    def traps(self) -> dict[str, Expr]:
        layers = self.L * sublayers.encoder(self.d, 4 * self.d)
        return {
            "no_embeddings": layers,
            "no_pooler": self.answer() - sublayers.linear(self.d, self.d),
            "attention_only": self.answer() - layers + self.L * sublayers.attention(self.d),
        }

    def steps(self) -> dict[str, Expr]:
        embedded = Integer(self.V + self.P + 2) * self.d + sublayers.norm(self.d)
        layer, pooler = sublayers.encoder(self.d, 4 * self.d), sublayers.linear(self.d, self.d)
        return {"embedded": embedded, "layer": layer, "pooler": pooler}


@dataclass(frozen=True)
class Gpt2(Census):
    """A GPT-2, whose words also score its output."""

    id = "pan.gpt2"

    V: int = among(50257)
    P: int = among(1024)
    L: int = among(12, 24, 36)
    d: int = among(768, 1024, 1280)

    def answer(self) -> Expr:
        return published.gpt2(self.V, self.P, self.L, self.d)

    def witness(self) -> Measured:
        return roll.gpt2(self.V, self.P, self.L, self.d)

    def traps(self) -> dict[str, Expr]:
        crossed = sublayers.attention(self.d) + sublayers.norm(self.d)
        return {
            "untied": self.answer() + Integer(self.V) * self.d,
            "no_positions": self.answer() - Integer(self.P) * self.d,
            "with_cross_attention": self.answer() + self.L * crossed,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "words": Integer(self.V) * self.d,
            "places": Integer(self.P) * self.d,
            "layer": sublayers.encoder(self.d, 4 * self.d),
            "norm": sublayers.norm(self.d),
        }


@dataclass(frozen=True)
class Mixtral(Census):
    """A Mixtral, all its experts: 8 × 7B is not fifty-six."""

    id = "pan.mixtral"
    difficulty = 5

    V: int = among(32000)
    L: int = among(8, 16, 32)
    d: int = among(4096)
    f: int = among(14336)
    E: int = among(8, 16)
    h: int = among(32)
    g: int = among(8)
    e: int = among(128)

    def answer(self) -> Expr:
        return published.mixtral(self.V, self.L, self.d, self.f, self.E, self.h, self.g, self.e)

    def witness(self) -> Measured:
        return roll.mixtral(self.V, self.L, self.d, self.f, self.E, self.h, self.g)

    def traps(self) -> dict[str, Expr]:
        expert = experts.gated(self.d, self.f)
        dense = self.answer() - self.L * ((self.E - 1) * expert + experts.router(self.d, self.E))
        return {
            "name_times": self.E * dense,
            "active_only": self.answer() - self.L * (self.E - 2) * expert,
            "mha": published.mixtral(self.V, self.L, self.d, self.f, self.E, self.h, self.h, self.e),
        }

    def steps(self) -> dict[str, Expr]:
        attention = published.grouped_attention(self.d, self.h, self.g, self.e)
        mixture = self.E * experts.gated(self.d, self.f) + experts.router(self.d, self.E)
        dense = self.answer() - self.L * ((self.E - 1) * experts.gated(self.d, self.f) + experts.router(self.d, self.E))
        return {
            "words": 2 * Integer(self.V) * self.d,
            "attention": attention,
            "mixture": mixture,
            "copied": self.E * dense,
            "used": self.answer() - self.L * (self.E - 2) * experts.gated(self.d, self.f),
        }


@dataclass(frozen=True)
class Cached(Family):
    """The cache of a published model that shares its keys and values among queries."""

    id = "pan.kv_grouped"
    skill = "models.cache"
    layer = "memory"
    difficulty = 3
    kind = "quantity"
    unit = "MiB"
    tolerance = Fraction(1, 200)  # 8 MiB may be given as 8.39 MB; MB and MiB themselves lie 5 % apart

    m: str = among(*GROUPED)
    L: int = among(*sorted({size[0] for size in GROUPED.values()}))
    h: int = among(*sorted({size[1] for size in GROUPED.values()}))
    g: int = among(*sorted({size[2] for size in GROUPED.values()}))
    e: int = among(*sorted({size[3] for size in GROUPED.values()}))
    n: int = among(1024, 2048, 4096)

    def answer(self) -> Expr:
        return published.cached(self.L, self.g, self.e, self.n, 2) / MIB

    def witness(self) -> Measured:
        return roll.cached(self.L, self.h, self.g, self.e, self.n, unit=MIB)

    def traps(self) -> dict[str, Expr]:
        return {
            "all_heads": published.cached(self.L, self.h, self.e, self.n, 2) / MIB,
            "keys_alone": self.answer() / 2,
            "one_layer": self.answer() / self.L,
            "fp32": 2 * self.answer(),
        }

    def steps(self) -> dict[str, Expr]:
        return {"per_token": published.cached(self.L, self.g, self.e, 1, 2)}

    def admits(self) -> bool:
        return (self.L, self.h, self.g, self.e) == GROUPED[self.m]
