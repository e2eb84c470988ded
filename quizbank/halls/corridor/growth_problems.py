"""What the corridor asks about growth: what a score memory becomes, and how far a budget reaches.

m, f, g are sizes in GB; a and b are the tokens before and after; B is a budget in GiB.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational, floor, sqrt

from engine.attention import tally
from engine.exact import memory
from quizbank.family import Family, Measured, among
from quizbank.halls.corridor.memory import Memory


@dataclass(frozen=True)
class Corridor(Memory):
    """The score memory at b tokens, given the one at a; the witness measures the ratio, and the size is given."""

    id = "mem.corridor"
    skill = "memory.growth"
    difficulty = 1
    unit = "GB"

    m: int = among(1, 2, 3)
    a: int = among(256, 512, 1024)
    b: int = among(2048, 4096, 8192)

    def answer(self) -> Expr:
        return memory.grown(self.m, self.a, self.b)

    def witness(self) -> Measured:
        return tally.grown(self.m, self.a, self.b)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.b, self.a)
        return {
            "linear": self.m * ratio,
            "tale_counter": self.m * ratio**2 / 2,
            "exponential": self.m * 2**ratio,
            "doubled_ratio": 2 * self.m * ratio,
        }

    def steps(self) -> dict[str, Expr]:
        ratio = Rational(self.b, self.a)
        return {
            "ratio": ratio,
            "factor": memory.grown(1, self.a, self.b),
            "proportional": self.m * ratio,  # as one who forgets the square would say,
            "half": self.answer() / 2,  # and what is carved on the corridor's stone
        }


@dataclass(frozen=True)
class CorridorDtype(Memory):
    """The score memory after growing to b tokens and going from fp32 to fp16; the witness measures the ratio alone."""

    id = "mem.corridor_dtype"
    skill = "memory.growth"
    difficulty = 3
    unit = "GB"

    m: int = among(1, 2, 3)
    a: int = among(256, 512, 1024)
    b: int = among(4096, 8192)

    def answer(self) -> Expr:
        return memory.grown(self.m, self.a, self.b, narrower=2)

    def witness(self) -> Measured:
        return tally.grown(self.m, self.a, self.b, types=(4, 2))

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.b, self.a)
        return {
            "forgot_dtype": self.m * ratio**2,
            "linear": self.m * ratio / 2,
            "doubled": 2 * self.m * ratio**2,
        }

    def steps(self) -> dict[str, Expr]:
        return {"ratio": Rational(self.b, self.a), "factor": memory.grown(1, self.a, self.b)}


@dataclass(frozen=True)
class Mixed(Memory):
    """A fixed part and a score part at b tokens; the witness measures by what the second grows, and adds the first."""

    id = "mem.mixed"
    skill = "memory.growth"
    difficulty = 4
    unit = "GB"

    f: int = among(1, 2, 4)
    g: int = among(1, 2, 3)
    a: int = among(512, 1024)
    b: int = among(2048, 4096, 8192)

    def answer(self) -> Expr:
        return memory.mixed(self.f, self.g, self.a, self.b)

    def witness(self) -> Measured:
        return tally.grown(self.g, self.a, self.b, fixed=self.f)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.b, self.a)
        return {
            "everything_quadratic": (self.f + self.g) * ratio**2,
            "everything_linear": (self.f + self.g) * ratio,
            "linear_scores": self.f + self.g * ratio,
        }

    def steps(self) -> dict[str, Expr]:
        return {"factor": memory.grown(1, self.a, self.b), "scores": memory.grown(self.g, self.a, self.b)}


@dataclass(frozen=True)
class MaxN(Family):
    """The longest sequence whose scores fit a card."""

    id = "mem.max_n"
    skill = "memory.budget"
    layer = "memory"
    difficulty = 4
    unit = "tokens"

    B: int = among(4, 8, 16, 24)
    b: int = among(1, 2)
    h: int = among(8, 12, 16)
    s: int = among(2, 4)

    def answer(self) -> Expr:
        return memory.longest(self.B * memory.GIB, self.b * self.h * self.s)

    def witness(self) -> Measured:
        return tally.longest_in_bytes(self.B * 2**30, self.b, self.h, self.s)

    def traps(self) -> dict[str, Expr]:
        budget = self.B * memory.GIB
        return {
            "linear": floor(budget / (self.b * self.h * self.s)),
            "forgot_heads": floor(sqrt(budget / (self.b * self.s))),
            "forgot_bytes": floor(sqrt(budget / (self.b * self.h))),
        }

    def steps(self) -> dict[str, Expr]:
        return {"budget": self.B * memory.GIB, "per_entry": Integer(self.b * self.h * self.s)}
