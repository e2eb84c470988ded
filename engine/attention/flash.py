"""FlashAttention's forward pass in plain torch: tile by tile with an online softmax, exact, without the n × n matrix.

For a block of queries and each block of keys it keeps the greatest score m, the sum ℓ of exponentials and the output so
far, and rescales them by exp(m − m′) when a greater score m′ appears (Dao et al. 2022, arXiv 2205.14135, Algorithm 1).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.attention.mask import Mask, grid
from engine.attention.standard import per_root

TILE = 512  # measured: below this, Python's overhead shows; above, the cache suffers


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mask: Mask | None = None,
    scale: float | None = None,
    tile: tuple[int, int] = (TILE, TILE),
) -> Tensor:
    """Return what standard attention returns, (…, n, e), holding one tile of scores at a time."""
    scaled = q * per_root(q, scale)
    blocks = []
    for first in range(0, q.shape[-2], tile[0]):
        block = scaled[..., first : first + tile[0], :]
        blocks.append(attend_block(block, k, v, mask, first, tile[1]))
    return torch.cat(blocks, dim=-2)


def attend_block(q: Tensor, k: Tensor, v: Tensor, mask: Mask | None, first: int, width: int) -> Tensor:
    """Return the output of one block of scaled queries, the first of which is query number `first`."""
    greatest = q.new_full((*q.shape[:-1], 1), -math.inf)  # m, (…, rows, 1)
    total = q.new_zeros((*q.shape[:-1], 1))  # ℓ, (…, rows, 1)
    output = q.new_zeros((*q.shape[:-1], v.shape[-1]))  # (…, rows, e)
    for start in range(0, k.shape[-2], width):
        keys, values = k[..., start : start + width, :], v[..., start : start + width, :]
        logits = q @ keys.transpose(-2, -1)  # (…, rows, d) @ (…, d, columns) -> (…, rows, columns)
        if mask is not None:
            seen = grid(mask, q.shape[-2], keys.shape[-2], (first, start))
            if not seen.any():
                continue
            logits = logits.masked_fill(~seen, -math.inf)
        higher = torch.maximum(greatest, logits.amax(-1, keepdim=True))
        anchor = higher.masked_fill(torch.isneginf(higher), 0)  # a row that has seen nothing must not make inf − inf
        exponentials = torch.exp(logits - anchor)
        fading = torch.exp(greatest - anchor)
        total = total * fading + exponentials.sum(-1, keepdim=True)
        output = output * fading + exponentials @ values
        greatest = higher
    return output / total.masked_fill(total == 0, 1)
