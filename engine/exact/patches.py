"""Images as tokens, derived: cut into patches (ViT), or halved again and again by convolutions (DETR).

s is an image's side, p a patch's; a and c are height and width. Sizes may be numbers or letters.
"""

from __future__ import annotations

from typing import TypeAlias

from sympy import Expr, Integer, ceiling, sympify

from engine.exact.contest import largest
from engine.exact.sublayers import linear

Size: TypeAlias = Expr | int

COLOURS = 3
HALVINGS = 5  # strides of two in ResNet-50: 2⁵ = 32


def patches(s: Size, p: Size) -> Expr:
    """Patches of a square image: as many rows as columns. 224 and 16 make 196."""
    side = sympify(s) / p
    return side * side


def tokens(s: Size, p: Size) -> Expr:
    """Patches and one token more, of no patch, from which the class is read: 224 and 16 make 197."""
    return patches(s, p) + 1


def scores(s: Size, p: Size, h: Size = 1) -> Expr:
    """Score entries of h heads over all tokens of an image: 224, 32 and 12 make 30 000."""
    return h * tokens(s, p) ** 2


def finer(before: Size, after: Size) -> Expr:
    """By what patch-to-patch scores grow when the patch's side shrinks: 32 → 16 makes 16."""
    s = sympify(before) * after  # any image both sides divide
    return (patches(s, after) / patches(s, before)) ** 2


def embedding(p: int, d: int) -> Expr:
    """Parameters that turn a patch of three colours into a token: a linear map with its bias. 14, 192 make 113 088."""
    return linear(COLOURS * Integer(p) * p, d)


def shrunk(side: int) -> Expr:
    """A side after five strides of two, each rounding up: 1056 makes 33."""
    left = Integer(side)
    for _ in range(HALVINGS):
        left = ceiling(left / 2)
    return left


def map_tokens(a: int, c: int) -> Expr:
    """Tokens of DETR's encoder: the cells of the last map. 480 by 1056 make 495."""
    return shrunk(a) * shrunk(c)


def asked(queries: Size, seen: Size, h: Size = 1) -> Expr:
    """Score entries when queries ask what was seen, in h heads: 100, 500 and 8 make 400 000."""
    return sympify(queries) * seen * h


def asked_macs(queries: Size, seen: Size, d: Size, layers: Size = 1) -> Expr:
    """Multiply-adds of QKᵀ and AV when queries ask what was seen: two products of d terms for each pair."""
    return 2 * asked(queries, seen) * d * layers


def dearest(s: int, p: int, a: int, c: int, n: int) -> Expr:
    """Whose self-attention has most scores in one head: an image in patches, a map of cells, or a text of n tokens."""
    return largest({"text": Integer(n) ** 2, "patches": scores(s, p), "map": map_tokens(a, c) ** 2})
