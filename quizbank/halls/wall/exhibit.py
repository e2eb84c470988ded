"""The wall before the battle: real weights of a few random tokens, a brick for each glance."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from engine.attention.standard import scores
from quizbank.certificate import Number
from quizbank.picture import Picture

WIDTH = 64  # d_k
SEED = 1777


def glances(turns: Mapping[str, Number]) -> Picture:
    """Show the weights of n tokens that all look at each other."""
    n = int(turns["n"])
    generator = torch.Generator().manual_seed(SEED)
    q, k = (torch.randn(n, WIDTH, generator=generator) for _ in range(2))
    weights = torch.softmax(scores(q, k), dim=-1)  # (n, n)
    peak = float(weights.max())
    return Picture(
        kind="heatmap",
        title="exhibit.glances.title",
        alt="exhibit.glances.alt",
        values={"n": n, "bricks": int(weights.count_nonzero()), "peak": float(f"{peak:.2g}")},
        captions=("exhibit.glances.laid",),
        across="exhibit.glances.across",
        upward="exhibit.glances.upward",
        cells=tuple(tuple(float(weight) for weight in row) for row in weights),
    )
