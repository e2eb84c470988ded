"""What the decoder hall asks about what a decoder layer holds beyond an encoder layer, and what may be shared.

d is the width of the model, f of the feed-forward, V the size of the vocabulary; L layers.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, symbols

from engine.attention import anatomy, contact, measured
from engine.exact import sublayers
from quizbank.family import Family, Measured, among

d, f = symbols("d f")


@dataclass(frozen=True)
class DecMinusEnc(Family):
    """How many parameters a decoder layer has beyond an encoder layer."""

    id = "enc.dec_minus_enc"
    skill = "decoder.parameters"
    difficulty = 3
    unit = "params"

    d: int = among(128, 256, 384, 512, 640, 768, 1024, 1280, 1536, 2048)

    def answer(self) -> Expr:
        return sublayers.surplus(self.d)

    def witness(self) -> Measured:
        return anatomy.surplus(self.d)

    def traps(self) -> dict[str, Expr]:
        d = Integer(self.d)
        return {
            "mask_has_none": Integer(0),
            "no_norm": 4 * d**2 + 4 * d,
            "only_qkv": 3 * d**2 + 3 * d,
            "no_bias": 4 * d**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"attention": sublayers.attention(self.d), "norm": sublayers.norm(self.d)}


@dataclass(frozen=True)
class DecParams(Family):
    """Parameters of one decoder layer."""

    id = "enc.dec_params"
    skill = "decoder.parameters"
    difficulty = 4
    unit = "params"

    d: int = among(256, 512, 768, 1024)
    f: int = among(1024, 2048, 3072, 4096)

    def answer(self) -> Expr:
        return sublayers.decoder(self.d, self.f)

    def witness(self) -> Measured:
        return anatomy.decoder(self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        d, f = Integer(self.d), Integer(self.f)
        return {
            "encoder_layer": 4 * d**2 + 2 * d * f + 9 * d + f,
            "two_ffn": 8 * d**2 + 4 * d * f + 16 * d + 2 * f,
            "two_norms": 8 * d**2 + 2 * d * f + 13 * d + f,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "attention": 2 * sublayers.attention(self.d),
            "feed_forward": sublayers.feed_forward(self.d, self.f),
            "norms": 3 * sublayers.norm(self.d),
        }


@dataclass(frozen=True)
class Tying(Family):
    """Parameters saved by one matrix for both embeddings and the output."""

    id = "enc.tying"
    skill = "decoder.parameters"
    difficulty = 2
    unit = "params"

    V: int = among(10_000, 32_000, 37_000, 50_000)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return sublayers.tied(self.V, self.d)

    def witness(self) -> Measured:
        return anatomy.tied(self.V, self.d)

    def traps(self) -> dict[str, Expr]:
        one = Integer(self.V) * self.d
        return {"three": 3 * one, "one": one, "nothing": Integer(0)}

    def steps(self) -> dict[str, Expr]:
        return {"matrix": Integer(self.V) * self.d}


@dataclass(frozen=True)
class Formula(Family):
    """Parameters of a decoder, in the letters d and f."""

    id = "dec.formula"
    skill = "decoder.parameters"
    difficulty = 4
    kind = "expression"
    unit = "params"
    symbols = ("d", "f")

    L: int = among(2, 3, 6, 12, 24)

    def answer(self) -> Expr:
        return (self.L * sublayers.decoder(d, f)).expand()

    def witness(self) -> Measured:
        return measured.at_sizes(anatomy.decoder, d=(64, 96, 128), f=(128, 160), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        layer = 8 * d**2 + 2 * d * f + 15 * d + f
        return {
            "encoder": self.L * (layer - 4 * d**2 - 6 * d),
            "two_norms": self.L * (layer - 2 * d),
            "no_bias_no_norm": self.L * (8 * d**2 + 2 * d * f),
            "one_layer": layer,
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": sublayers.decoder(d, f)}


@dataclass(frozen=True)
class Sublayers(Family):
    """How many sub-layers a decoder has beyond an encoder of as many layers."""

    id = "dec.sublayers"
    skill = "decoder.parts"
    difficulty = 1

    L: int = among(2, 4, 6, 12, 24)

    def answer(self) -> Expr:
        return sublayers.extra_sublayers(self.L)

    def witness(self) -> Measured:
        return contact.extra_sublayers(self.L)

    def traps(self) -> dict[str, Expr]:
        layers = Integer(self.L)
        return {"mask_as_well": 2 * layers, "one_in_all": Integer(1), "all_of_them": 3 * layers, "none": Integer(0)}
