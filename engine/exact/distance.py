"""How far each layer carries a signal, and how many layers or steps it takes from token 1 to token n.

k is the kernel of a convolution, w the neighbours a token sees on a side; layers are counted from l = 0.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Symbol, solve, summation

LEVEL, LAYERS, T, N = (Symbol(name, integer=True, positive=True) for name in ("l", "L", "t", "n"))


def field(stretch: Expr) -> Expr:
    """The tokens that L layers bring together, the last one included; layer l looks `stretch` tokens back."""
    return 1 + summation(stretch, (LEVEL, 0, LAYERS - 1))


@cache
def plain_field(k: int) -> Expr:
    """Convolutions of kernel k, undilated: 1 + L(k − 1)."""
    return field(Integer(k - 1))


@cache
def dilated_field(k: int, base: int) -> Expr:
    """Convolutions of kernel k, dilated by base^l in layer l: kernel and base 2 make 2^L."""
    return field((k - 1) * Integer(base) ** LEVEL)


@cache
def window_field(w: int) -> Expr:
    """Attention over w neighbours on that side: 1 + Lw."""
    return field(Integer(w))


def after(tokens: Expr, layers: int) -> Expr:
    """What a field has grown to after so many layers."""
    return tokens.subs(LAYERS, layers)


def layers_until(n: int, tokens: Expr) -> Expr:
    """The first number of layers whose field holds n tokens."""
    layers = 1
    while after(tokens, layers) < n:
        layers += 1
    return Integer(layers)


def plain_layers(n: int, k: int) -> Expr:
    """Layers of undilated convolutions from token 1 to token n: 49 tokens, kernel 3 make 24."""
    return layers_until(n, plain_field(k))


def dilated_layers(n: int, k: int) -> Expr:
    """Layers of convolutions dilated by k^l from token 1 to token n: 100 tokens, kernel 2 make 7."""
    return layers_until(n, dilated_field(k, k))


def window_layers(n: int, w: int) -> Expr:
    """Layers of attention over w neighbours on each side from token 1 to token n: 65 tokens, w = 2 make 32."""
    return layers_until(n, window_field(w))


def window_hops(n: Expr, w: Expr) -> Expr:
    """Layers of attention over w neighbours on each side, in letters and before rounding up: (n − 1)/w."""
    (layers,) = solve(1 + summation(w, (LEVEL, 0, LAYERS - 1)) - n, LAYERS)
    return layers


def dilated_reach(k: int, layers: int) -> Expr:
    """Tokens that reach one output through layers of kernel k dilated by 1, 2, 4, …: kernel 3, 4 layers make 31."""
    return after(dilated_field(k, 2), layers)


def window_reach(w: int, layers: int) -> Expr:
    """Tokens that reach one output through causal windows of w, itself among them: w = 4, 3 layers make 10."""
    return after(window_field(w - 1), layers)


@cache
def hops() -> Expr:
    """One recurrent step for each token after the first, in the letter n."""
    return summation(Integer(1), (T, 2, N))


def recurrent_steps(n: int) -> Expr:
    """Steps of a recurrence from token 1 to token n: 24 tokens make 23."""
    return hops().subs(N, n)


def recurrent_chain(n: int, layers: int) -> Expr:
    """Cells of a stack of recurrent layers that must wait for each other.

    A cell waits for the one before it and the one below it, so the longest chain climbs from the first token's first
    layer to the last token's last: one cell, n − 1 onward and L − 1 upward. 16 tokens, 4 layers make 19.
    """
    return 1 + recurrent_steps(n) + summation(Integer(1), (LEVEL, 2, layers))


def journeys(n: int, k: int, w: int) -> dict[str, Expr]:
    """Layers or steps from token 1 to token n of each architecture; attention sees everything, and needs one layer."""
    return {
        "attention": window_layers(n, n - 1),
        "recurrence": recurrent_steps(n),
        "convolution": dilated_layers(n, k),
        "window": window_layers(n, w),
    }
