"""The learning rate of the 2017 schedule, d^(−1/2)·min(s^(−1/2), s·w^(−3/2)), s steps, w of them warming up."""

from __future__ import annotations

from sympy import Expr, Integer, Rational, Symbol, solve, sqrt


def peak(d: int, w: int) -> Expr:
    """The highest rate, where the rising branch meets the falling one: 512 and 4000 make 6.99e-4."""
    s = Symbol("s", positive=True)
    warm = Integer(w)
    top = solve(s ** Rational(3, 2) - warm ** Rational(3, 2), s)[0]
    return 1 / (sqrt(d) * sqrt(top))
