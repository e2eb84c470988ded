"""What splitting a width among heads makes of parameters, of operations and of ranks, derived by summing over heads.

d is the width of the model, h the number of query heads, g of key and value heads, e the width of a key, u of a value.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Min, Rational, Symbol, expand, solve, summation, sympify

I = Symbol("i", integer=True, positive=True)  # noqa: E741 - numbers the heads, as the paper's W_i does
H = Symbol("h", integer=True, positive=True)


def over_heads(one: Expr, heads: Expr | int) -> Expr:
    """The sum of what each head has: 8 heads of 64 make 512."""
    return summation(one, (I, 1, heads))


@cache
def even_width() -> Expr:
    """The width w at which h heads of w fill d, in the letters d and h: hw = d."""
    width, d = Symbol("w"), Symbol("d")
    return solve(over_heads(width, H) - d, width)[0]


def each_width(d: int, h: int) -> Expr:
    """The width of each of h heads that share d evenly: 512, 8 make 64."""
    return even_width().subs({Symbol("d"): d, H: h})


def affine(inputs: Expr | int, outputs: Expr | int, bias: bool) -> Expr:
    """Parameters of a linear map, with its bias or without: a weight for each pair, a bias for each output."""
    return outputs * (inputs + Integer(bias))


def one_head(d: int, h: int) -> Expr:
    """Parameters of one head's W^Q, W^K, W^V, no biases: each sees all d inputs. 256, 16 make 12 288."""
    return 3 * affine(d, each_width(d, h), bias=False)


def sublayer(d: int, h: int, bias: bool = True) -> Expr:
    """Parameters of all heads and of W^O: 512 makes 1 050 624 with biases, whatever h is."""
    return over_heads(3 * affine(d, each_width(d, h), bias), h) + affine(d, d, bias)


def decoupled(d: int, h: int, e: int, u: int) -> Expr:
    """Parameters when keys are e wide and values u, no biases: 512, 4, 128, 16 make 589 824."""
    return over_heads(2 * affine(d, e, bias=False) + affine(d, u, bias=False), h) + affine(h * u, d, bias=False)


def grouped_parameters(d: Expr | int, h: Expr | int, g: Expr | int) -> Expr:
    """Parameters of grouped-query attention, no biases: h queries, g keys, g values of d/h, and W^O."""
    each = affine(d, sympify(d) / h, bias=False)
    return expand(over_heads(each, h) + 2 * over_heads(each, g) + affine(d, d, bias=False))


def score_entries(n: Expr, h: Expr) -> Expr:
    """Score entries of one layer in letters: n² for each head."""
    return over_heads(n**2, h)


def score_growth(h: int) -> Expr:
    """How many times more score entries h heads make than one: n² for each."""
    n = Symbol("n", positive=True)
    return score_entries(n, Integer(h)) / score_entries(n, Integer(1))


def score_macs(d: int, h: int, n: int) -> Expr:
    """Multiply-adds of QKᵀ over all heads: n² dot products of d/h terms in each. 256, 8, 512 make 67 108 864."""
    return over_heads(Integer(n) ** 2 * each_width(d, h), h)


def sublayer_macs(n: Expr, d: Expr, h: Expr) -> Expr:
    """Multiply-adds of a whole sub-layer in letters: projections of all heads, QKᵀ, AV, W^O; h cancels."""
    each = d / h
    projections, core = 3 * n * d * each, 2 * n**2 * each
    return expand(over_heads(projections + core, h) + n * d**2)


def softmaxes(h: int, n: int) -> Expr:
    """Softmaxes of one layer: a row for each query of each head. 8, 128 make 1024."""
    return over_heads(Integer(n), h)


def inputs_seen(d: int, h: int) -> Expr:
    """Components of a token that reach one head's query: all whose row of W_i^Q, d × d/h, has an entry."""
    return affine(d, each_width(d, h), bias=False) / each_width(d, h)


def largest_rank(*sides: Expr | int) -> Expr:
    """The largest rank of a product of matrices, no larger than any side it passes through."""
    return Min(*sides)


def token_bytes(layers: int, heads: int, width: int, unit: int = 1) -> Expr:
    """Bytes, in units, of one token's keys and values in a 16-bit cache: 80, 8, 128 make 320 KiB."""
    key_and_value = 2 * over_heads(Integer(width), heads)
    return layers * key_and_value * 2 * Rational(1, unit)
