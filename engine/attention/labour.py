"""Counts what torch's own layers compute, by torch's operation counter on meta: FLOP, two a multiply-add.

n, t, s are tokens (t of the target, s of the source), d the width of the model, f of the feed-forward.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from engine.attention.anatomy import HEADS, encoder_layer
from engine.attention.contest import largest
from engine.attention.measured import Measured, counted
from engine.attention.tally import longest, meta

FLOPS = "flop_counter"
SCORES = "score_numel"
LINEAR = ("aten.addmm", "aten.mm")  # products with a weight matrix, as the counter names them


def macs(run: Callable[[], object]) -> int:
    """Return the multiply-adds of a run."""
    with FlopCounterMode(display=False) as counter:
        run()
    flops: int = counter.get_total_flops()
    return flops // 2


def core_and_rest(n: int, d: int, f: int) -> tuple[int, int]:
    """Return the multiply-adds of an encoder layer's products of two activations, and of its linear maps."""
    layer, x = encoder_layer(d, f), meta(1, n, d)
    with FlopCounterMode(display=False) as counter:
        layer(x)
    flops = {str(product): flop for product, flop in counter.get_flop_counts()["Global"].items()}
    rest = sum(flops.get(product, 0) for product in LINEAR)
    return (sum(flops.values()) - rest) // 2, rest // 2


def encoder_macs(n: int, d: int, f: int) -> int:
    """Return the multiply-adds of an encoder layer."""
    return sum(core_and_rest(n, d, f))


def feed_forward(n: int, d: int, f: int) -> Measured:
    """Count the multiply-adds of a feed-forward."""
    maps, x = nn.Sequential(nn.Linear(d, f), nn.ReLU(), nn.Linear(f, d)).to("meta"), meta(n, d)
    return counted(macs(lambda: maps(x)), FLOPS)


def doubled(n: int, d: int) -> Measured:
    """Count an encoder layer's multiply-adds at n and at 2n tokens, with a feed-forward of 4d."""
    return counted(Fraction(encoder_macs(2 * n, d, 4 * d), encoder_macs(n, d, 4 * d)), FLOPS)


def crossover(d: int, f: int) -> Measured:
    """Find the longest sequence at which the core works no more than the rest of the layer."""

    def light(n: int) -> bool:
        core, rest = core_and_rest(n, d, f)
        return core <= rest

    return counted(longest(light), FLOPS)


def cross(t: int, s: int, d: int) -> Measured:
    """Count the multiply-adds of torch's attention of a target to a source, projections included."""
    layer = nn.MultiheadAttention(d, HEADS, batch_first=True, device="meta")
    target, source = meta(1, t, d), meta(1, s, d)
    return counted(macs(lambda: layer(target, source, source, need_weights=False)), FLOPS)


def cross_scores(h: int, t: int, s: int) -> Measured:
    """Count the weights that torch's attention of h heads returns for a target and a source."""
    layer = nn.MultiheadAttention(8 * h, h, batch_first=True, device="meta")
    target, source = meta(1, t, 8 * h), meta(1, s, 8 * h)
    _, weights = layer(target, source, source, average_attn_weights=False)  # (1, h, t, s)
    return counted(weights.numel(), SCORES)


def step(t: int, d: int) -> Measured:
    """Count the multiply-adds of one generated token, the keys and values of those before it being kept."""
    query, key, value, output = (nn.Linear(d, d, device="meta") for _ in range(4))
    token, kept = meta(1, d), meta(t - 1, d)

    def generate() -> Tensor:
        keys = torch.cat([kept, key(token)])  # (t, d)
        values = torch.cat([kept, value(token)])
        attended: Tensor = output(torch.softmax(query(token) @ keys.T, dim=-1) @ values)
        return attended

    return counted(macs(generate), FLOPS)


def training(weights: int, tokens: int) -> Measured:
    """Count the FLOP, forward and backward, of two linear maps that have so many weights: d to 2d and back."""
    d = round((weights / 4) ** 0.5)
    maps = nn.Sequential(nn.Linear(d, 2 * d, bias=False), nn.Linear(2 * d, d, bias=False)).to("meta")
    x = meta(tokens, d).requires_grad_()
    return counted(2 * macs(lambda: maps(x).sum().backward()), FLOPS)


def encoder(n: int, d: int, f: int, layers: int = 1) -> Measured:
    """Count the multiply-adds of encoder layers."""
    return counted(sum(encoder_macs(n, d, f) for _ in range(layers)), FLOPS)


def encoder_of_ratio(n: int, d: int, r: int) -> Measured:
    """Count the multiply-adds of an encoder layer whose feed-forward is r times as wide as the model."""
    return encoder(n, d, r * d)


def heaviest(n: int, d: int, f: int) -> Measured:
    """Find which part of an encoder layer computes most: its projections, the core, or the feed-forward."""
    layer, x = encoder_layer(d, f), meta(1, n, d)
    with FlopCounterMode(display=False) as counter:
        layer(x)
    flops = counter.get_flop_counts()
    attention = {str(product): flop for product, flop in flops["TransformerEncoderLayer.self_attn"].items()}
    projections = sum(attention.get(product, 0) for product in LINEAR)
    inner = sum(sum(flops[f"TransformerEncoderLayer.{part}"].values()) for part in ("linear1", "linear2"))
    work = {"projections": projections, "core": sum(attention.values()) - projections, "feed_forward": inner}
    return largest({part: counted(flop, FLOPS) for part, flop in work.items()})
