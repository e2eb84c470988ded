"""Linformer: keys and values shortened along the sequence, from n rows to k, before anyone looks at them.

softmax(Q(EK)ᵀ/√d)(FV) costs n·k scores instead of n² (Wang et al. 2020, arXiv 2006.04768). It is an approximation, E
and F have a fixed n, and it cannot hide keys: each shortened row mixes all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.attention import standard
from engine.attention.ledger import Ledger
from engine.attention.mods import Mod

KEPT = 64  # rows that remain when no projection is given


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mods: Sequence[Mod] = (),
    scale: float | None = None,
    ledger: Ledger | None = None,
    e: Tensor | None = None,
    f: Tensor | None = None,
) -> Tensor:
    """Return what queries (…, n, d) find in keys and values shortened by E and F (k, n), or by averaging neighbours.

    ValueError where modifiers are given: after shortening there is no single key to hide.
    """
    if mods:
        raise ValueError("Linformer mixes all keys before it scores them: none of them can be hidden")
    shorten_k, shorten_v = (averaging(k.shape[-2], KEPT).to(k) if each is None else each for each in (e, f))
    short_k = shorten_k @ k  # (k, n) @ (…, n, d) -> (…, k, d)
    short_v = shorten_v @ v  # the same of the values
    if ledger is not None:
        ledger.product(shorten_k, short_k)
        ledger.product(shorten_v, short_v)
        ledger.load(e=shorten_k, k=k, f=shorten_v, v=v)
        ledger.store(k=short_k, v=short_v)
        ledger.hold(short_k, short_v)
    return standard.attention(q, short_k, short_v, scale=scale, ledger=ledger)


def averaging(n: int, kept: int) -> Tensor:
    """Return (min(kept, n), n) whose rows average neighbours: n = 4 kept in 2 makes ½ ½ 0 0 and 0 0 ½ ½."""
    kept = min(kept, n)
    group = torch.arange(n) * kept // n  # (n,), the row each token falls into
    member = (torch.arange(kept).unsqueeze(1) == group).double()
    return member / member.sum(1, keepdim=True)
