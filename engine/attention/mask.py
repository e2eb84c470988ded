"""Which key a query may see: masks as values over index grids, the modifiers of scores that only hide.

i numbers the queries, j the keys, both from 0.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Mask = Callable[[Tensor, Tensor], Tensor]  # (i, j) grids that broadcast -> bool, True where the query sees the key


def everything(i: Tensor, j: Tensor) -> Tensor:
    """Every query sees every key."""
    return torch.ones_like(i + j, dtype=torch.bool)


def causal(i: Tensor, j: Tensor) -> Tensor:
    """A query sees itself and what came before."""
    return j <= i


def window(w: int) -> Mask:
    """A query sees itself and the w − 1 keys before it."""
    return lambda i, j: (j <= i) & (j > i - w)


def prefix(p: int) -> Mask:
    """The first p tokens see each other; every query sees what came before."""
    return lambda i, j: (j <= i) | ((i < p) & (j < p))


def from_bool(allowed: Tensor) -> Mask:
    """A mask read from a boolean matrix, queries by keys."""
    return lambda i, j: allowed[i, j]


def both(one: Mask, other: Mask) -> Mask:
    """A query sees what both masks let it see."""
    return lambda i, j: one(i, j) & other(i, j)


def grid(mask: Mask, queries: int, keys: int, at: tuple[int, int] = (0, 0)) -> Tensor:
    """Return the mask as a boolean matrix (queries, keys), its corner at query and key `at`."""
    i = torch.arange(at[0], at[0] + queries).unsqueeze(1)  # (queries, 1)
    j = torch.arange(at[1], at[1] + keys).unsqueeze(0)  # (1, keys)
    return mask(i, j)
