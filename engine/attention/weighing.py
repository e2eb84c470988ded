"""Weighs keys by running attention itself, in float64: a value of 1 on one key returns that key's weight.

g is a gap between scores, n the number of keys, d is d_k.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from engine.attention.mask import causal
from engine.attention.measured import Measured, floating
from engine.attention.standard import attention, scores

WEIGHTS, SEED = "attention_weights", 1777
HALVINGS = 64  # of an interval: more than float64 can tell apart


def favoured(gap: float, n: int, d: int) -> float:
    """Attend with one query to n keys, the first of which has a dot product larger by `gap`; return its weight."""
    q = torch.zeros(1, d, dtype=torch.float64)
    q[0, 0] = 1.0
    k = torch.zeros(n, d, dtype=torch.float64)
    k[0, 0] = gap
    v = torch.zeros(n, 1, dtype=torch.float64)
    v[0] = 1.0
    return float(attention(q, k, v))  # scaled by 1/√d


def of_two(gap: int, d: int) -> Measured:
    """Weigh the better of two keys whose dot products differ by `gap`."""
    return floating(favoured(gap, 2, d), WEIGHTS)


def of_many(score: int, n: int) -> Measured:
    """Weigh a key of that scaled score among n, the others having score 0."""
    d = 4
    return floating(favoured(score * math.sqrt(d), n, d), WEIGHTS)


def raw_gap(p: float, n: int, d: int) -> Measured:
    """Widen the gap of dot products until one key among n has the weight p."""
    return floating(crossing(lambda gap: favoured(gap, n, d) >= p), "bisection_on_attention")


def crossing(holds: Callable[[float], bool]) -> float:
    """Return where a condition begins to hold, which fails at 0 and holds somewhere above."""
    low, high = 0.0, 1.0
    while not holds(high):
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def random_scores(heads: int, n: int) -> Tensor:
    """Return the scaled scores (heads, n, n) of random queries and keys."""
    generator = torch.Generator().manual_seed(SEED)
    q, k = torch.randn(2, heads, n, 16, dtype=torch.float64, generator=generator)
    return scores(q, k)


def mass(heads: int, n: int) -> Measured:
    """Add up all weights of a layer of random queries and keys."""
    return floating(float(torch.softmax(random_scores(heads, n), dim=-1).sum()), WEIGHTS)


def uniform_row(t: int, n: int) -> Measured:
    """Weigh the first key in row t of n tokens whose scores are all equal, under a causal mask."""
    q = k = torch.zeros(n, 1, dtype=torch.float64)
    weights = torch.softmax(scores(q, k, mods=[causal]), dim=-1)
    return floating(float(weights[t - 1, 0]), WEIGHTS)
