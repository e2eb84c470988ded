"""Counts what torch would make: entries and bytes of meta tensors, pairs of masks, operations by torch's own counter.

A meta tensor has a shape and a type but no memory, so a matrix of 8192 × 8192 costs nothing to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from engine.attention.mask import Mask, grid
from engine.attention.measured import Measured, counted

NUMEL, BYTES, SUM, FLOPS = "meta_numel", "meta_bytes", "mask_sum", "flop_counter"
WIDTH = 64  # of one head, where the count does not depend on it


def meta(*shape: int, bytes_each: int = 4) -> Tensor:
    """Return a tensor of that shape without memory, of 4 or 2 bytes an element."""
    return torch.empty(shape, device="meta", dtype={4: torch.float32, 2: torch.float16}[bytes_each])


def score_matrix(n: int, *before: int, bytes_each: int = 4) -> Tensor:
    """Return the scores (*before, n, n) of meta queries and keys."""
    q = k = meta(*before, n, WIDTH, bytes_each=bytes_each)
    return q @ k.transpose(-2, -1)  # (…, n, w) @ (…, w, n) -> (…, n, n)


def size(tensors: Iterable[Tensor]) -> int:
    """Return the bytes of all tensors together."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def entries(n: int, *before: int, layers: int = 1) -> Measured:
    """Count the score entries of that many layers."""
    return counted(sum(score_matrix(n, *before).numel() for _ in range(layers)), NUMEL)


def entry_growth(before: int, after: int) -> Measured:
    """Count the score entries at two lengths and return their ratio."""
    return counted(Fraction(score_matrix(after).numel(), score_matrix(before).numel()), NUMEL)


def allowed(mask: Mask, n: int) -> Measured:
    """Count the pairs a mask allows among n tokens."""
    return counted(int(grid(mask, n, n).sum()), SUM)


def blocked_by_torch(n: int) -> Measured:
    """Count the −inf in the causal mask that torch's own Transformer uses."""
    mask = torch.nn.Transformer.generate_square_subsequent_mask(n)
    return counted(int(torch.isneginf(mask).sum()), SUM)


def longest(fits: Callable[[int], bool]) -> int:
    """Return the largest n that fits, by doubling and bisection; `fits` must hold at 1 and fail in the end."""
    low, high = 1, 2
    while fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def longest_in_entries(budget: int) -> Measured:
    """Find the longest sequence whose meta score matrix has no more than `budget` entries."""
    return counted(longest(lambda n: score_matrix(n).numel() <= budget), NUMEL)


def longest_in_bytes(budget: int, batch: int, heads: int, bytes_each: int) -> Measured:
    """Find the longest sequence whose meta scores (batch, heads, n, n) fit a budget of bytes."""
    return counted(longest(lambda n: size([score_matrix(n, batch, heads, bytes_each=bytes_each)]) <= budget), BYTES)


def score_bytes(n: int, *before: int, bytes_each: int, copies: int = 1, unit: int = 1) -> Measured:
    """Count the bytes of `copies` score tensors, in units of `unit` bytes."""
    return counted(Fraction(size(score_matrix(n, *before, bytes_each=bytes_each) for _ in range(copies)), unit), BYTES)


def byte_growth(before: int, after: int, *, types: tuple[int, int] = (4, 4)) -> Fraction:
    """Return the ratio of bytes of two meta score matrices, of these lengths and bytes per element."""
    small, large = score_matrix(before, bytes_each=types[0]), score_matrix(after, bytes_each=types[1])
    return Fraction(size([large]), size([small]))


def grown(start: int, before: int, after: int, *, fixed: int = 0, types: tuple[int, int] = (4, 4)) -> Measured:
    """Let a score memory of size `start` grow as the meta matrices do, beside a part that is fixed."""
    return counted(fixed + start * byte_growth(before, after, types=types), BYTES)


def cache_bytes(layers: int, heads: int, width: int, n: int, batch: int, *, unit: int = 1) -> Measured:
    """Count the bytes of a cache in fp16: one key and one value tensor (batch, heads, n, width) a layer."""
    tensors = (meta(batch, heads, n, width, bytes_each=2) for _ in range(2 * layers))
    return counted(Fraction(size(tensors), unit), BYTES)


def core_macs(n: int, d: int, layers: int = 1) -> Measured:
    """Count the multiply-adds of attention without its projections, by torch's counter over meta products.

    The counter counts FLOP, two a multiply-add. It returns 0 for fused attention on real CPU tensors (torch 2.13); on
    meta it sees the products.
    """
    heads = d // WIDTH
    q = k = v = meta(heads, n, WIDTH)
    with FlopCounterMode(display=False) as counter:
        for _ in range(layers):
            torch.softmax(q @ k.transpose(-2, -1), dim=-1) @ v
    return counted(counter.get_total_flops() // 2, FLOPS)


def cache_ratio(heads: int, kept: int) -> Measured:
    """Count the bytes of two caches, one with all heads and one with some, and return their ratio."""
    whole, part = (size([meta(heads_kept, 32, WIDTH, bytes_each=2)]) for heads_kept in (heads, kept))
    return counted(Fraction(whole, part), BYTES)


def score_share(n: int, width: int, heads: int = 8) -> Measured:
    """Count score entries against the entries of Q, K, V and the output together."""
    q = k = v = meta(heads, n, width)
    scores = q @ k.transpose(-2, -1)
    output = scores @ v
    return counted(Fraction(scores.numel(), q.numel() + k.numel() + v.numel() + output.numel()), NUMEL)


def row_share(n: int) -> Measured:
    """Count a score matrix against one log-sum-exp per row of it."""
    scores = score_matrix(n)
    return counted(Fraction(scores.numel(), torch.logsumexp(scores, dim=-1).numel()), NUMEL)


def encoder_flops(n: int, d: int, layers: int) -> Measured:
    """Count the FLOP of torch's own encoder layers with a feed-forward of 4d, on meta."""
    layer = torch.nn.TransformerEncoderLayer(d, d // WIDTH, 4 * d, dropout=0.0, batch_first=True, device="meta")
    x = meta(1, n, d)
    with FlopCounterMode(display=False) as counter:
        for _ in range(layers):
            x = layer(x)
    return counted(counter.get_total_flops(), FLOPS)
