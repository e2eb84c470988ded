"""What depth does to a signal and to its gradient, with residual connections, without them, and with LayerNorm.

L layers; a sub-layer multiplies by c; v is the variance it adds; d the width of the model.
"""

from __future__ import annotations

from sympy import Expr, Integer, Rational, Symbol, sqrt

X = Symbol("x")


def residual_gradient(c: Rational, layers: int) -> Expr:
    """The gradient through y = x + cx, layer after layer: c = 1/10 over 2 layers makes 121/100."""
    return (X + c * X).diff(X) ** layers


def plain_gradient(c: Rational, layers: int) -> Expr:
    """The gradient through y = cx, layer after layer."""
    return (c * X).diff(X) ** layers


def fading(c: Rational, limit: Rational) -> Expr:
    """The first depth at which the gradient without residuals is below a limit: 1/2 and 1/1000 make 10."""
    layers = 1
    while plain_gradient(c, layers) >= limit:
        layers += 1
    return Integer(layers)


def stream_variance(layers: int, added: int) -> Expr:
    """The variance of a pre-LN stream that began at 1: two uncorrelated additions a layer, whose variances add."""
    return Integer(1) + sum(Integer(added) for _ in range(2 * layers))


def norm_length(d: int) -> Expr:
    """The length of a normalised vector: d components with mean 0 and mean square 1."""
    return sqrt(sum(Integer(1) for _ in range(d)))
