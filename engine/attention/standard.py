"""Standard attention, softmax(QKᵀ/√d)V, with the whole n × n matrix in memory.

A query that sees no key at all attends to nothing: its output is 0, where a bare softmax would give nan.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.attention.ledger import Ledger
from engine.attention.mods import Mod, modified, terms


def per_root(q: Tensor, scale: float | None) -> float:
    """Return the factor for the scores: the given one, or 1/√d."""
    return 1 / math.sqrt(q.shape[-1]) if scale is None else scale


def scores(q: Tensor, k: Tensor, *, mods: Sequence[Mod] = (), scale: float | None = None) -> Tensor:
    """Return the scaled scores (…, n, m) of queries (…, n, d) and keys (…, m, d), −inf where a modifier hides a key."""
    logits = q @ k.transpose(-2, -1) * per_root(q, scale)  # (…, n, d) @ (…, d, m) -> (…, n, m)
    return modified(logits, terms(mods, q.shape[-2], k.shape[-2]))


def softmax(logits: Tensor) -> Tensor:
    """Return the weights of each row; a row of −inf alone becomes 0, and so do its gradients."""
    blind = torch.isneginf(logits.amax(-1, keepdim=True))
    return torch.softmax(logits.masked_fill(blind, 0), dim=-1).masked_fill(blind, 0)


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mods: Sequence[Mod] = (),
    scale: float | None = None,
    ledger: Ledger | None = None,
) -> Tensor:
    """Return the attended values (…, n, e) of queries (…, n, d), keys (…, m, d) and values (…, m, e)."""
    logits = scores(q, k, mods=mods, scale=scale)  # (…, n, m)
    weights = softmax(logits) if mods else torch.softmax(logits, dim=-1)
    output = weights @ v  # (…, n, m) @ (…, m, e) -> (…, n, e)
    if ledger is not None:
        enter(ledger, q, k, v, logits, weights, output)
    return output


def enter(ledger: Ledger, q: Tensor, k: Tensor, v: Tensor, logits: Tensor, weights: Tensor, output: Tensor) -> None:
    """Enter one run: each of its three steps reads its operands from main memory and writes its result there.

    What modifiers copy on the way is left out, as a fused kernel would apply them in place.
    """
    ledger.product(q, logits)
    ledger.tile(logits)
    ledger.product(weights, output)
    ledger.load(q=q, k=k, s=logits, p=weights, v=v)
    ledger.store(s=logits, p=weights, o=output)
    ledger.hold(logits, weights, output)
