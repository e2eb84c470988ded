"""Counts the multiply-adds of whole layers by torch's own counter, over meta tensors that have shapes and no memory.

The counter counts FLOP, two a multiply-add (MAC). n tokens, d the width, k a kernel, r the neighbours a token sees.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch
from torch.nn.functional import scaled_dot_product_attention
from torch.utils.flop_counter import FlopCounterMode

from engine.attention.measured import Measured, counted
from engine.attention.tally import FLOPS, WIDTH, longest, meta


def flops(work: Callable[[], object]) -> int:
    """Return the FLOP that torch counts while the work is done."""
    with FlopCounterMode(display=False) as counter:
        work()
    total: int = counter.get_total_flops()
    return total


def macs(work: Callable[[], object]) -> int:
    """Return the multiply-adds that torch counts while the work is done."""
    return flops(work) // 2


def score_macs(n: int, d: int, heads: int = 1) -> int:
    """Count QKᵀ of that many heads, whose widths add up to d."""
    q = k = meta(heads, n, d // heads)
    return macs(lambda: q @ k.transpose(-2, -1))  # (h, n, d/h) @ (h, d/h, n) -> (h, n, n)


def core_macs(n: int, d: int) -> int:
    """Count QKᵀ and AV of one head."""
    q = k = v = meta(n, d)
    return macs(lambda: torch.softmax(q @ k.T, dim=-1) @ v)


def projection_macs(n: int, d: int, tablets: int) -> int:
    """Count X through that many d × d tablets."""
    x, tablet = meta(n, d), meta(d, d)
    return macs(lambda: [x @ tablet for _ in range(tablets)])


def recurrent_macs(n: int, d: int) -> int:
    """Count the products of a recurrence, a state through a d × d matrix at each of n steps."""
    start, matrix = meta(1, d), meta(d, d)

    def run() -> None:
        state = start
        for _ in range(n):
            state = state @ matrix

    return macs(run)


def lstm_macs(n: int, d: int) -> int:
    """Count the products of an LSTM layer: the inputs of all gates at once, the states step by step."""
    x, gates = meta(n, d), meta(d, 4 * d)
    state = meta(1, d)

    def run() -> None:
        for row in x @ gates:
            forget, enter, leave, content = (row + state @ gates).chunk(4, dim=-1)
            assert forget.shape == enter.shape == leave.shape == content.shape == state.shape

    return macs(run)


def convolution_macs(n: int, d: int, k: int) -> int:
    """Count a convolution of d channels to d channels that keeps the length."""
    layer = torch.nn.Conv1d(d, d, k, padding="same", device="meta")
    return macs(lambda: layer(meta(1, d, n)))


def neighbour_macs(n: int, d: int, r: int) -> int:
    """Count QKᵀ when each query meets the r keys in a frame of its own."""
    q, keys = meta(n, 1, d), meta(n + r - 1, d)
    return macs(lambda: q @ keys.unfold(0, r, 1))  # (n, 1, d) @ (n, d, r) -> (n, 1, r)


def attention(n: int, d: int) -> Measured:
    """Count self-attention as Table 1 does: the scores of one head as wide as the model."""
    return counted(score_macs(n, d), FLOPS)


def recurrence(n: int, d: int) -> Measured:
    """Count a recurrence as Table 1 does: the state's own products."""
    return counted(recurrent_macs(n, d), FLOPS)


def neighbours(n: int, d: int, r: int) -> Measured:
    """Count attention restricted to r keys a query."""
    return counted(neighbour_macs(n, d, r), FLOPS)


def whole_sequence(n: int, d: int, k: int) -> dict[str, Measured]:
    """Count a layer of each architecture that leaves no token out."""
    return {"attention": attention(n, d), "recurrence": recurrence(n, d), "convolution": convolution(n, d, k)}


def cost_ratio(n: int, d: int) -> Measured:
    """Count self-attention's scores against a recurrence of the same length and width."""
    return counted(Fraction(score_macs(n, d), recurrent_macs(n, d)), FLOPS)


def convolution(n: int, d: int, k: int) -> Measured:
    """Count an ordinary convolution."""
    return counted(convolution_macs(n, d, k), FLOPS)


def separable(n: int, d: int, k: int) -> Measured:
    """Count a depthwise convolution and the pointwise one behind it."""
    depthwise = torch.nn.Conv1d(d, d, k, padding="same", groups=d, device="meta")
    pointwise = torch.nn.Conv1d(d, d, 1, device="meta")
    return counted(macs(lambda: pointwise(depthwise(meta(1, d, n)))), FLOPS)


def scores(n: int, d: int) -> Measured:
    """Count QKᵀ over heads of width 64."""
    return counted(score_macs(n, d, d // WIDTH), FLOPS)


def causal_scores(n: int, d: int, sequences: int = 1) -> Measured:
    """Count QKᵀ row by row over so many sequences, each query meeting only the keys that are not after it."""
    q = k = meta(sequences, n, d)
    return counted(macs(lambda: [q[:, t : t + 1] @ k[:, : t + 1].mT for t in range(n)]), FLOPS)


def projections(n: int, d: int, tablets: int) -> Measured:
    """Count X through that many tablets."""
    return counted(projection_macs(n, d, tablets), FLOPS)


def core_flops(n: int, d: int) -> Measured:
    """Count the FLOP, not the multiply-adds, of torch's own fused attention over heads of width 64."""
    q = k = v = meta(1, d // WIDTH, n, WIDTH)
    return counted(flops(lambda: scaled_dot_product_attention(q, k, v)), FLOPS)


def sublayer_macs(n: int, d: int, sequences: int = 1) -> int:
    """Count torch's own multi-head self-attention over so many sequences, its four tablets included."""
    layer = torch.nn.MultiheadAttention(d, max(1, d // WIDTH), batch_first=True, device="meta")
    x = meta(sequences, n, d)
    return macs(lambda: layer(x, x, x, need_weights=False))


def sublayer(n: int, d: int, sequences: int = 1) -> Measured:
    """Count a whole self-attention sub-layer over so many sequences."""
    return counted(sublayer_macs(n, d, sequences), FLOPS)


def reordered(n: int, d: int) -> Measured:
    """Count Q(KᵀV) of one head of width d, the softmax left out."""
    q = k = v = meta(n, d)
    return counted(macs(lambda: q @ (k.T @ v)), FLOPS)


def core_share(n: int, d: int) -> Measured:
    """Count the core against the whole sub-layer."""
    return counted(Fraction(core_macs(n, d), sublayer_macs(n, d)), FLOPS)


def doubled(n: int, d: int) -> Measured:
    """Count a sub-layer at twice the length against the same at n."""
    return counted(Fraction(sublayer_macs(2 * n, d), sublayer_macs(n, d)), FLOPS)


def core_meets_projections(d: int) -> Measured:
    """Find the longest sequence whose core takes no more than its four tablets."""
    return counted(longest(lambda n: core_macs(n, d) <= projection_macs(n, d, 4)), FLOPS)


def sublayer_meets_lstm(d: int) -> Measured:
    """Find the longest sequence at which a self-attention sub-layer takes no more than an LSTM layer."""
    return counted(longest(lambda n: sublayer_macs(n, d) <= lstm_macs(n, d)), FLOPS)
