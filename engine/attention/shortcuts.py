"""Tries the keys that leave something out, Linformer, Performer and the window, and counts what they still did.

n tokens, d the width of a head, k rows of Linformer, r features of Performer, w keys of a window, g global tokens.
"""

from __future__ import annotations

import math
from fractions import Fraction

import torch
from torch import Tensor

from engine.attention import linformer
from engine.attention.ledger import Ledger
from engine.attention.macs import core_macs, macs
from engine.attention.mask import Mask
from engine.attention.measured import Measured, counted
from engine.attention.tally import FLOPS, longest, meta

WIDTH = 8  # of a head, where the count does not depend on it
SEED = 1777


def shortened(n: int, k: int, d: int, ledger: Ledger | None = None) -> Tensor:
    """Run Linformer over one meta head."""
    x, e = meta(n, d), meta(k, n)
    return linformer.attention(x, x, x, e=e, f=e, ledger=ledger)


def shortened_entries(n: int, k: int) -> Measured:
    """Count the scores that Linformer computes."""
    ledger = Ledger()
    shortened(n, k, WIDTH, ledger)
    return counted(ledger.scores, "ledger")


def shortened_macs(n: int, k: int, d: int) -> Measured:
    """Count the multiply-adds of Linformer, projections included."""
    return counted(macs(lambda: shortened(n, k, d)), FLOPS)


def shortened_gain(n: int, k: int, d: int = 64) -> Measured:
    """Count the multiply-adds of exact attention against those of Linformer."""
    return counted(Fraction(core_macs(n, d), macs(lambda: shortened(n, k, d))), FLOPS)


def projection_weights(layers: int, n: int, k: int) -> Measured:
    """Count the parameters of one E and one F a layer, as linear maps from n tokens to k."""
    maps = [torch.nn.Linear(n, k, bias=False, device="meta") for _ in range(2 * layers)]
    return counted(sum(each.weight.numel() for each in maps), "meta_parameters")


def shortened_rank(n: int, k: int) -> Measured:
    """Find the rank of the n × n map that Linformer puts in place of A: its output on values that are the identity."""
    generator = torch.Generator().manual_seed(SEED)
    q, keys = (torch.randn(n, WIDTH, generator=generator, dtype=torch.float64) for _ in range(2))
    e, f = (torch.randn(k, n, generator=generator, dtype=torch.float64) / math.sqrt(n) for _ in range(2))
    stood_in = linformer.attention(q, keys, torch.eye(n, dtype=torch.float64), e=e, f=f)  # (n, n)
    return counted(int(torch.linalg.matrix_rank(stood_in)), "matrix_rank")


def feature_macs(n: int, r: int, d: int) -> Measured:
    """Count φ(Q)(φ(K)ᵀV) from right to left, φ given."""
    phi_q, phi_k, v = meta(n, r), meta(n, r), meta(n, d)
    return counted(macs(lambda: phi_q @ (phi_k.T @ v)), FLOPS)


def with_features(n: int, r: int, d: int, layers: int = 1) -> Measured:
    """Count the same with the products wQ and wK inside φ, layer after layer."""
    q, k, v, w = meta(n, d), meta(n, d), meta(n, d), meta(r, d)
    return counted(macs(lambda: [torch.exp(q @ w.T) @ (torch.exp(k @ w.T).T @ v) for _ in range(layers)]), FLOPS)


def first_gain(r: int, d: int = 64) -> Measured:
    """Find the least n at which Performer, φ included, takes fewer multiply-adds than exact attention."""

    def dearer(n: int) -> bool:
        features = with_features(n, r, d).value
        assert isinstance(features, int)
        return features >= core_macs(n, d)

    return counted(longest(dearer) + 1, FLOPS)


def window_macs(n: int, w: int, d: int) -> Measured:
    """Count both products when each query meets w keys and values of its own."""
    q, keys, values = meta(n, 1, d), meta(n, d, w), meta(n, w, d)
    return counted(macs(lambda: torch.softmax(q @ keys, dim=-1) @ values), FLOPS)


def prices(n: int, k: int, r: int, w: int, d: int = 64) -> dict[str, Measured]:
    """Count the multiply-adds of one head: exact, Linformer's, Performer's with φ, and a window's."""
    return {
        "exact": counted(core_macs(n, d), FLOPS),
        "linformer": shortened_macs(n, k, d),
        "performer": with_features(n, r, d),
        "window": window_macs(n, w, d),
    }


def local_and_global(w: int, g: int) -> Mask:
    """A token sees those no more than w away; the first g tokens see all and are seen by all."""
    return lambda i, j: ((i - j).abs() <= w) | (i < g) | (j < g)
