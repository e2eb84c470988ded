"""Measures how ALiBi leans a score towards what is near: slopes by head, and what a far key loses to a near one."""

from __future__ import annotations

import torch

from engine.attention.measured import Measured, floating
from engine.attention.mods import alibi
from engine.attention.positions import alibi_slopes
from engine.attention.standard import scores

TABLE, SCORES = "alibi_slopes", "biased_scores"
HEADS, WIDTH = 8, 4  # heads 1 to 8 have the slopes 1/2, 1/4 … 1/256


def slope(h: int, i: int) -> Measured:
    """Read the slope of head i of h, counted from 1."""
    return floating(float(alibi_slopes(h)[i - 1]), TABLE)


def extra(h: int, j: int) -> Measured:
    """Read the slope of head j beyond the heads of the power of two below h."""
    slopes = alibi_slopes(h)
    descending = (slopes.diff() < 0).int().cumprod(0).sum()  # the first series falls until the borrowed one begins
    return floating(float(slopes[int(descending) + j]), TABLE)


def penalty(distance: int, part: int) -> Measured:
    """Measure what a key that many positions back loses to the query's own, in the head of slope 1/part.

    Queries and keys are all alike, so that their scores differ by nothing else.
    """
    slopes = alibi_slopes(HEADS)
    head = int((slopes * part - 1).abs().argmin())
    alike = torch.ones(HEADS, distance + 1, WIDTH, dtype=torch.float64)
    last = scores(alike, alike, mods=[alibi(slopes)])[head, -1]  # (heads, n, n) -> (n,)
    return floating(float(last[0] - last[-1]), SCORES)
