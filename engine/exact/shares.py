"""What share of one row's attention a key takes, exp(s) over the sum of all exponentials, and the score it takes.

g is a gap between scores, n the number of keys, d is d_k.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Rational, Symbol, exp, solve, sqrt, summation

SHARE, OTHERS = Symbol("p", positive=True), Symbol("m", positive=True)
GAP, T = Symbol("g", real=True), Symbol("t", integer=True, positive=True)


def share(score: Expr | int, others: Expr | int) -> Expr:
    """The weight of a key with that score beside `others` keys of score 0: score 0 beside 3 makes 1/4."""
    return exp(score) / (exp(score) + others)


def uniform(visible: int) -> Expr:
    """The weight of each of so many keys with equal scores: 5 make 1/5."""
    return share(0, visible - 1)


def mass(heads: int, n: int) -> Expr:
    """All weights of a layer: in each of n rows of each head they add up to the whole. 8 heads, 10 tokens make 80."""
    row = summation(uniform(n), (T, 1, n))
    return heads * n * row


def of_two(gap: int, d: int) -> Expr:
    """The better of two keys whose dot products differ by `gap`, scaled by √d: 8, 64 make 1/(1 + 1/e)."""
    return 1 / (1 + exp(-Integer(gap) / sqrt(d)))


def of_many(score: int, n: int) -> Expr:
    """A favoured key among n, the others having score 0: 2, 20 make e²/(e² + 19)."""
    return share(Integer(score), n - 1)


@cache
def gap_in_letters() -> Expr:
    """The scaled gap that gives a key the share p beside m others: log(pm/(1 − p))."""
    (gap,) = solve(share(GAP, OTHERS) - SHARE, GAP)
    return gap


def raw_gap(p: Rational, n: int, d: int) -> Expr:
    """The gap of dot products, before √d divides it, that gives one key among n the share p. 1/2, 100, 64: 8·log 99."""
    return sqrt(d) * gap_in_letters().subs({SHARE: p, OTHERS: n - 1})
