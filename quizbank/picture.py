"""A picture before it is drawn: plain numbers and the keys of its words; what draws it knows no hall.

Every word is a key of the hall's lines, filled in from `values`: the alt text and the drawing tell the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

PictureKind = Literal["curves", "heatmap", "bars", "grid", "table", "blocks", "wall", "doors", "shares"]
Number = int | float


@dataclass(frozen=True)
class Series:
    """One line or one set of bars: its name and its heights, as many as the picture has ticks."""

    name: str  # key of its word
    heights: tuple[Number, ...]


@dataclass(frozen=True)
class Block:
    """One block: a stone of the wall, a part of a whole, a door of the tour, a share of one hundred."""

    name: str  # key of its word
    size: Number = 1
    state: Literal["standing", "broken", "new", "lit", "ajar", "shut"] = "standing"


@dataclass(frozen=True)
class Picture:
    """What is to be drawn: a kind, numbers, and keys of words.

    curves, bars: `ticks` and `series`; heatmap, grid: `cells`, rows from the top, each 0 to 1; a grid may have
    `blocks`, which are groups of so many columns; table: a row each of the `series`, with a number for each of the
    `blocks`; blocks, wall: `blocks`, from the bottom; doors, shares: `blocks`, in their order. A block's name is a key
    of the picture's own book, or of another, named before a colon: "dial:hall.name".
    """

    kind: PictureKind
    title: str
    alt: str
    values: Mapping[str, Number | str] = field(default_factory=dict)  # fill title, alt and captions
    captions: tuple[str, ...] = ()  # short lines under the drawing
    ticks: tuple[Number, ...] = ()
    across: str | None = None  # what the ticks count
    upward: str | None = None  # what the heights are in
    logarithmic: bool = False  # the upward axis
    series: tuple[Series, ...] = ()
    cells: tuple[tuple[Number, ...], ...] = ()
    blocks: tuple[Block, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return every key of a word this picture shows."""
        axes = (axis for axis in (self.across, self.upward) if axis)
        series, blocks = (each.name for each in self.series), (each.name for each in self.blocks)
        return (self.title, self.alt, *self.captions, *axes, *series, *blocks)

    def dump(self) -> dict[str, Any]:
        """Return JSON that `load` turns back into this picture."""
        return asdict(self)

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Picture:
        """Read what `dump` wrote, also after a journey through JSON."""
        parts = {
            "captions": tuple(stored["captions"]),
            "ticks": tuple(stored["ticks"]),
            "series": tuple(Series(each["name"], tuple(each["heights"])) for each in stored["series"]),
            "cells": tuple(tuple(row) for row in stored["cells"]),
            "blocks": tuple(Block(**each) for each in stored["blocks"]),
        }
        return cls(**{**stored, **parts})
