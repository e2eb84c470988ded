"""What the encoder hall asks about the parts of a layer: what each holds, and whom each can reach.

d is the width of the model, f of the feed-forward, r = f/d; L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol

from engine.attention import anatomy, contact
from engine.exact import mixing, sublayers
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 500)  # a share to three digits


@dataclass(frozen=True)
class FfnParams(Family):
    """Parameters of a feed-forward with its biases."""

    id = "enc.ffn_params"
    skill = "encoder.parameters"
    difficulty = 1
    unit = "params"

    d: int = among(256, 512, 768, 1024)
    f: int = among(1024, 2048, 3072, 4096)

    def answer(self) -> Expr:
        return sublayers.feed_forward(self.d, self.f)

    def witness(self) -> Measured:
        return anatomy.feed_forward(self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        d, f = Integer(self.d), Integer(self.f)
        return {
            "one_matrix": d * f + f,
            "no_bias": 2 * d * f,
            "square": 2 * f**2 + 2 * f,
            "bias_twice_f": 2 * d * f + 2 * f,
        }

    def steps(self) -> dict[str, Expr]:
        return {"matrix": Integer(self.d) * self.f, "biases": Integer(self.d) + self.f}


@dataclass(frozen=True)
class LayerParams(Family):
    """Parameters of one encoder layer, biases and LayerNorms included."""

    id = "enc.layer_params"
    skill = "encoder.parameters"
    difficulty = 3
    unit = "params"

    d: int = among(256, 512, 768, 1024)
    f: int = among(1024, 2048, 3072, 4096)

    def answer(self) -> Expr:
        return sublayers.encoder(self.d, self.f)

    def witness(self) -> Measured:
        return anatomy.encoder(self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        d, f = Integer(self.d), Integer(self.f)
        return {
            "forgot_norms": 4 * d**2 + 2 * d * f + 5 * d + f,
            "forgot_ffn": 4 * d**2 + 8 * d,
            "three_projections": 3 * d**2 + 2 * d * f + 8 * d + f,
            "no_bias_no_norm": 4 * d**2 + 2 * d * f,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "attention": sublayers.attention(self.d),
            "feed_forward": sublayers.feed_forward(self.d, self.f),
            "norms": 2 * sublayers.norm(self.d),
        }


@dataclass(frozen=True)
class FfnShare(Family):
    """The share of a layer's weight matrices that the feed-forward has."""

    id = "enc.ffn_share"
    skill = "encoder.parameters"
    difficulty = 2
    tolerance = ROUNDED

    r: Fraction = among("1/2", "3/2", "8/3", "7/2", 1, 2, 3, 4, 5, 6, 8)

    def answer(self) -> Expr:
        return sublayers.feed_forward_share(Rational(self.r))

    def witness(self) -> Measured:
        return anatomy.feed_forward_share(self.r)

    def traps(self) -> dict[str, Expr]:
        r = Rational(self.r)
        return {"forgot_O": 2 * r / (2 * r + 3), "one_matrix": r / (r + 4), "beside_attention": r / 2}

    def steps(self) -> dict[str, Expr]:
        return {"inner": 2 * Rational(self.r), "all": 2 * Rational(self.r) + 4}


@dataclass(frozen=True)
class NormParams(Family):
    """LayerNorm parameters of a pre-LN encoder."""

    id = "enc.norm_params"
    skill = "encoder.norm"
    difficulty = 2
    unit = "params"

    L: int = among(4, 6, 12, 24)
    d: int = among(256, 512, 768, 1024)

    def answer(self) -> Expr:
        return sublayers.norms(self.L, self.d)

    def witness(self) -> Measured:
        return anatomy.norms(self.L, self.d)

    def traps(self) -> dict[str, Expr]:
        layers, d = Integer(self.L), Integer(self.d)
        return {
            "forgot_last": 4 * layers * d,
            "gain_only": (2 * layers + 1) * d,
            "one_a_layer": (2 * layers + 2) * d,
        }

    def steps(self) -> dict[str, Expr]:
        return {"count": 2 * Integer(self.L) + 1, "each": sublayers.norm(self.d)}


@dataclass(frozen=True)
class Reached(Family):
    """Which rows a change of one token reaches through one part of a layer."""

    id = "enc.reached"
    skill = "encoder.parts"
    difficulty = 1
    kind = "choice"
    symbols = ("none", "itself", "others", "all")

    part: str = among("attention", "feed_forward", "residual", "norm")
    n: int = among(8, 12, 20)

    def answer(self) -> Expr:
        return mixing.reached(self.part)

    def witness(self) -> Measured:
        return contact.reached(self.part, self.n)

    def traps(self) -> dict[str, Expr]:
        turned = "itself" if self.answer() == Symbol("all") else "all"
        return {"turned": Symbol(turned), "others_only": Symbol("others"), "nobody": Symbol("none")}
