"""The tablets struck: a row of inputs through W_Q, W_K and W_V, then every query against every key."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from engine.attention.ledger import Ledger
from quizbank.certificate import Number
from quizbank.picture import Picture

WIDTH, SEED = 16, 1777
DIGITS = 3  # of a shade; an eye tells fewer apart


def tablets(turns: Mapping[str, Number]) -> Picture:
    """Show QKᵀ of n tokens, and what it took beside the three strokes that made Q, K and V."""
    n = int(turns["n"])
    x, tablet = inputs(n)
    strokes, meeting = Ledger(), Ledger()
    q, k, v = x @ tablet  # (n, d) @ (3, d, d) -> (3, n, d)
    for struck in (q, k, v):
        strokes.product(x, struck)
    scores = q @ k.T  # (n, d) @ (d, n) -> (n, n)
    meeting.product(q, scores)
    return Picture(
        kind="heatmap",
        title="exhibit.tablets.title",
        alt="exhibit.tablets.alt",
        values={
            "n": n,
            "d": WIDTH,
            "strokes": strokes.macs,
            "products": scores.numel(),
            "meeting": meeting.macs,
            "low": short(scores.min()),
            "high": short(scores.max()),
        },
        captions=("exhibit.tablets.struck", "exhibit.tablets.met", "exhibit.tablets.shades"),
        cells=shades(scores),
    )


def inputs(n: int) -> tuple[Tensor, Tensor]:
    """Return X (n, d) and the three tablets (3, d, d), all random; the first tokens are the same at every turn."""
    generator = torch.Generator().manual_seed(SEED)
    tablet = torch.randn(3, WIDTH, WIDTH, generator=generator) / math.sqrt(WIDTH)
    rows = [torch.randn(WIDTH, generator=generator) for _ in range(n)]
    return torch.stack(rows), tablet


def shades(scores: Tensor) -> tuple[tuple[float, ...], ...]:
    """Return the scores as shades from 0, the lowest, to 1, the highest."""
    shade = (scores - scores.min()) / (scores.max() - scores.min())
    return tuple(tuple(round(float(cell), DIGITS) for cell in row) for row in shade)


def short(score: Tensor) -> float:
    """Return two significant digits, which is what a line has room for."""
    return float(f"{float(score):.2g}")
