"""Bytes of score matrices and caches, derived; a key is given in the unit its question names.

n tokens, h heads, L layers, b batch, s bytes per element.
"""

from __future__ import annotations

from sympy import Expr, Integer, Rational, floor, sqrt

KIB, MIB, GIB = Integer(2) ** 10, Integer(2) ** 20, Integer(2) ** 30


def score_bytes(n: int, s: int, *copies: int) -> Expr:
    """Bytes of n × n scores of s bytes, times every kind of copy: 2048 tokens in 2 bytes make 8 MiB."""
    total = Integer(n) ** 2 * s
    for copy in copies:
        total *= copy
    return total


def grown(size: int, before: int, after: int, narrower: int = 1) -> Expr:
    """A score memory after its sequence grew, its elements `narrower` times shorter: 1, 512 → 8192 makes 256."""
    return size * Rational(after, before) ** 2 / narrower


def mixed(fixed: int, scores: int, before: int, after: int) -> Expr:
    """A fixed part and a score part, of which only the second grows: 1 + 2, 1024 → 2048 makes 9."""
    return fixed + grown(scores, before, after)


def cache_bytes(layers: int, heads: int, width: int, n: int, batch: int, s: int = 2) -> Expr:
    """Bytes of a KV cache: a key and a value of `width` elements for each token, head, layer and sequence."""
    return 2 * Integer(layers) * heads * width * n * batch * s


def longest(budget: Expr, per_entry: int) -> Expr:
    """The longest sequence whose n² entries, at `per_entry` bytes over all copies, fit a budget of bytes."""
    return floor(sqrt(budget / per_entry))


def shrunk(heads: int, kept: int) -> Expr:
    """How many times fewer bytes a cache takes that keeps some of the heads: 32 and 8 make 4."""
    return cache_bytes(1, heads, 1, 1, 1) / cache_bytes(1, kept, 1, 1, 1)


def score_share(n: int, width: int) -> Expr:
    """Score entries of a head over the entries of its Q, K, V and O: n² / 4nw. 1024 and 128 make 2."""
    return Integer(n) ** 2 / (4 * Integer(n) * width)


def largest_half() -> Expr:
    """The largest finite fp16: ten binary places below 2, at the greatest exponent, 15."""
    return (2 - Rational(1, 2**10)) * 2**15


def widest_half(a: int) -> Expr:
    """The largest d at which d products a·a still fit fp16: 16 makes 255."""
    return floor(largest_half() / Integer(a) ** 2)
