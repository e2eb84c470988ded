"""What the cliff asks about RoPE as it is: which angles a length shows, and which it never does.

n tokens, B the base, d the width of a head, i numbers its d/2 pairs from 0, the fastest.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Mod, Rational, floor, log, pi

from engine.attention import stretch
from engine.attention.measured import FLOAT64
from engine.exact import horizon
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Turns(Family):
    """Full turns of one pair over n tokens."""

    id = "ext.turns"
    skill = "extrapolation.rope"
    difficulty = 3
    unit = "turns"
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    B: int = among(10_000, 500_000)
    d: int = among(64, 128)
    i: int = among(4, 8, 16, 24)
    n: int = among(2048, 4096, 8192)

    def answer(self) -> Expr:
        return horizon.turned(self.B, self.d, self.i, self.n)

    def witness(self) -> Measured:
        return stretch.turns(self.B, self.d, self.i, self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "forgot_2pi": 2 * pi * self.answer(),
            "i_not_2i": self.n * Integer(self.B) ** Rational(-self.i, self.d) / (2 * pi),
            "first_pair": self.n / (2 * pi),
        }

    def steps(self) -> dict[str, Expr]:
        return {"step": 2 * pi * horizon.turned(self.B, self.d, self.i, 1)}


@dataclass(frozen=True)
class Critical(Family):
    """Pairs that never complete a turn in the trained length."""

    id = "ext.critical"
    skill = "extrapolation.rope"
    difficulty = 5
    unit = "pairs"

    B: int = among(10_000, 500_000)
    d: int = among(64, 80, 128)
    n: int = among(512, 1024, 2048, 4096, 8192)

    def answer(self) -> Expr:
        return horizon.unturned(self.B, self.d, self.n)

    def witness(self) -> Measured:
        return stretch.unturned(self.B, self.d, self.n)

    def traps(self) -> dict[str, Expr]:
        half = Rational(self.d, 2)
        return {
            "none": Integer(0),
            "all": half,
            "complement": horizon.turning(self.B, self.d, self.n),
            "forgot_2pi": half - 1 - floor(half * log(self.n) / log(self.B)),
        }

    def steps(self) -> dict[str, Expr]:
        return {
            "pairs": Rational(self.d, 2),
            "last": horizon.about(horizon.last_turning(self.B, self.d, self.n)),
            "turning": horizon.turning(self.B, self.d, self.n),
        }


@dataclass(frozen=True)
class Interpolated(Family):
    """The index that Position Interpolation puts in place of a position m, from L trained tokens to M."""

    id = "ext.pi"
    skill = "extrapolation.scaling"
    difficulty = 2
    tolerance = Fraction(1, 1_000_000)
    slack = FLOAT64

    L: int = among(2048, 4096)
    M: int = among(8192, 16_384, 32_768)
    m: int = among(1000, 3000, 6000, 8000, 12_000, 20_000)

    def answer(self) -> Expr:
        return horizon.interpolated(self.m, self.L, self.M)

    def witness(self) -> Measured:
        return stretch.squeezed(self.m, self.L, self.M)

    def traps(self) -> dict[str, Expr]:
        return {
            "unscaled": Integer(self.m),
            "inverted": Rational(self.m * self.M, self.L),
            "modulo": Mod(self.m, self.L),
        }

    def admits(self) -> bool:
        return self.m < self.M

    def steps(self) -> dict[str, Expr]:
        return {"stretch": Rational(self.M, self.L)}
