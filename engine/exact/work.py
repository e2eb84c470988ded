"""Multiply-adds (MAC; one is two FLOP) of a layer, composed from matrix products.

n is the number of tokens, d the width of the model, k the kernel of a convolution, r the neighbours a token sees; all
may be numbers or letters.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from sympy import Expr, Symbol, cancel, expand, factor, solve, summation, sympify

Size: TypeAlias = Expr | int

N, D, K, R = (Symbol(name, positive=True) for name in "ndkr")
T = Symbol("t", integer=True, positive=True)


def product(rows: Size, inner: Size, columns: Size) -> Expr:
    """A (rows × inner) by an (inner × columns) matrix: rows·columns dot products of `inner` terms. 2, 3, 4 make 24."""
    return sympify(rows) * sympify(inner) * sympify(columns)


def scores(n: Size, d: Size) -> Expr:
    """QKᵀ over all heads, whose widths add up to d: 256 tokens of width 768 make 50 331 648."""
    return product(n, d, n)


def core(n: Size, d: Size) -> Expr:
    """QKᵀ and AV over all heads: 2n²d."""
    return scores(n, d) + product(n, n, d)


def projections(n: Size, d: Size, tablets: int) -> Expr:
    """X through that many d × d tablets: 128 tokens of width 768 through three make 226 492 416."""
    return tablets * product(n, d, d)


def sublayer(n: Size, d: Size) -> Expr:
    """A whole self-attention sub-layer: the tablets of Q, K, V and O, and the core. 4nd² + 2n²d."""
    return expand(projections(n, d, 4) + core(n, d))


@cache
def staircase() -> Expr:
    """QKᵀ when query t meets t keys only, in the letters n and d."""
    return factor(summation(product(1, D, T), (T, 1, N)))


def causal_scores(n: Size, d: Size) -> Expr:
    """QKᵀ without the pairs a causal mask hides: 8 tokens of width 512 make 18 432."""
    return staircase().subs({N: n, D: d}, simultaneous=True)


@cache
def steps() -> Expr:
    """One d × d product a token, one after another, in the letters n and d."""
    return summation(product(1, D, D), (T, 1, N))


def recurrence(n: Size, d: Size) -> Expr:
    """A recurrent layer as Table 1 counts it, the state's own d × d product at each step: nd²."""
    return steps().subs({N: n, D: d}, simultaneous=True)


def lstm(n: Size, d: Size) -> Expr:
    """An LSTM layer of width d: four gates, each with a tablet for the input and one for the state. 8nd²."""
    return 4 * (product(n, d, d) + recurrence(n, d))


def convolution(n: Size, d: Size, k: Size) -> Expr:
    """At each place k neighbours of d channels make d new ones: kernel 3, 256 tokens, width 32 make 786 432."""
    return n * product(1, sympify(k) * d, d)


def depthwise(n: Size, d: Size, k: Size) -> Expr:
    """Each channel by a kernel of its own: knd."""
    return n * sympify(d) * product(1, k, 1)


def separable(n: Size, d: Size, k: Size) -> Expr:
    """Depthwise, then pointwise over the channels: kernel 3, 128 tokens, width 64 make 548 864."""
    return depthwise(n, d, k) + convolution(n, d, 1)


def neighbours(n: Size, d: Size, r: Size) -> Expr:
    """QKᵀ when each query meets r keys only: rnd."""
    return n * product(1, d, r)


def whole_sequence(n: Size, d: Size, k: Size) -> dict[str, Expr]:
    """A layer of each architecture that leaves no token out, as Table 1 counts them."""
    return {"attention": scores(n, d), "recurrence": recurrence(n, d), "convolution": convolution(n, d, k)}


def ratio(one: Expr, other: Expr) -> Expr:
    """One count over another, in lowest terms."""
    return cancel(one / other)


def cost_ratio(n: Size, d: Size) -> Expr:
    """Self-attention over recurrence, as Table 1 counts them: 256 tokens of width 512 make 1/2."""
    return ratio(scores(n, d), recurrence(n, d))


def core_share(n: Size, d: Size) -> Expr:
    """The part of the sub-layer's multiply-adds that the core takes: n = 2d makes 1/2."""
    return ratio(core(n, d), sublayer(n, d))


def doubled(n: Size, d: Size) -> Expr:
    """By what factor a sub-layer grows when n doubles: n = d makes 8/3, and 4 is never reached."""
    return ratio(sublayer(2 * sympify(n), d), sublayer(n, d))


def break_even(one: Expr, other: Expr) -> Expr:
    """The length n, in the letter d, at which two costs in the letters n and d are equal."""
    (length,) = solve(one - other, N)
    return length


def core_meets_projections(d: Size) -> Expr:
    """The length at which the core takes as much as the four tablets: 2d."""
    return break_even(core(N, D), projections(N, D, 4)).subs(D, d)


def sublayer_meets_lstm(d: Size) -> Expr:
    """The length at which a self-attention sub-layer takes as much as an LSTM layer of its width: 2d."""
    return break_even(sublayer(N, D), lstm(N, D)).subs(D, d)


def reordered(n: Size, d: Size) -> Expr:
    """Q(KᵀV) of one head of width d, without softmax: 2nd², where (QKᵀ)V takes 2n²d."""
    return product(d, n, d) + product(n, d, d)
