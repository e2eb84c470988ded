"""What the decoder hall asks about cross-attention, the decoder's only question to the encoder.

t target and s source tokens, h heads, d the width of the model.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Symbol

from engine.attention import contact, labour
from engine.exact import sublayers
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class CrossScores(Family):
    """Score entries of one cross-attention sub-layer."""

    id = "enc.cross_scores"
    skill = "decoder.cross"
    difficulty = 2
    unit = "entries"

    h: int = among(4, 8, 16)
    t: int = among(10, 50, 128)
    s: int = among(20, 100, 512)

    def answer(self) -> Expr:
        return sublayers.cross_scores(self.h, self.t, self.s)

    def witness(self) -> Measured:
        return labour.cross_scores(self.h, self.t, self.s)

    def traps(self) -> dict[str, Expr]:
        h, t, s = Integer(self.h), Integer(self.t), Integer(self.s)
        return {
            "target_squared": h * t**2,
            "source_squared": h * s**2,
            "joint": h * (t + s) ** 2,
            "causal_half": h * t * (t + 1) / 2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"one": sublayers.cross_scores(1, self.t, self.s)}


@dataclass(frozen=True)
class CrossMacs(Family):
    """Multiply-adds of a cross-attention sub-layer with its projections."""

    id = "enc.cross_macs"
    skill = "decoder.cross"
    difficulty = 4
    unit = "MAC"

    t: int = among(16, 64, 128)
    s: int = among(32, 256, 512)
    d: int = among(128, 256, 512)

    def answer(self) -> Expr:
        return sublayers.cross_macs(self.t, self.s, self.d)

    def witness(self) -> Measured:
        return labour.cross(self.t, self.s, self.d)

    def traps(self) -> dict[str, Expr]:
        t, s, d = Integer(self.t), Integer(self.s), Integer(self.d)
        core = 2 * t * s * d
        return {
            "all_from_target": 4 * t * d**2 + core,
            "all_from_source": 4 * s * d**2 + core,
            "only_core": core,
            "three_sources": t * d**2 + 3 * s * d**2 + core,
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "target": 2 * sublayers.projection_macs(self.t, self.d, self.d),
            "source": 2 * sublayers.projection_macs(self.s, self.d, self.d),
            "core": sublayers.core_macs(self.t, self.s, self.d),
        }


@dataclass(frozen=True)
class CrossAxes(Family):
    """Whose tokens the rows and the columns of a cross-attention's scores are."""

    id = "dec.cross_axes"
    skill = "decoder.cross"
    difficulty = 1
    kind = "choice"
    symbols = ("source_target", "target_target", "target_source", "source_source")

    t: int = among(5, 12, 30)
    s: int = among(7, 20, 40)

    def answer(self) -> Expr:
        return sublayers.cross_axes(self.t, self.s)

    def witness(self) -> Measured:
        return contact.cross_axes(self.t, self.s)

    def traps(self) -> dict[str, Expr]:
        return {each: Symbol(each) for each in ("source_target", "target_target", "source_source")}
