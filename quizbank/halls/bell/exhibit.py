"""The bell: a swap of two tokens, looked at row by row, and what four encodings tell of two positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from engine.attention import mask, mods
from engine.attention.positions import alibi_slopes, learned, rope, sinusoidal
from engine.attention.shuffle import VIEWS, WIDTH, differing, generic
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

TOKENS, FIRST = 8, 2  # token number 2, counted from 1, is swapped with the one that is turned to
POSITIONS, HEAD = 24, 16
SEED = 1777  # of the untrained table
FACES = ("sinusoid", "learned", "rope", "alibi")


def full(turns: Mapping[str, Number]) -> Picture:
    """Show what a swap does when every token sees every token."""
    return swapped("full", int(turns["j"]))


def causal(turns: Mapping[str, Number]) -> Picture:
    """Show what a swap does under a causal mask."""
    return swapped("causal", int(turns["j"]))


def swapped(view: str, j: int) -> Picture:
    """Show by how much each row of the output differs from what it was, and from what the moved rows would be."""
    x, order = generic(TOKENS, WIDTH), torch.arange(TOKENS)
    order[[FIRST - 1, j - 1]] = order[[j - 1, FIRST - 1]]
    before, after = VIEWS[view](x), VIEWS[view](x[order])
    stayed, moved = differing(after, before), differing(after, before[order])
    old, new = distances(after, before, stayed), distances(after, before[order], moved)
    return Picture(
        kind="bars",
        title=f"exhibit.{view}.title",
        alt=f"exhibit.{view}.alt",
        values={
            "n": TOKENS,
            "i": FIRST,
            "j": j,
            "changed": int(stayed.sum()),
            "broken": int(moved.sum()),
            "stayed": max(old),
            "moved": max(new),
        },
        captions=(f"exhibit.{view}.changed", f"exhibit.{view}.broken"),
        ticks=tuple(range(1, TOKENS + 1)),
        across="exhibit.swap.across",
        upward="exhibit.swap.upward",
        series=(Series("exhibit.swap.stayed", old), Series("exhibit.swap.moved", new)),
    )


def distances(one: Tensor, other: Tensor, differ: Tensor) -> tuple[float, ...]:
    """Return how far apart two outputs lie, row by row; what rounding alone parts is 0."""
    return tuple(short(row) for row in (one - other).norm(dim=-1) * differ)


def encodings(turns: Mapping[str, Number]) -> Picture:
    """Show what one encoding says of every pair of positions, on a scale from 0 to 1."""
    face = FACES[int(turns["face"]) - 1]
    said = SAID[face]()
    low, high = said.min(), said.max()
    diagonals = [said.diagonal(-back).unsqueeze(1) for back in range(POSITIONS - 1)]  # the last one is a single cell
    even = sum(1 for diagonal in diagonals if not differing(diagonal, diagonal[:1]).any())
    return Picture(
        kind="heatmap",
        title=f"exhibit.encodings.{face}",
        alt=f"exhibit.encodings.alt_{face}",
        values={"n": POSITIONS, "low": short(low), "high": short(high), "diagonals": len(diagonals), "even": even},
        captions=(f"exhibit.encodings.caption_{face}", "exhibit.encodings.even"),
        ticks=tuple(range(POSITIONS)),
        across="exhibit.encodings.across",
        upward="exhibit.encodings.upward",
        cells=tuple(tuple(float(cell) for cell in row) for row in (said - low) / (high - low)),
    )


def sinusoid() -> Tensor:
    """Return the dot products of all rows of the sinusoidal table, (n, n)."""
    table = sinusoidal(POSITIONS, HEAD)
    return table @ table.T


def untrained() -> Tensor:
    """Return the dot products of all rows of a learned table before any training, (n, n)."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        table = learned(POSITIONS, HEAD).weight.detach().double()
    return table @ table.T


def rotated() -> Tensor:
    """Return the scores of one query with one key, rotated to all pairs of positions, (n, n)."""
    places = torch.arange(POSITIONS)
    q, k = (rope(vector.expand(POSITIONS, -1), places) for vector in generic(2, HEAD))  # (n, d)
    return q @ k.T


def biased() -> Tensor:
    """Return ALiBi's bias in the steepest of eight heads, (n, n); keys to come are hidden, and shown as the lowest."""
    slope = alibi_slopes(8)[:1]
    bias = mods.terms([mods.alibi(slope)], POSITIONS, POSITIONS)[0][0]
    return bias.masked_fill(~mask.grid(mask.causal, POSITIONS, POSITIONS), float(bias.min()))


SAID: Mapping[str, Callable[[], Tensor]] = {
    "sinusoid": sinusoid,
    "learned": untrained,
    "rope": rotated,
    "alibi": biased,
}


def short(value: Tensor) -> float:
    """Return three significant digits, which is what a caption has room for."""
    return float(f"{float(value):.3g}") + 0.0  # no minus before a zero
