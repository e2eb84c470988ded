"""The slopes of ALiBi, a bias of −slope·distance on every score (Press et al. 2022, arXiv 2108.12409), derived.

For h a power of two the slopes are a geometric series from 2^(−8/h) by that same ratio; other counts borrow from it.
"""

from __future__ import annotations

from sympy import Expr, Integer, Rational


def ratio(h: int) -> Expr:
    """The first slope of h heads, and the ratio of each to the one before: the last one must be 2⁻⁸."""
    return Integer(2) ** Rational(-8, h)


def slope(h: int, i: int) -> Expr:
    """The slope of head i of h, counted from 1, h a power of two: 16, 3 make 2^(−3/2)."""
    return ratio(h) ** i


def power_below(h: int) -> int:
    """The largest power of two that does not exceed h: 12 makes 8."""
    return 1 << (h.bit_length() - 1)


def extra(h: int, j: int) -> Expr:
    """The slope of head j beyond the power of two below h: the j-th odd one of the series of twice that power.

    12, 2 make 2^(−3/2).
    """
    twice = 2 * power_below(h)
    odd = [slope(twice, i) for i in range(1, twice + 1, 2)]
    return odd[j - 1]


def penalty(distance: int, part: int) -> Expr:
    """The bias of a key that many positions back at slope 1/part: one slope a step. 3, 8 make −3/8."""
    return -sum((Rational(1, part) for _ in range(distance)), Integer(0))
