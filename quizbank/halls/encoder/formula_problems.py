"""What the encoder hall asks to be written in letters: a layer's multiply-adds, and their order of growth.

n tokens; d is the width of the model, f of the feed-forward, r = f/d; L layers.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, symbols

from engine.attention import labour, measured
from engine.exact import sublayers
from quizbank.family import Family, Measured, among

n, d, f = symbols("n d f")


@dataclass(frozen=True)
class LayerMacs(Family):
    """Multiply-adds of an encoder, in the letters n, d and f."""

    id = "enc.layer_macs"
    skill = "encoder.work"
    difficulty = 3
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "d", "f")

    L: int = among(2, 3, 6, 12, 24)

    def answer(self) -> Expr:
        return (self.L * sublayers.encoder_macs(n, d, f)).expand()

    def witness(self) -> Measured:
        return measured.at_sizes(labour.encoder, n=(32, 48), d=(64, 96), f=(128, 160), layers=self.L)

    def traps(self) -> dict[str, Expr]:
        layer = 4 * n * d**2 + 2 * n**2 * d + 2 * n * d * f
        return {
            "forgot_ffn": self.L * (layer - 2 * n * d * f),
            "forgot_core": self.L * (layer - 2 * n**2 * d),
            "forgot_values": self.L * (layer - n**2 * d),
            "three_projections": self.L * (layer - n * d**2),
            "one_layer": layer,
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": sublayers.encoder_macs(n, d, f)}


@dataclass(frozen=True)
class LayerGrowth(Family):
    """How an encoder layer's work grows, in the letters n and d."""

    id = "enc.layer_growth"
    skill = "encoder.work"
    difficulty = 3
    kind = "growth"
    symbols = ("n", "d")

    r: int = among(2, 4, 8)  # f/d

    def answer(self) -> Expr:
        return sublayers.encoder_macs(n, d, self.r * d)

    def witness(self) -> Measured:
        return measured.growth_at(labour.encoder_of_ratio, n=(32, 64, 96), d=(32, 64), r=self.r)

    def traps(self) -> dict[str, Expr]:
        return {"attention_only": n**2 * d, "maps_only": n * d**2, "both_squared": n**2 * d**2, "forgot_d": n**2}
