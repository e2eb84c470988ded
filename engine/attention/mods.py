"""Modifiers of scores: values that hide keys from queries or add to their scores, for whole matrices and tiles alike.

A modifier maps index grids (i of queries, j of keys, both from 0) to what it does there: booleans say which keys a
query sees (see `mask`), numbers are added to the score. A sequence of modifiers acts one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

Mod = Callable[[Tensor, Tensor], Tensor]  # (rows, 1), (1, columns) -> what broadcasts to (…, rows, columns)


def alibi(slopes: Tensor) -> Mod:
    """Take slope × distance from each score, one slope a head: for logits (…, h, n, m) and slopes (h,)."""
    return lambda i, j: -slopes.view(-1, 1, 1) * (i - j).abs()


def bias(added: Tensor) -> Mod:
    """Add a matrix, queries by keys."""
    return lambda i, j: added[..., i, j]


def terms(mods: Sequence[Mod], rows: int, columns: int, at: tuple[int, int] = (0, 0)) -> list[Tensor]:
    """Return what each modifier says of a tile of that size, its corner at query and key `at`."""
    i = torch.arange(at[0], at[0] + rows).unsqueeze(1)  # (rows, 1)
    j = torch.arange(at[1], at[1] + columns).unsqueeze(0)  # (1, columns)
    return [mod(i, j) for mod in mods]


def blind(said: Sequence[Tensor]) -> bool:
    """Tell whether some modifier alone hides every key of the tile, so that its scores need not be computed."""
    return any(term.dtype is torch.bool and not term.any() for term in said)


def modified(logits: Tensor, said: Sequence[Tensor]) -> Tensor:
    """Return the logits (…, rows, columns) with the terms applied: −inf where a key is hidden."""
    for term in said:
        if term.dtype is torch.bool:
            logits = logits.masked_fill(~term.to(logits.device), -math.inf)
        else:
            logits = logits + term.to(logits)
    return logits
