"""A mixture of experts, derived: what it holds, what a token uses of it, and who finds a place.

E experts, k chosen for each token, d the width of the model, f of an expert, T tokens, c the capacity factor.
"""

from __future__ import annotations

from sympy import Expr, Integer, Max, Rational, Symbol, ceiling, floor, sympify

from engine.exact.contest import only
from engine.exact.sublayers import norm


def gated(d: Expr | int, f: Expr | int) -> Expr:
    """Parameters of a gated feed-forward: out to f twice, back once, no biases."""
    return 3 * sympify(d) * f


def router(d: Expr | int, experts: int) -> Expr:
    """Parameters that score the experts for a token."""
    return sympify(d) * experts


def used(experts: int, chosen: int, d: int, f: int) -> Expr:
    """Parameters one token meets: the router, and the experts it is sent to. 8, 1, 4096, 14 336 make 176 193 536."""
    return router(d, experts) + chosen * gated(d, f)


def share(experts: int, chosen: int) -> Expr:
    """The share of the experts' parameters that one token meets: 8 and 2 make 1/4."""
    d, f = Symbol("d"), Symbol("f")
    return chosen * gated(d, f) / (experts * gated(d, f))


def capacity(tokens: int, experts: int, factor: Rational) -> Expr:
    """Places an expert has: its even share, c times over, rounded up. 1024, 16 and 3/2 make 96."""
    return ceiling(Rational(tokens, experts) * sympify(factor))


def loads(tokens: int, experts: int, hot: Rational) -> list[Expr]:
    """Tokens that want each expert, when one is wanted by a share of all and the others evenly by the rest."""
    first = tokens * sympify(hot)
    rest, others = tokens - first, experts - 1
    even = floor(rest / others)
    left_over = rest - even * others
    return [first, *(even + (1 if place < left_over else 0) for place in range(others))]


def dropped(tokens: int, experts: int, factor: Rational, hot: Rational) -> Expr:
    """Tokens that find no place: of each expert's, those beyond its capacity. 512, 8, 5/4, half make 176."""
    places = capacity(tokens, experts, factor)
    return Integer(0) + sum(Max(0, load - places) for load in loads(tokens, experts, hot))


def replaced(experts: int, d: int, f: int) -> Expr:
    """The part of a layer whose parameters differ once experts have moved in."""
    attention, norms = 4 * Integer(d) ** 2, 2 * norm(d)
    before = {"attention": attention, "feed_forward": gated(d, f), "norm": norms}
    after = before | {"feed_forward": experts * gated(d, f) + router(d, experts)}
    return only({part: after[part] - before[part] for part in before}, lambda gap: gap != 0)
