"""The softmax of scores s, p_i = exp(s_i) / Σ exp(s_j): its derivatives and its entropy, derived.

n is the number of keys a query sees.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Matrix, Rational, Symbol, exp, log, simplify, sqrt, symbols


@cache
def derivative(same: bool) -> Expr:
    """∂p₁/∂s₁ (same) or ∂p₁/∂s₂, in the letters p₁ and p₂: p₁(1 − p₁) or −p₁p₂."""
    s1, s2, rest = symbols("s1 s2 rest", positive=True)  # rest: the sum of all other exponentials
    total = exp(s1) + exp(s2) + rest
    slope = (exp(s1) / total).diff(s1 if same else s2)
    p1, p2 = symbols("p1 p2", positive=True)
    scale = rest / (1 - p1 - p2)  # the total, once the two weights are given
    return simplify(slope.subs({s1: log(p1 * scale), s2: log(p2 * scale)}))


@cache
def own_derivative(p: Rational) -> Expr:
    """∂p_i/∂s_i at p_i = p: p = 1/10 makes 9/100."""
    return derivative(same=True).subs(Symbol("p1", positive=True), p)


@cache
def cross_derivative(p: Rational, other: Rational) -> Expr:
    """∂p_i/∂s_j at p_i = p and p_j = other: −p·other."""
    letters = {Symbol("p1", positive=True): p, Symbol("p2", positive=True): other}
    return derivative(same=False).subs(letters)


def jacobian(weights: list[Rational]) -> Matrix:
    """The derivatives of all weights by all scores, n × n."""
    n = len(weights)
    return Matrix(n, n, lambda i, j: own_derivative(weights[i]) if i == j else cross_derivative(weights[i], weights[j]))


def frobenius(weights: list[Rational]) -> Expr:
    """The Frobenius norm of the Jacobian: weights 9/10 and 1/10 make 9/50."""
    return sqrt(sum((entry**2 for entry in jacobian(weights)), Integer(0)))


def scaled_derivative(p: Rational, d: int) -> Expr:
    """∂p/∂(q·k) of one of two weights when scores are q·k/√d: the chain rule divides by √d. 3/4, 64 make 3/128."""
    dot, width = symbols("dot width", positive=True)
    return own_derivative(p) * (dot / sqrt(width)).diff(dot).subs(width, d)


def trace(n: int) -> Expr:
    """The trace of the Jacobian at n equal weights: n = 5 makes 4/5."""
    return jacobian([Rational(1, n)] * n).trace()


def largest_entropy(n: int) -> Expr:
    """The entropy of n equal weights, in bits, which no other n weights exceed: n = 8 makes 3."""
    return log(n, 2)
