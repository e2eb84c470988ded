"""Multi-head attention: every head projects all of x, attends on its own, and one matrix joins what they found.

With fewer heads of keys and values than of queries it is grouped-query attention (arXiv 2305.13245), with a memory
cross-attention. Its state dict is that of torch.nn.MultiheadAttention.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from engine.attention import standard
from engine.attention.ledger import Ledger
from engine.attention.mods import Mod

Turn = Callable[[Tensor], Tensor]  # queries or keys (b, h, n, w) -> the same, rotated to their positions


class Key(Protocol):
    """One way to attend: standard, flash, linformer and performer have this signature."""

    def __call__(
        self,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        *,
        mods: Sequence[Mod] = (),
        scale: float | None = None,
        ledger: Ledger | None = None,
    ) -> Tensor:
        """Return the attended values."""


class MultiHead(nn.Module):
    """h heads of width w = d/h for the queries, g of the same width for keys and values."""

    def __init__(
        self, d: int, heads: int, *, kv_heads: int | None = None, bias: bool = True, key: Key = standard.attention
    ) -> None:
        super().__init__()
        self.heads, self.kv_heads = heads, kv_heads or heads
        if d % heads or heads % self.kv_heads:
            raise ValueError(f"{heads} heads do not share a width of {d} and {self.kv_heads} heads of keys evenly")
        self.widths = [d, *2 * (d // heads * self.kv_heads,)]  # of all queries, keys, values
        self.in_proj_weight = nn.Parameter(torch.empty(sum(self.widths), d))
        self.in_proj_bias = nn.Parameter(torch.zeros(sum(self.widths))) if bias else None
        self.out_proj = nn.Linear(d, d, bias=bias)
        self.key = key
        nn.init.xavier_uniform_(self.in_proj_weight)

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        *,
        mods: Sequence[Mod] = (),
        turn: Turn | None = None,
        ledger: Ledger | None = None,
    ) -> Tensor:
        """Return (b, n, d): each token of x (b, n, d) asks x itself, or a memory (b, m, d)."""
        q, k, v = self.project(x, x if memory is None else memory)
        if turn is not None:
            q, k = turn(q), turn(k)
        shared = self.heads // self.kv_heads
        k, v = (each.repeat_interleave(shared, dim=1) if shared > 1 else each for each in (k, v))  # (b, h, m, w)
        found = self.key(q, k, v, mods=mods, ledger=ledger)  # (b, h, n, w)
        joined: Tensor = self.out_proj(found.transpose(1, 2).flatten(2))  # (b, h, n, w) -> (b, n, d)
        return joined

    def project(self, x: Tensor, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return queries of x (b, h, n, w), keys and values of the memory (b, g, m, w)."""
        weights = torch.split(self.in_proj_weight, self.widths)
        biases = (None,) * 3 if self.in_proj_bias is None else torch.split(self.in_proj_bias, self.widths)
        heads = (self.heads, self.kv_heads, self.kv_heads)
        q, k, v = (
            linear(source, weight, bias).view(*source.shape[:2], count, -1).transpose(1, 2)  # (b, n, d) -> (b, h, n, w)
            for source, weight, bias, count in zip((x, memory, memory), weights, biases, heads, strict=True)
        )
        return q, k, v
