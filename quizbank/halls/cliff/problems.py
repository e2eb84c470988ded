"""What the cliff asks about tables that end and weights that fade.

N positions in a learned table, n tokens, D a distance between tokens, 1/m the slope of ALiBi, f a factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol, exp, floor, log

from engine.attention import contest, stretch
from engine.attention.measured import FLOAT64
from engine.exact import contest as decided
from engine.exact import horizon
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Learned(Family):
    """Tokens for which a learned table has no row."""

    id = "ext.learned"
    skill = "extrapolation.table"
    difficulty = 1
    unit = "tokens"

    N: int = among(512, 1024, 2048)
    n: int = among(1500, 2048, 3000, 4096)

    def answer(self) -> Expr:
        return horizon.beyond(self.N, self.n)

    def witness(self) -> Measured:
        return stretch.missing_rows(self.N, self.n)

    def traps(self) -> dict[str, Expr]:
        return {"extrapolates": Integer(0), "all": Integer(self.n), "ratio": Rational(self.n, self.N)}

    def admits(self) -> bool:
        return self.n > self.N


@dataclass(frozen=True)
class NoRow(Family):
    """A choice: the scheme that has nothing at all for a position beyond its table."""

    id = "ext.no_row"
    skill = "extrapolation.table"
    difficulty = 2
    kind = "choice"
    symbols = ("sinusoid", "rope", "learned", "alibi")

    N: int = among(256, 512)
    n: int = among(600, 1024)

    def answer(self) -> Expr:
        return decided.largest(horizon.without_rows(self.N, self.n))

    def witness(self) -> Measured:
        return contest.largest(stretch.without_rows(self.N, self.n))

    def traps(self) -> dict[str, Expr]:
        return {name: Symbol(name) for name in self.symbols if name != "learned"}


@dataclass(frozen=True)
class AlibiRatio(Family):
    """ALiBi's weight at a distance against the weight at distance 0."""

    id = "ext.alibi_ratio"
    skill = "extrapolation.alibi"
    difficulty = 2
    tolerance = Fraction(3, 1000)  # three digits
    slack = FLOAT64

    D: int = among(1, 2, 3, 4, 8, 16)
    m: int = among(2, 4, 8, 16)

    def answer(self) -> Expr:
        return horizon.decay(self.D, self.m)

    def witness(self) -> Measured:
        return stretch.decay(self.D, self.m)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.D, self.m)
        return {"linear": 1 - ratio, "power_of_two": Integer(2) ** -ratio, "no_slope": exp(-self.D)}

    def steps(self) -> dict[str, Expr]:
        return {"bias": -Rational(self.D, self.m)}


@dataclass(frozen=True)
class AlibiSelf(Family):
    """The weight that a token gives itself under ALiBi."""

    id = "ext.alibi_self"
    skill = "extrapolation.alibi"
    difficulty = 4
    tolerance = Fraction(1, 500)  # three digits
    slack = FLOAT64

    n: int = among(4, 6, 8, 12, 16, 32, 64)
    m: int = among(2, 4, 8, 16)

    def answer(self) -> Expr:
        return horizon.own_weight(self.n, self.m)

    def witness(self) -> Measured:
        return stretch.own_weight(self.n, self.m)

    def traps(self) -> dict[str, Expr]:
        return {
            "uniform": Rational(1, self.n),
            "infinite_context": 1 - horizon.decay(1, self.m),
            "slope": Rational(1, self.m),
        }

    def steps(self) -> dict[str, Expr]:
        return {"ratio": horizon.decay(1, self.m), "total": 1 / horizon.own_weight(self.n, self.m)}


@dataclass(frozen=True)
class Faded(Family):
    """The distance from which ALiBi leaves less than a given share of the nearest weight."""

    id = "ext.faded"
    skill = "extrapolation.alibi"
    difficulty = 3
    unit = "tokens"

    m: int = among(2, 4, 8, 16, 32)
    f: int = among(10, 20, 100, 1000)

    def answer(self) -> Expr:
        return horizon.faded(self.m, self.f)

    def witness(self) -> Measured:
        return stretch.faded(self.m, self.f)

    def traps(self) -> dict[str, Expr]:
        return {
            "linear": Integer(self.m),
            "power_of_two": floor(self.m * log(self.f, 2)) + 1,
            "no_slope": floor(log(self.f)) + 1,
            "last_above": horizon.faded(self.m, self.f) - 1,
        }

    def steps(self) -> dict[str, Expr]:
        return {"edge": self.m * log(self.f), "before": horizon.faded(self.m, self.f) - 1}
