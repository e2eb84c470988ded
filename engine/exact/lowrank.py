"""What the approximate and the restricted attentions cost, put together product by product.

n tokens, d the width of a head, k the rows that Linformer leaves of n keys (arXiv 2006.04768), r the random features of
Performer (arXiv 2009.14794), w the keys a window shows, g the tokens that see all and are seen by all.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from sympy import Expr, Integer, Min, Symbol, expand, floor, solve, sympify

Size: TypeAlias = Expr | int


def product(rows: Size, inner: Size, columns: Size) -> Expr:
    """Multiply-adds of a product of matrices, rows × inner by inner × columns."""
    return sympify(rows) * inner * columns


def exact_macs(n: Size, d: Size) -> Expr:
    """Multiply-adds of QKᵀ and AV: 2n²d."""
    return product(n, d, n) + product(n, n, d)


def projected_entries(n: Size, k: Size) -> Expr:
    """Score entries when n queries meet k rows: 512 and 256 make 131 072."""
    return product(n, 1, k)


def projection_macs(n: Size, k: Size, d: Size) -> Expr:
    """Multiply-adds of EK and FV: k × n by n × d, twice."""
    return 2 * product(k, n, d)


def projected_macs(n: Size, k: Size, d: Size) -> Expr:
    """Multiply-adds of Linformer with E and F: two projections, then both products over k rows, 4nkd in all."""
    return projection_macs(n, k, d) + product(n, d, k) + product(n, k, d)


def projected_speedup(n: int, k: int) -> Expr:
    """How many times fewer multiply-adds Linformer takes; d falls out. 1024 and 256 make 2."""
    d = Symbol("d", positive=True)
    return exact_macs(n, d) / projected_macs(n, k, d)


def projection_weights(layers: int, n: int, k: int) -> Expr:
    """Parameters of one E and one F (k × n) in each layer: 6, 1024, 128 make 1 572 864."""
    return layers * 2 * product(k, 1, n)


def greatest_rank(n: int, k: int) -> Expr:
    """The largest rank of an n × k matrix times a k × n one."""
    return Min(n, k)


def feature_macs(n: Size, r: Size, d: Size) -> Expr:
    """Multiply-adds of φ(Q)(φ(K)ᵀV) from right to left: r × n by n × d, then n × r by r × d."""
    return product(r, n, d) + product(n, r, d)


def with_features(n: Size, r: Size, d: Size) -> Expr:
    """The same with wQ and wK, the products inside φ: 4nrd."""
    return feature_macs(n, r, d) + 2 * product(n, d, r)


@cache
def even_length() -> Expr:
    """The n at which Performer, φ included, takes as many multiply-adds as exact attention, in the letter r."""
    n, r, d = (Symbol(letter, positive=True) for letter in "nrd")
    return solve(with_features(n, r, d) - exact_macs(n, d), n)[0]


def first_gain(r: int) -> Expr:
    """The least n at which Performer takes fewer: 64 makes 129."""
    return floor(even_length().subs(Symbol("r", positive=True), r)) + 1


def window_macs(n: Size, w: Size, d: Size) -> Expr:
    """Multiply-adds when each of n queries meets w keys, in both products."""
    return n * (product(1, d, w) + product(1, w, d))


def band(n: int, w: int) -> Expr:
    """Pairs no more than w apart among n tokens: at each distance t there are n − t, on both sides."""
    return Integer(n) + 2 * sum((Integer(n - t) for t in range(1, w + 1)), Integer(0))


def with_global(n: int, w: int, g: int) -> Expr:
    """Pairs of a window of w to each side among n − g tokens, and g tokens that see all and are seen by all."""
    return expand(band(n - g, w) + 2 * Integer(g) * n - Integer(g) ** 2)


def rank_reached(n: int, k: int, r: int) -> dict[str, Expr]:
    """The largest rank of the n × n map of each key; softmax(QKᵀ) may have rank n, so that less cannot equal it."""
    return {"linformer": greatest_rank(n, k), "performer": greatest_rank(n, r), "flash": Integer(n)}


def prices(n: int, k: int, r: int, w: int, d: int = 64) -> dict[str, Expr]:
    """Multiply-adds of exact attention, Linformer, Performer (φ included) and a window, of one head."""
    return {
        "exact": exact_macs(n, d),
        "linformer": projected_macs(n, k, d),
        "performer": with_features(n, r, d),
        "window": window_macs(n, w, d),
    }
