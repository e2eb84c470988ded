"""What generation computes and what a mask lets it see, derived by summing over the steps.

n tokens are generated, t counts the steps; inputs are shifted right, so that input t is word t − 1.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Symbol, summation

T, N = Symbol("t", integer=True, positive=True), Symbol("n", integer=True, positive=True)


@cache
def summed(term: Expr) -> Expr:
    """The sum of a term over the steps 1…n."""
    return summation(term, (T, 1, N))


def recomputed(n: Expr | int) -> Expr:
    """Score entries without a cache: step t computes t × t of them anew. 16 make 1496."""
    return summed(T**2).subs(N, n)


def cached(n: Expr | int) -> Expr:
    """Score entries with a cache: step t computes one row of t. 16 make 136."""
    return summed(T).subs(N, n)


def saving(n: Expr | int) -> Expr:
    """How many times fewer entries a cache leaves to compute: 16 make 11."""
    return recomputed(n) / cached(n)


def known_words(t: int) -> Expr:
    """The words that the prediction of word t can depend on: inputs 1…t, of which the first is the start symbol."""
    return Integer(t) - 1


def shifted_pairs(n: int) -> Expr:
    """Pairs of a predicted word and a word its prediction can depend on: 8 words make 28."""
    return summed(T - 1).subs(N, n)


def reached(n: int, j: int) -> Expr:
    """The outputs that input j can change under a causal mask, itself and all later: 12, 5 make 8."""
    return summation(1, (T, j, n))
