"""Averages over a Gaussian direction w of Performer's positive features φ(x) = exp(w·x − |x|²/2), integrated.

q and k have length 1 and the cosine c between them (Choromanski et al. 2021, arXiv 2009.14794, Lemma 2).
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Rational, Symbol, exp, integrate, oo, pi, simplify, sqrt

S = Symbol("s", positive=True)  # the length of a vector that w is multiplied with


@cache
def average() -> Expr:
    """E[exp(sz)] of a standard Gaussian z, in the letter s: exp(s²/2)."""
    z = Symbol("z", real=True)
    return simplify(integrate(exp(S * z) * exp(-(z**2) / 2), (z, -oo, oo)) / sqrt(2 * pi))


def squared_sum(c: Rational) -> Expr:
    """|q + k|²: two squares of 1 and twice the cosine."""
    return Integer(1) + Integer(1) + 2 * c


def power(c: Rational, times: int) -> Expr:
    """E[(φ(q)φ(k))^times]; φ(q)φ(k) is exp(w·(q + k) − 1), and w·(q + k) a Gaussian of deviation |q + k|."""
    return average().subs(S, times * sqrt(squared_sum(c))) * exp(-Integer(times))


def mean(c: Rational) -> Expr:
    """The mean of one feature product, the softmax kernel exp(q·k): c = 1/2 makes √e."""
    return power(c, 1)


def variance(c: Rational) -> Expr:
    """The variance of one feature product: c = 0 makes e² − 1."""
    return power(c, 2) - power(c, 1) ** 2
