"""Moments of the dot product q·k, derived from the moments of one component.

d is the length of a query and of a key; a component has mean u and deviation s.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Symbol, diff, exp, integrate, sqrt


def second_moment(mean: Expr | int, deviation: Expr | int) -> Expr:
    """E[x²] = Var(x) + E[x]²: mean 1 and deviation 1 make 2."""
    return Integer(deviation) ** 2 + Integer(mean) ** 2


def product_variance(square: Expr, other_square: Expr, mean: Expr | int = 0, other_mean: Expr | int = 0) -> Expr:
    """Var(xy) = E[x²]E[y²] − (E[x]E[y])² of two independent variables, given E[x²] and E[y²]."""
    return square * other_square - (Integer(mean) * Integer(other_mean)) ** 2


def dot_variance(d: int, deviation: int = 1, other_deviation: int = 1, mean: int = 0) -> Expr:
    """Var(q·k): d independent products, whose variances add; d = 64 with deviations 1 makes 64."""
    square, other_square = second_moment(mean, deviation), second_moment(mean, other_deviation)
    return d * product_variance(square, other_square, mean, mean)


def dot_deviation(d: int, deviation: int = 1, other_deviation: int = 1) -> Expr:
    """The standard deviation of q·k: d = 512 makes 16√2."""
    return sqrt(dot_variance(d, deviation, other_deviation))


def gap_variance(d: int) -> Expr:
    """Var(q·k₁ − q·k₂) = Var(q·(k₁ − k₂)); a difference of two unit keys has E[x²] = 2 in each component."""
    difference = 2 * second_moment(0, 1)
    return d * product_variance(second_moment(0, 1), difference)


@cache
def gaussian_moment(order: int) -> Expr:
    """E[xᵏ] of a standard Gaussian, from its moment-generating function exp(t²/2): the fourth is 3."""
    t = Symbol("t")
    return diff(exp(t**2 / 2), t, order).subs(t, 0)


def self_variance(d: int) -> Expr:
    """Var(x·x) = d(E[x⁴] − E[x²]²) for Gaussian components: 2d, for a token is not independent of itself."""
    return d * (gaussian_moment(4) - gaussian_moment(2) ** 2)


@cache
def uniform_square(a: int) -> Expr:
    """E[x²] of a component uniform on [−a, a]: a = 1 makes 1/3."""
    x = Symbol("x")
    return integrate(x**2 / Integer(2 * a), (x, -a, a))


def uniform_variance(d: int, a: int) -> Expr:
    """Var(q·k) when all components are uniform on [−a, a]: d = 18, a = 3 makes 162."""
    return d * product_variance(uniform_square(a), uniform_square(a))


def scaled_variance(d: int, divisor: Expr) -> Expr:
    """Var(q·k / divisor): dividing by d instead of √d leaves 1/d."""
    return dot_variance(d) / divisor**2
