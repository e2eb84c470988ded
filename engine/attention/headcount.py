"""Counts what heads are made of: parameters, scores, operations, bytes on meta, reach by autograd, ranks of matrices.

d is the width of the model, h the number of query heads, g of key and value heads, n of tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from engine.attention.measured import Measured, counted
from engine.attention.tally import BYTES, FLOPS, NUMEL, meta, size

RANK, REACH = "matrix_rank", "autograd_reach"
SEED = 1777  # of the matrices whose rank is measured; any generic ones have it
TOKENS = 32  # where the count does not depend on them


def split(x: Tensor, heads: int) -> Tensor:
    """Return x cut into heads, as an attention does after projecting: (…, n, d) -> (…, heads, n, d / heads)."""
    return x.reshape(*x.shape[:-1], heads, -1).transpose(-3, -2)


def each_width(d: int, h: int) -> int:
    """Return how wide a head becomes when a token of width d is cut into h."""
    return split(meta(TOKENS, d), h).shape[-1]


def linear(inputs: int, outputs: int) -> Tensor:
    """Return the weights of a linear map without bias, on meta."""
    return nn.Linear(inputs, outputs, bias=False, device="meta").weight


def numel(*parts: Tensor) -> Measured:
    """Count the numbers in all parts together."""
    return counted(sum(part.numel() for part in parts), NUMEL)


def width(d: int, h: int) -> Measured:
    """Measure the width of a head on a tensor that is cut."""
    return counted(each_width(d, h), "meta_shape")


def one_head(d: int, h: int) -> Measured:
    """Count the parameters of one head's three projections."""
    return numel(*(linear(d, each_width(d, h)) for _ in range(3)))


def multihead(d: int, h: int) -> nn.MultiheadAttention:
    """Return torch's own multi-head attention on meta."""
    return nn.MultiheadAttention(d, h, batch_first=True, device="meta")


def parameters(d: int, h: int) -> Measured:
    """Count the parameters of torch's own multi-head attention, biases included."""
    return numel(*multihead(d, h).parameters())


def decoupled(d: int, h: int, e: int, u: int) -> Measured:
    """Count the parameters of h heads whose keys are e wide and whose values u."""
    return numel(*(linear(d, wide) for _ in range(h) for wide in (e, e, u)), linear(h * u, d))


def grouped(d: int, h: int, g: int, layers: int = 1) -> Measured:
    """Count the parameters of h query heads over g key and value heads, in so many layers."""
    narrow = g * each_width(d, h)
    return numel(*(linear(d, wide) for _ in range(layers) for wide in (d, narrow, narrow, d)))


def scores(d: int, h: int, n: int = TOKENS) -> Tensor:
    """Return the meta scores (h, n, n) of a token width cut into heads."""
    q = k = split(meta(n, d), h)
    return q @ k.transpose(-2, -1)  # (h, n, d/h) @ (h, d/h, n) -> (h, n, n)


def score_entries(n: int, d: int, h: int, layers: int) -> Measured:
    """Count the score entries of so many layers of h heads that share a width of d."""
    return numel(*(scores(d, h, n) for _ in range(layers)))


def score_growth(h: int, d: int = 768) -> Measured:
    """Count the score entries of h heads over those of one."""
    return counted(Fraction(scores(d, h).numel(), scores(d, 1).numel()), NUMEL)


def flops(d: int, h: int, n: int) -> int:
    """Count the FLOP of QKᵀ over all heads."""
    with FlopCounterMode(display=False) as counter:
        scores(d, h, n)
    return int(counter.get_total_flops())


def score_macs(d: int, h: int, n: int) -> Measured:
    """Count the multiply-adds of QKᵀ over all heads."""
    return counted(flops(d, h, n) // 2, FLOPS)


def sublayer_macs(n: int, d: int, h: int, layers: int) -> Measured:
    """Count the multiply-adds of so many of torch's own multi-head attentions, their four projections included."""
    layer, x = multihead(d, h), meta(1, n, d)
    with FlopCounterMode(display=False) as counter:
        for _ in range(layers):
            layer(x, x, x, need_weights=False)
    return counted(counter.get_total_flops() // 2, FLOPS)


def softmaxes(h: int, n: int, d: int = 768) -> Measured:
    """Count the normalisers of all rows: each softmax divides by one."""
    return counted(torch.logsumexp(scores(d, h, n), dim=-1).numel(), NUMEL)


def token_bytes(layers: int, heads: int, width: int, unit: int) -> Measured:
    """Count the bytes of one token's keys and values over all layers, 16 bits an element, in units."""
    parts = (meta(heads, 1, width, bytes_each=2) for _ in range(2 * layers))
    return counted(Fraction(size(parts), unit), BYTES)


def generic(*shape: int) -> Tensor:
    """Return random float64 of that shape, the same at every call."""
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(SEED))


def inputs_seen(d: int, h: int) -> Measured:
    """Count the components of a token that the first head's query answers to."""
    x = generic(1, d).requires_grad_()
    query = split(x @ generic(d, d), h)[0]  # (1, d) @ (d, d) -> (h, 1, d/h), of which the first head
    (slope,) = torch.autograd.grad(query.sum(), x)
    return counted(int((slope != 0).sum()), REACH)


def form_rank(d: int, h: int) -> Measured:
    """Measure the rank of W^Q W^Kᵀ of one head."""
    both = generic(2, d, each_width(d, h))
    return counted(int(torch.linalg.matrix_rank(both[0] @ both[1].T)), RANK)


def score_rank(n: int, e: int) -> Measured:
    """Measure the rank of QKᵀ of n tokens and a head of width e."""
    q, k = generic(2, n, e)
    return counted(int(torch.linalg.matrix_rank(q @ k.T)), RANK)


def ratios(d: int, h: int, n: int = TOKENS) -> dict[str, Fraction]:
    """Return parameters, operations of QKᵀ and score entries of h heads over those of one head of the same d."""
    counters: dict[str, Callable[[int], int]] = {
        "parameters": lambda heads: sum(part.numel() for part in multihead(d, heads).parameters()),
        "operations": lambda heads: flops(d, heads, n),
        "scores": lambda heads: scores(d, heads, n).numel(),
    }
    return {name: Fraction(count(h), count(1)) for name, count in counters.items()}


def growths(d: int, h: int) -> dict[str, Measured]:
    """Count by what factor each of these grows from one head to h."""
    return {name: counted(ratio, "meta_counts") for name, ratio in ratios(d, h).items()}
