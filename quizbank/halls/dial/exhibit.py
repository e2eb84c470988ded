"""The dial: random keys under a softmax, raw and divided by √d_k, as they are at the d_k that is turned to."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from quizbank.certificate import Number
from quizbank.picture import Picture, Series

KEYS, QUERIES, SHOWN = 64, 512, 6
SEED = 1777  # the year Gauss was born; the same keys at every turn


def dial(turns: Mapping[str, Number]) -> Picture:
    """Show the heaviest weights, the greatest of them, and how much gradient is left."""
    d_k = int(turns["d_k"])
    generator = torch.Generator().manual_seed(SEED)
    q = torch.randn(QUERIES, d_k, generator=generator)
    k = torch.randn(KEYS, d_k, generator=generator)
    scores = q @ k.T  # (queries, d_k) @ (d_k, keys) -> (queries, keys)
    raw, scaled = torch.softmax(scores, dim=-1), torch.softmax(scores / math.sqrt(d_k), dim=-1)
    values: dict[str, int | float | str] = {"d_k": d_k, "keys": KEYS, "queries": QUERIES}
    for name, weights in (("raw", raw), ("scaled", scaled)):
        values[f"{name}_max"] = short(weights.amax(1).mean())
        values[f"{name}_slope"] = short(slopes(weights).median())
    return Picture(
        kind="bars",
        title="exhibit.dial.title",
        alt="exhibit.dial.alt",
        values=values,
        captions=("exhibit.dial.peak", "exhibit.dial.slope"),
        ticks=tuple(range(1, SHOWN + 1)),
        across="exhibit.dial.across",
        upward="exhibit.dial.upward",
        series=(heaviest("exhibit.dial.raw", raw), heaviest("exhibit.dial.scaled", scaled)),
    )


def heaviest(name: str, weights: Tensor) -> Series:
    """Return the mean of the heaviest, second heaviest … weight of each query."""
    ranked = weights.sort(dim=-1, descending=True).values.mean(0)  # (queries, keys) -> (keys,)
    return Series(name, tuple(float(weight) for weight in ranked[:SHOWN]))


def slopes(weights: Tensor) -> Tensor:
    """Return the Frobenius norm of each row's Jacobian diag(p) − ppᵀ, (queries,)."""
    jacobians = torch.diag_embed(weights) - weights.unsqueeze(2) * weights.unsqueeze(1)  # (queries, keys, keys)
    norms: Tensor = torch.linalg.matrix_norm(jacobians)
    return norms


def short(value: Tensor) -> float:
    """Return two significant digits, which is what a caption has room for."""
    return float(f"{float(value):.2g}")
