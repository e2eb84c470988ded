"""Moves tokens about and looks which rows of a real attention follow, stay or change; no positions are encoded.

Rows are numbered from 1, as tokens are; a row has changed if any component did by more than rounding can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from engine.attention import mask
from engine.attention.measured import Measured, counted
from engine.attention.mods import Mod
from engine.attention.standard import attention

ROWS, OUTPUTS = "changed_rows", "compared_outputs"
SEED, WIDTH = 1777, 16
ROUNDING = 1e-9  # absolute, on values of order 1 in float64

Attend = Callable[[Tensor], Tensor]  # tokens (n, d) -> outputs (…, d)


def generic(*shape: int) -> Tensor:
    """Return random float64 of that shape, the same at every call."""
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(SEED))


def attend(x: Tensor, memory: Tensor, mods: Sequence[Mod] = ()) -> Tensor:
    """Return one head's outputs (n, d) for tokens (n, d) that look at a memory (m, d), with fixed random tablets."""
    to_q, to_k, to_v = generic(3, WIDTH, WIDTH) / WIDTH**0.5
    return attention(x @ to_q, memory @ to_k, memory @ to_v, mods=mods)


def full(x: Tensor) -> Tensor:
    """Every token sees every token."""
    return attend(x, x)


def causal(x: Tensor) -> Tensor:
    """A token sees itself and what came before."""
    return attend(x, x, [mask.causal])


def pooled(x: Tensor) -> Tensor:
    """The mean of all outputs, in one row."""
    return full(x).mean(0, keepdim=True)


def remembered(x: Tensor) -> Tensor:
    """Two queries that stay where they are look at the tokens."""
    return attend(generic(2, WIDTH), x)


VIEWS: Mapping[str, Attend] = {"full": full, "causal": causal, "pooled": pooled, "remembered": remembered}


def differing(one: Tensor, other: Tensor) -> Tensor:
    """Tell row by row whether two outputs differ, (n,)."""
    return (one - other).abs().amax(-1) > ROUNDING


def changed_rows(view: str, n: int, i: int, j: int) -> Measured:
    """Exchange tokens i and j of n and count the rows that change."""
    layer, x = VIEWS[view], generic(n, WIDTH)
    order = torch.arange(n)
    order[[i - 1, j - 1]] = order[[j - 1, i - 1]]
    return counted(int(differing(layer(x), layer(x[order])).sum()), ROWS)


def causal_rows(n: int, i: int, j: int) -> Measured:
    """Count the rows that change under a causal mask."""
    return changed_rows("causal", n, i, j)


def shuffled(view: str, n: int) -> Measured:
    """Rotate n tokens and name what the outputs did: they stay the same, are moved alike, or become other ones."""
    layer, x = VIEWS[view], generic(n, WIDTH)
    before, after = layer(x), layer(x.roll(-1, 0))
    if not differing(before, after).any():
        return Measured("same", 0.0, OUTPUTS)
    alike = not differing(before.roll(-1, 0), after).any()
    return Measured("moved" if alike else "other", 0.0, OUTPUTS)
