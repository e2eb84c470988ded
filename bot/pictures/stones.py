"""Stones of three cuts, laid in a course or lying as rubble: each kind is told by its cut as well as its colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from matplotlib.patches import FancyBboxPatch, Polygon

from bot.pictures.palette import GOLD, INK, JADE, MIST, NIGHT, PAPER, mix

MORTAR = 5  # px between stones


@dataclass(frozen=True)
class Cut:
    """How a kind of stone is hewn."""

    colour: str
    length: float  # px
    rows: int  # in one course


BRICK = Cut(JADE, 96, 2)
SQUARE = Cut(GOLD, 36, 2)
SLAB = Cut(MIST, 160, 1)
CUTS = {"dot": BRICK, "grid": SQUARE, "memory": SLAB}


def cut_of(name: str) -> Cut:
    """Return the cut that the last part of a key names: "course.grid" is of squares. KeyError if there is none."""
    return CUTS[name.rpartition(".")[2]]


def lay_course(axes: Any, cut: Cut, left: float, right: float, low: float, high: float, *, seed: int) -> None:
    """Lay one course of stones between four edges, in px; `seed` varies their shades."""
    shades = Random(seed)
    row_height = (high - low) / cut.rows
    for row in range(cut.rows):
        shift = cut.length / 2 if row % 2 and cut is not SQUARE else 0
        for start, end in joints(left, right, cut.length, shift):
            shade = mix(cut.colour, INK, shades.uniform(0.30, 0.58))
            lay_stone(axes, start, low + row * row_height, end - start, row_height, shade)


def joints(left: float, right: float, length: float, shift: float) -> Iterator[tuple[float, float]]:
    """Yield where the stones of one row begin and end; the row is filled out by cut stones at both ends."""
    count = max(1, round((right - left) / length))
    step = (right - left) / count
    offset = step / 2 if shift else 0.0
    edges = [left, *(left + offset + step * each for each in range(0 if offset else 1, count)), right]
    yield from pairwise(edges)


def lay_stone(axes: Any, x: float, y: float, width: float, height: float, shade: str) -> None:
    """Lay one stone: a body, a lit upper edge and a shaded lower one."""
    gap = MORTAR / 2
    left, low, wide, high = x + gap, y + gap, width - MORTAR, height - MORTAR
    round_corner = "round,pad=0,rounding_size=4"
    axes.add_patch(
        FancyBboxPatch((left, low), wide, high, boxstyle=round_corner, fc=mix(shade, NIGHT, 0.45), ec="none")
    )
    axes.add_patch(FancyBboxPatch((left, low + 3), wide, high - 3, boxstyle=round_corner, fc=shade, ec="none"))
    axes.plot([left + 4, left + wide - 4], [low + high - 1.5] * 2, color=mix(shade, PAPER, 0.28), lw=1.4, zorder=1)


def heap(axes: Any, cut: Cut, middle: float, floor: float, *, pieces: int, seed: int) -> None:
    """Let pieces of broken stone lie on the floor around `middle`, in px."""
    chance = Random(seed)
    for piece in range(pieces):
        level, size = piece % 3, chance.uniform(20, 34)
        x = middle + chance.uniform(-1, 1) * (46 - 14 * level)
        y = floor + 14 * level + size * 0.35
        shade = mix(cut.colour, INK, chance.uniform(0.2, 0.5))
        axes.add_patch(Polygon(shard(chance, x, y, size), closed=True, fc=shade, ec=NIGHT, lw=1.6))


def shard(chance: Random, x: float, y: float, size: float) -> list[tuple[float, float]]:
    """Return the corners of one broken piece."""
    corners = ((-0.6, -0.35), (0.1, -0.45), (0.65, -0.2), (0.5, 0.3), (-0.1, 0.5), (-0.65, 0.15))
    return [
        (x + size * (across + chance.uniform(-0.15, 0.15)), y + size * (up + chance.uniform(-0.1, 0.1)))
        for across, up in corners
    ]
