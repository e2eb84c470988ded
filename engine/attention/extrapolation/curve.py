"""The broken curve: how often each model is right near the end of texts longer than it was trained on.

One seed, one task: a demonstration, no ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import torch

from engine.attention.extrapolation.model import BACK, Repeater, Scheme, texts
from engine.attention.extrapolation.train import CHECKPOINTS

LAST, BATCH, SEED = 8, 16, 1855  # places at the end that are looked at, texts, and where they come from


@cache
def trained(scheme: Scheme) -> Repeater:
    """Return a trained model, from its committed weights."""
    weights = torch.load(CHECKPOINTS / f"{scheme}.pt", weights_only=True)
    model = Repeater(scheme)
    model.load_state_dict(weights)
    return model.eval()


@torch.no_grad()
def accuracy(scheme: Scheme, n: int) -> float | None:
    """Return how often the model is right over the last places of texts of n tokens; None where it cannot even begin.

    A guess is right once in twelve.
    """
    tokens = texts(BATCH, n, torch.Generator().manual_seed(SEED))  # (b, n)
    try:
        scores = trained(scheme)(tokens)[:, -LAST:]  # (b, 8, 12)
    except IndexError:
        return None  # the learned table has no row for such a place
    return float((scores.argmax(-1) == tokens[:, n - LAST - BACK : n - BACK]).float().mean())


def curve(scheme: Scheme, lengths: Sequence[int]) -> list[float | None]:
    """Return the accuracy at each length."""
    return [accuracy(scheme, n) for n in lengths]
