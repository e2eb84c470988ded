"""Measures what the rotary encoding does to vectors: angles, lengths, scores, and which components turn together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.attention.measured import Measured, counted, floating
from engine.attention.positions import interleaving, rope

ROTATED = "rotated_vectors"
SEED, WIDTH = 1777, 16  # of the query and the key whose score is sought again
REACH = 64  # positions in which it is sought
SAME = 1e-9  # absolute; scores of generic vectors at other distances differ by far more


def turned(vector: Tensor, positions: Sequence[int]) -> Tensor:
    """Return a vector (d,), its pairs side by side, rotated to each position: (positions, d)."""
    return rope(vector.expand(len(positions), -1), torch.tensor(positions), layout="interleaved")


def halved(vector: Tensor, positions: Sequence[int]) -> Tensor:
    """Return the same in the layout that pairs halves, its components put in that order first."""
    order = interleaving(len(vector)).argsort()
    return rope(vector[order].expand(len(positions), -1), torch.tensor(positions), layout="half")


def score(pairs: Sequence[tuple[int, int]], m: int, n: int) -> Measured:
    """Measure q·k of equal q and k at positions m and n: the mean of both layouts, which must say the same."""
    vector = torch.tensor(pairs, dtype=torch.float64).flatten()
    products = [float(q @ k) for q, k in (turned(vector, (m, n)), halved(vector, (m, n)))]
    return floating(sum(products) / len(products), ROTATED)


def angle(i: int, d: int, m: int) -> Measured:
    """Measure the angle of pair i at position m, adding up the turns from each position to the next."""
    unit = torch.zeros(d, dtype=torch.float64)
    unit[2 * i] = 1
    cosine, sine = turned(unit, range(m + 1))[:, 2 * i : 2 * i + 2].T  # (m + 1, d) -> (2, m + 1)
    moves = torch.atan2(sine, cosine).diff()
    return floating(float(torch.remainder(moves + math.pi, 2 * math.pi).sub(math.pi).sum()), ROTATED)


def length(a: int, b: int, m: int) -> Measured:
    """Measure the length of (a, b) at position m."""
    return floating(float(turned(torch.tensor([a, b], dtype=torch.float64), (m,)).norm()), ROTATED)


def partner(j: int, d: int) -> Measured:
    """Find the other component that turns with component j where halves are paired."""
    unit = torch.zeros(1, d, dtype=torch.float64)
    unit[0, j] = 1
    mixed = rope(unit, torch.tensor([1]), layout="half")[0].nonzero().flatten().tolist()
    (other,) = (index for index in mixed if index != j)
    return counted(other, ROTATED)


def same_score(m: int, n: int, p: int) -> Measured:
    """Find the position at which a query meets a key at p with the score that it had at m with the key at n."""
    q, k = torch.randn(2, WIDTH, dtype=torch.float64, generator=torch.Generator().manual_seed(SEED))
    wanted = turned(q, (m,))[0] @ turned(k, (n,))[0]
    scores = turned(q, range(REACH)) @ turned(k, (p,))[0]  # (REACH, d) @ (d,) -> (REACH,)
    (found,) = (scores - wanted).abs().lt(SAME).nonzero().flatten().tolist()
    return counted(found, ROTATED)
