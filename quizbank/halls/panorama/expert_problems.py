"""What the Panorama asks of experts: what they replace, what a token uses of them, and who finds no place.

E experts, k chosen for each token, d the width of the model, f of an expert, T tokens, c the capacity factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Rational, Symbol, ceiling, sympify

from engine.attention import routing
from engine.exact import experts
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class Active(Family):
    """The share of the experts' parameters that one token meets."""

    id = "pan.moe_active"
    skill = "experts.share"
    difficulty = 2

    E: int = among(8, 16, 32, 64, 128)
    k: int = among(1, 2, 4)

    def answer(self) -> Expr:
        return experts.share(self.E, self.k)

    def witness(self) -> Measured:
        return routing.used_share(self.E, self.k)

    def traps(self) -> dict[str, Expr]:
        share = Rational(self.k, self.E)
        return {"one_expert": Rational(1, self.E), "all": Integer(1), "squared": share**2}


@dataclass(frozen=True)
class Capacity(Family):
    """Places an expert has in a Switch layer."""

    id = "pan.capacity"
    skill = "experts.capacity"
    difficulty = 3
    unit = "tokens"

    T: int = among(1024, 4096, 8192)
    E: int = among(8, 16, 64)
    c: Fraction = among(1, "5/4", "3/2", 2)

    def answer(self) -> Expr:
        return experts.capacity(self.T, self.E, self.c)

    def witness(self) -> Measured:
        return routing.fullest(self.T, self.E, self.c)

    def traps(self) -> dict[str, Expr]:
        even = Rational(self.T, self.E)
        return {"no_factor": ceiling(even), "all_tokens": Integer(self.T), "divided": ceiling(even / sympify(self.c))}

    def steps(self) -> dict[str, Expr]:
        return {"even": Rational(self.T, self.E)}


@dataclass(frozen=True)
class Dropped(Family):
    """Tokens without a place, when a share r of all wants one expert."""

    id = "pan.dropped"
    skill = "experts.capacity"
    difficulty = 4
    unit = "tokens"

    T: int = among(256, 512, 1024, 4096)
    E: int = among(4, 8, 16)
    c: Fraction = among(1, "5/4", "3/2", 2)
    r: Fraction = among("1/2", "3/4")

    def answer(self) -> Expr:
        return experts.dropped(self.T, self.E, self.c, self.r)

    def witness(self) -> Measured:
        return routing.unplaced(self.T, self.E, self.c, self.r)

    def traps(self) -> dict[str, Expr]:
        crowd = self.T * sympify(self.r)
        return {
            "no_factor": crowd - Rational(self.T, self.E),
            "whole_crowd": crowd,
            "none_lost": Integer(0),
            "seated": self.T - self.answer(),
        }

    def steps(self) -> dict[str, Expr]:
        return {"crowd": self.T * sympify(self.r), "places": experts.capacity(self.T, self.E, self.c)}


@dataclass(frozen=True)
class Used(Family):
    """Parameters of a Mixtral's expert layer that one token meets."""

    id = "pan.moe_total"
    skill = "experts.parameters"
    difficulty = 4
    unit = "params"

    E: int = among(8, 16)
    k: int = among(1, 2)
    d: int = among(512, 1024, 4096)
    f: int = among(1792, 3584, 14336)

    def answer(self) -> Expr:
        return experts.used(self.E, self.k, self.d, self.f)

    def witness(self) -> Measured:
        return routing.used(self.E, self.k, self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        router, matrix = experts.router(self.d, self.E), Integer(self.d) * self.f
        return {
            "all_experts": self.E * experts.gated(self.d, self.f) + router,
            "two_matrices": 2 * self.k * matrix + router,
            "no_router": self.k * experts.gated(self.d, self.f),
        }

    def steps(self) -> dict[str, Expr]:
        return {"expert": experts.gated(self.d, self.f), "router": experts.router(self.d, self.E)}


@dataclass(frozen=True)
class Replaced(Family):
    """Which part of a layer experts replace."""

    id = "pan.moe_replaces"
    skill = "experts.place"
    difficulty = 1
    kind = "choice"
    symbols = ("attention", "feed_forward", "norm")

    E: int = among(8, 64)
    d: int = among(512, 1024)

    def answer(self) -> Expr:
        return experts.replaced(self.E, self.d, 4 * self.d)

    def witness(self) -> Measured:
        return routing.replaced(self.E, self.d, 4 * self.d)

    def traps(self) -> dict[str, Expr]:
        return {f"said_{name}": Symbol(name) for name in ("attention", "norm")}
