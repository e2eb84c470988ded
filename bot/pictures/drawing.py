"""Draws a picture of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from bot.pictures import bars, blocks, cells, curves, doors, shares, table, wall
from bot.pictures.fonts import typeset
from bot.pictures.page import page, png

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

KINDS: Mapping[str, Callable[[Picture, Say], Figure]] = {
    "wall": wall.draw,
    "curves": curves.draw,
    "bars": bars.draw,
    "heatmap": cells.draw_heatmap,
    "grid": cells.draw_grid,
    "table": table.draw,
    "blocks": blocks.draw,
    "doors": doors.draw,
    "shares": shares.draw,
}


def draw(picture: Picture, say: Say) -> bytes:
    """Return the picture as a PNG; `say` turns its keys into words, filled in. KeyError if the kind is unknown."""
    with typeset():
        return png(KINDS[picture.kind](picture, say))


def warm() -> None:
    """Read what the first drawing would wait for: fonts above all."""
    with typeset():
        empty = page(100)
        empty.text(0, 0, "高 n²")
        png(empty)
