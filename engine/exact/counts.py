"""Counts of score entries and of multiply-adds, derived by summing over the queries.

n is the number of tokens, h of heads, L of layers, b the batch, d the width of the model, w a window, p a prefix.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from sympy import Expr, Integer, Rational, Symbol, binomial, expand, floor, sqrt, summation, sympify

Size: TypeAlias = int | Expr  # a number, or a letter: counts are derived for both

T, N = Symbol("t", integer=True, positive=True), Symbol("n", integer=True, positive=True)


def entries(n: Size, *copies: Size) -> Expr:
    """Score entries of n queries by n keys, times every kind of copy: 256 tokens make 65 536."""
    total = sympify(n) ** 2
    for copy in copies:
        total *= copy
    return total


def growth(before: int, after: int) -> Expr:
    """The factor by which n² grows: 512 → 8192 makes 256."""
    return Rational(after, before) ** 2


@cache
def triangle() -> Expr:
    """The pairs a causal mask allows in n tokens: query t sees keys 1…t."""
    return summation(T, (T, 1, N))


def causal_allowed(n: int) -> Expr:
    """Pairs with the key not after the query: 8 tokens make 36."""
    return triangle().subs(N, n)


def causal_blocked(n: int) -> Expr:
    """Pairs with the key after the query: 8 tokens make 28."""
    return entries(n) - causal_allowed(n)


def window_allowed(n: int, w: int) -> Expr:
    """Pairs when each token sees itself and the w − 1 before it: the first w − 1 queries find fewer. 20, 3 make 57."""
    return causal_allowed(w - 1) + Integer(n - w + 1) * w


def prefix_allowed(n: int, p: int) -> Expr:
    """Pairs when the first p tokens see each other freely and the others causally: 16, 3 make 139."""
    return entries(p) + causal_allowed(n) - causal_allowed(p)


def longest(budget: int) -> Expr:
    """The longest sequence whose n² entries fit a budget: 2 000 000 makes 1414."""
    return floor(sqrt(Integer(budget)))


@cache
def binomial_misses(questions: int) -> Expr:
    """The mean of the binomial law of misses, in the letter p, the chance of a right answer."""
    wrong, p = Symbol("wrong", integer=True), Symbol("p")
    chance = binomial(questions, wrong) * (1 - p) ** wrong * p ** (questions - wrong)
    return expand(summation(wrong * chance, (wrong, 0, questions)))


def rounds_missed(p: Rational, questions: int) -> Expr:
    """The expected number of wrong answers: 9/10 right of 3 make 3/10."""
    return binomial_misses(questions).subs(Symbol("p"), p)


def encoder_macs(n: Size, d: Size, layers: Size) -> Expr:
    """Multiply-adds of encoder layers with a feed-forward of 4d: four projections, the core, two matrices d by 4d."""
    projections, feed_forward = 4 * sympify(n) * d**2, 2 * sympify(n) * d * (4 * d)
    return layers * (projections + core_macs(n, d) + feed_forward)


def core_macs(n: Size, d: Size, layers: Size = 1) -> Expr:
    """Multiply-adds of QKᵀ and AV: n² dot products of d terms in all heads together, twice, in each layer."""
    return 2 * entries(n) * d * layers
