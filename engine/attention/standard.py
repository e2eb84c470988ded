"""Standard attention, softmax(QKᵀ/√d)V, with the whole n × n matrix in memory.

A query that sees no key at all attends to nothing: its output is 0, where a bare softmax would give nan.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.attention.mask import Mask, grid


def per_root(q: Tensor, scale: float | None) -> float:
    """Return the factor for the scores: the given one, or 1/√d."""
    return 1 / math.sqrt(q.shape[-1]) if scale is None else scale


def scores(q: Tensor, k: Tensor, *, mask: Mask | None = None, scale: float | None = None) -> Tensor:
    """Return the scaled scores (…, n, m) of queries (…, n, d) and keys (…, m, d), −inf where the mask hides a key."""
    logits = q @ k.transpose(-2, -1) * per_root(q, scale)  # (…, n, d) @ (…, d, m) -> (…, n, m)
    if mask is not None:
        logits = logits.masked_fill(~grid(mask, q.shape[-2], k.shape[-2]), -math.inf)
    return logits


def attention(q: Tensor, k: Tensor, v: Tensor, *, mask: Mask | None = None, scale: float | None = None) -> Tensor:
    """Return the attended values (…, n, e) of queries (…, n, d), keys (…, m, d) and values (…, m, e)."""
    logits = scores(q, k, mask=mask, scale=scale)
    weights = torch.softmax(logits, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(torch.isneginf(logits).all(-1, keepdim=True), 0)
    return weights @ v  # (…, n, m) @ (…, m, e) -> (…, n, e)
