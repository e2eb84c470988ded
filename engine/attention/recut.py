"""Recuts one of the three tablets of a real self-attention and looks which of its results are no longer the same."""

from __future__ import annotations

import torch
from torch import Tensor

from engine.attention.measured import Measured, counted
from engine.attention.standard import attention, scores

COMPARED = "recut_and_compared"
N, D, SEED = 6, 8, 1777
TABLETS = ("query", "key", "value")


def randoms(count: int, *shape: int) -> list[Tensor]:
    """Return that many random matrices, the same at each call."""
    generator = torch.Generator().manual_seed(SEED)
    return [torch.randn(*shape, dtype=torch.float64, generator=generator) for _ in range(count)]


def results(x: Tensor, tablets: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the scores (n, n) and the output (n, d) of X (n, d) through three d × d tablets."""
    q, k, v = (x @ tablets[name] for name in TABLETS)  # (n, d) @ (d, d) -> (n, d), each
    return {"scores": scores(q, k), "output": attention(q, k, v)}


def changed(tablet: str) -> dict[str, bool]:
    """Recut one tablet and tell of each result whether it changed."""
    x = randoms(1, N, D)[0]
    *cut, fresh = randoms(len(TABLETS) + 1, D, D)
    before = dict(zip(TABLETS, cut, strict=True))
    old, new = results(x, before), results(x, before | {tablet: fresh})
    return {name: not torch.equal(old[name], new[name]) for name in old}


def consequences(tablet: str) -> dict[str, Measured]:
    """Count 1 for the account of a recut tablet that is borne out, 0 for the others."""
    seen = changed(tablet)
    accounts = {"scores": (True, False), "output": (False, True), "both": (True, True)}
    return {
        name: counted(int((seen["scores"], seen["output"]) == account), COMPARED) for name, account in accounts.items()
    }


def shared(trials: int = 32) -> dict[str, Measured]:
    """Use one tablet for queries and keys, on many random X, and count how often each claim fails."""
    (tablet,) = randoms(1, D, D)
    failures = {"scores_symmetric": 0, "weights_symmetric": 0, "self_first": 0}
    for x in randoms(trials, N, D):
        table = scores(x @ tablet, x @ tablet)  # (n, n)
        weights = torch.softmax(table, dim=-1)
        failures["scores_symmetric"] += not torch.allclose(table, table.T, rtol=1e-12)
        failures["weights_symmetric"] += not torch.allclose(weights, weights.T, rtol=1e-12)
        failures["self_first"] += not torch.equal(weights.argmax(-1), torch.arange(N))
    return {name: counted(count, COMPARED) for name, count in failures.items()}
