"""What the Bell Tower asks about RoPE: angles, pairs, lengths, and scores that know differences of positions alone.

Pair i of a head of width d turns by 10000^(−2i/d) radians a position; m, n, p, k are positions and differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Mod, Rational, cos, sin, sqrt

from engine.attention import spin
from engine.attention.measured import FLOAT64
from engine.exact import waves
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 500)
ROUGHLY = Fraction(1, 200)


@dataclass(frozen=True)
class OnePair(Family):
    """The score of (1, 0) with itself at two positions, in a head of width 2."""

    id = "bell.rope2"
    skill = "position.rotary"
    difficulty = 2
    tolerance = ROUGHLY
    slack = FLOAT64

    m: int = among(1, 2, 5, 9)
    n: int = among(3, 4, 7, 12)

    def answer(self) -> Expr:
        return waves.rotated_score([(1, 0)], self.m, self.n)

    def witness(self) -> Measured:
        return spin.score([(1, 0)], self.m, self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "sum_not_difference": cos(self.m + self.n),
            "product_of_cosines": cos(self.m) * cos(self.n),
            "unchanged": Integer(1),
            "sine": sin(self.m - self.n),
        }

    def steps(self) -> dict[str, Expr]:
        return {"apart": abs(Integer(self.m - self.n))}


@dataclass(frozen=True)
class Angle(Family):
    """The angle by which a pair is rotated."""

    id = "bell.rope_angle"
    skill = "position.rotary"
    difficulty = 2
    unit = "rad"
    tolerance = ROUNDED
    slack = FLOAT64

    d: int = among(8, 64, 128)
    i: int = among(1, 2, 3)
    m: int = among(2, 10, 100)

    def answer(self) -> Expr:
        return waves.angle(self.i, self.d, self.m)

    def witness(self) -> Measured:
        return spin.angle(self.i, self.d, self.m)

    def traps(self) -> dict[str, Expr]:
        grown = Integer(10000) ** Rational(self.i, self.d)
        return {
            "i_not_2i": self.m / grown,
            "forgot_position": 1 / grown**2,
            "inverse_frequency": self.m * grown**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"exponent": Rational(2 * self.i, self.d)}


@dataclass(frozen=True)
class Partner(Family):
    """The component that is rotated together with component j where halves are paired."""

    id = "bell.rope_pair"
    skill = "position.rotary"
    difficulty = 3
    unit = "index"

    d: int = among(8, 16, 32, 64, 128)
    j: int = among(0, 1, 2, 3)

    def answer(self) -> Expr:
        return waves.partner(self.j, self.d)

    def witness(self) -> Measured:
        return spin.partner(self.j, self.d)

    def traps(self) -> dict[str, Expr]:
        return {
            "interleaved": self.j + 1 - 2 * Mod(self.j, 2),
            "mirror": Integer(self.d - 1 - self.j),
            "same": Integer(self.j),
        }

    def steps(self) -> dict[str, Expr]:
        return {"half": Rational(self.d, 2)}


@dataclass(frozen=True)
class TwoPairs(Family):
    """The score of (1, 1, 1, 1) with itself k positions on, in a head of width 4."""

    id = "bell.rope4"
    skill = "position.rotary"
    difficulty = 4
    tolerance = ROUGHLY
    slack = FLOAT64

    k: int = among(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

    def answer(self) -> Expr:
        return waves.rotated_score([(1, 1), (1, 1)], 0, self.k)

    def witness(self) -> Measured:
        return spin.score([(1, 1), (1, 1)], 20, 20 + self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "one_theta": 4 * cos(self.k),
            "no_rotation": Integer(4),
            "forgot_pairs": cos(self.k) + cos(Rational(self.k, 100)),
        }

    def steps(self) -> dict[str, Expr]:
        return {"fast": 2 * cos(self.k), "slow": 2 * cos(Rational(self.k, 100))}


@dataclass(frozen=True)
class Kept(Family):
    """The length of a rotated pair."""

    id = "bell.rope_norm"
    skill = "position.rotary"
    difficulty = 2
    slack = FLOAT64

    a: int = among(3, 5, 8)
    b: int = among(4, 12, 15)
    m: int = among(2, 7, 30)

    def admits(self) -> bool:
        return (self.a, self.b) in {(3, 4), (5, 12), (8, 15)}  # lengths that are whole

    def answer(self) -> Expr:
        return waves.rotated_length(self.a, self.b)

    def witness(self) -> Measured:
        return spin.length(self.a, self.b, self.m)

    def traps(self) -> dict[str, Expr]:
        square = Integer(self.a**2 + self.b**2)
        return {
            "grows_with_position": self.m * sqrt(square),
            "squared": square,
            "added": Integer(self.a + self.b),
        }

    def steps(self) -> dict[str, Expr]:
        return {"square": Integer(self.a**2 + self.b**2)}


@dataclass(frozen=True)
class SameScore(Family):
    """Where a query must stand to meet a key at p as it met that key at n from m."""

    id = "bell.rope_relative"
    skill = "position.relative"
    difficulty = 3

    m: int = among(9, 12, 17)
    n: int = among(2, 4, 7)
    p: int = among(20, 25, 31)

    def answer(self) -> Expr:
        return waves.same_score(self.m, self.n, self.p)

    def witness(self) -> Measured:
        return spin.same_score(self.m, self.n, self.p)

    def traps(self) -> dict[str, Expr]:
        return {
            "same_place": Integer(self.m),
            "at_the_key": Integer(self.p),
            "turned_round": Integer(self.p - (self.m - self.n)),
            "added": Integer(self.m + self.p),
        }

    def steps(self) -> dict[str, Expr]:
        return {"apart": Integer(self.m - self.n)}
