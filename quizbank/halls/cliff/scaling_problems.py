"""What the cliff asks about fitting RoPE to longer texts: what each scaling does to each pair.

s is how many times longer the text becomes, n tokens were trained on, B the base, d the width of a head, i numbers its
d/2 pairs from 0, t is YaRN's threshold in turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol, floor, log

from engine.attention import contest, stretch
from engine.attention.measured import FLOAT64
from engine.exact import contest as decided
from engine.exact import horizon
from quizbank.family import Family, Measured, among

FAST = 32  # turns from which YaRN leaves a pair alone


@dataclass(frozen=True)
class Ntk(Family):
    """The NTK-aware base."""

    id = "ext.ntk"
    skill = "extrapolation.scaling"
    difficulty = 5
    tolerance = Fraction(1, 200)
    slack = FLOAT64

    s: int = among(2, 4, 8, 16)
    d: int = among(32, 64, 80, 128)

    def answer(self) -> Expr:
        return horizon.ntk_base(self.s, self.d)

    def witness(self) -> Measured:
        return stretch.matching_base(self.s, self.d)

    def traps(self) -> dict[str, Expr]:
        base = horizon.ntk_base(1, self.d)
        return {"linear_base": base * self.s, "power_d": base * self.s**2, "unchanged": base}

    def steps(self) -> dict[str, Expr]:
        return {
            "last": Rational(self.d, 2) - 1,
            "exponent": Rational(self.d, self.d - 2),
            "base": horizon.ntk_base(1, self.d),
        }


@dataclass(frozen=True)
class NtkPair(Family):
    """How many times slower one pair turns under NTK-aware scaling."""

    id = "ext.ntk_pair"
    skill = "extrapolation.scaling"
    difficulty = 4
    unit = "x"
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    s: int = among(4, 8, 16)
    d: int = among(32, 64, 128)
    i: int = among(4, 8, 12, 16, 24)

    def answer(self) -> Expr:
        return horizon.ntk_slowing(self.s, self.d, self.i)

    def witness(self) -> Measured:
        return stretch.ntk_slowing(self.s, self.d, self.i)

    def traps(self) -> dict[str, Expr]:
        s = Integer(self.s)
        return {
            "every_pair": s,
            "untouched": Integer(1),
            "i_not_2i": s ** Rational(self.i, self.d - 2),
            "over_d": s ** Rational(2 * self.i, self.d),
        }

    def admits(self) -> bool:
        return self.i < self.d // 2

    def steps(self) -> dict[str, Expr]:
        return {"last": Rational(self.d, 2) - 1, "share": Rational(2 * self.i, self.d - 2)}


@dataclass(frozen=True)
class YarnKept(Family):
    """Pairs that YaRN leaves as they were."""

    id = "ext.yarn_kept"
    skill = "extrapolation.scaling"
    difficulty = 4
    unit = "pairs"

    B: int = among(10_000, 500_000)
    d: int = among(64, 128)
    n: int = among(2048, 4096, 8192)
    t: int = among(16, 32)

    def answer(self) -> Expr:
        return horizon.turning(self.B, self.d, self.n, self.t)

    def witness(self) -> Measured:
        return stretch.kept_by_yarn(self.B, self.d, self.n, self.t)

    def traps(self) -> dict[str, Expr]:
        half = Rational(self.d, 2)
        return {
            "all": half,
            "none": Integer(0),
            "one_turn": horizon.turning(self.B, self.d, self.n),
            "forgot_2pi": floor(half * log(Rational(self.n, self.t)) / log(self.B)) + 1,
        }

    def steps(self) -> dict[str, Expr]:
        return {"last": horizon.about(horizon.last_turning(self.B, self.d, self.n, self.t))}


@dataclass(frozen=True)
class Uniform(Family):
    """A choice: the scaling that slows every pair alike."""

    id = "ext.uniform"
    skill = "extrapolation.scaling"
    difficulty = 3
    kind = "choice"
    symbols = ("ntk", "linear", "yarn")

    s: int = among(2, 4, 8)
    d: int = among(64, 128)
    n: int = among(2048, 4096)

    def answer(self) -> Expr:
        return decided.smallest(horizon.unevenness(self.s, self.d, self.n))

    def witness(self) -> Measured:
        return contest.only(stretch.unevenness(self.s, self.d, self.n), stretch.nothing)

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in ("ntk", "yarn")}


@dataclass(frozen=True)
class Untouched(Family):
    """A choice: the scaling that leaves a quick pair, though not the quickest, exactly as it was."""

    id = "ext.untouched"
    skill = "extrapolation.scaling"
    difficulty = 4
    kind = "choice"
    symbols = ("linear", "yarn", "ntk")

    s: int = among(4, 8)
    d: int = among(64, 128)
    n: int = among(2048, 4096, 8192)
    i: int = among(2, 4, 8)

    def answer(self) -> Expr:
        return decided.smallest(horizon.slowings(self.s, self.d, self.i, self.n))

    def witness(self) -> Measured:
        return contest.only(stretch.departures(self.s, self.d, self.i, self.n), stretch.nothing)

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in ("linear", "ntk")}

    def admits(self) -> bool:
        return bool(horizon.turned(10_000, self.d, self.i, self.n) >= FAST)

    def steps(self) -> dict[str, Expr]:
        return {"turns": horizon.turned(10_000, self.d, self.i, self.n), "fast": Integer(FAST)}
