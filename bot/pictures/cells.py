"""Cells in rows: as a heatmap, where each glows by its value, or as a grid, where each is lit or dark."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from matplotlib.collections import PatchCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot.pictures.chart import figures, name_axes
from bot.pictures.page import PX, worded_page
from bot.pictures.palette import GLOW, GOLD, INK, PAPER, SHADE

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

HEIGHT = 760  # px
LABELS = 8  # as many ticks as can be named side by side
DOTTED = 32  # cells a side, up to which a lit one bears a dot too
BETWEEN = 0.7  # cells, from one group of columns to the next


def draw_heatmap(picture: Picture, say: Say) -> Figure:
    """Draw each cell in a shade between dark (0) and bright (1), with the scale beside it.

    Where 0 and 1 stand for other numbers, `values["low"]` and `values["high"]`, the scale is marked with those.
    """
    figure, axes = cell_page(picture, say)
    shown = axes.imshow(picture.cells, cmap=GLOW, vmin=0, vmax=1, interpolation="nearest")
    beside = axes.inset_axes((1 + 0.05 * square(picture), 0.1, 0.06 * square(picture), 0.8))
    low, high = (float(picture.values.get(end, otherwise)) for end, otherwise in (("low", 0), ("high", 1)))
    scale = figure.colorbar(shown, cax=beside, ticks=[0, 0.5, 1])
    scale.ax.set_yticklabels([figures(low), figures((low + high) / 2), figures(high)])
    scale.ax.tick_params(colors=PAPER, labelsize=26 * PX, length=0, pad=8)
    scale.outline.set_visible(False)
    return figure


def square(picture: Picture) -> float:
    """Return how much higher than wide the cells are, together."""
    return len(picture.cells) / len(picture.cells[0])


def draw_grid(picture: Picture, say: Say) -> Figure:
    """Draw each cell as a square: lit, with a dot in it, or an empty outline; between 0 and 1 it is lit in part."""
    figure, axes = cell_page(picture, say)
    rows, columns = len(picture.cells), len(picture.cells[0])
    places, parts = column_places(picture)
    squares = [Rectangle((x - 0.44, y - 0.44), 0.88, 0.88) for y in range(rows) for x in places]
    lights = [cell for row in picture.cells for cell in row]
    faces = [(*rgb(GOLD), light) if light else rgb(INK) for light in lights]
    axes.add_collection(PatchCollection(squares, facecolors=faces, edgecolors=SHADE, linewidths=1.2))
    if max(rows, columns) <= DOTTED:
        lit = [(x, y) for y, row in enumerate(picture.cells) for x, cell in zip(places, row, strict=True) if cell]
        size = (180 / max(rows, columns)) ** 2
        axes.scatter([x for x, _ in lit], [y for _, y in lit], s=size, color=INK, linewidths=0)
    axes.set(xlim=(-0.6, places[-1] + 0.6), ylim=(rows - 0.4, -0.6), aspect="equal")
    for part in parts[1:]:
        axes.axvline(part[0] - (1 + BETWEEN) / 2, color=PAPER, lw=2.5)
    if parts:
        axes.set_xticks([(part[0] + part[-1]) / 2 for part in parts], [say(block.name) for block in picture.blocks])
    return figure


def column_places(picture: Picture) -> tuple[list[float], list[list[float]]]:
    """Return where the columns of a grid stand, all together and by group, with room for a line between the groups."""
    if not picture.blocks:
        return [float(column) for column in range(len(picture.cells[0]))], []
    ends = list(accumulate(int(block.size) for block in picture.blocks))
    parts = [
        [column + place * BETWEEN for column in range(start, end)]
        for place, (start, end) in enumerate(pairwise([0, *ends]))
    ]
    return [place for part in parts for place in part], parts


def cell_page(picture: Picture, say: Say) -> tuple[Figure, Any]:
    """Return a page with words and axes named by the ticks, the same across and down."""
    figure = worded_page(HEIGHT, say(picture.title), map(say, picture.captions))
    axes = figure.add_subplot(facecolor=INK)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=PAPER, labelsize=26 * PX, length=0, pad=6)
    step = max(1, -(-len(picture.ticks) // LABELS))
    places, names = range(0, len(picture.ticks), step), [figures(tick) for tick in picture.ticks[::step]]
    axes.set_xticks(places, names)
    axes.set_yticks(places, names)
    name_axes(axes, picture, say)
    return figure, axes


def rgb(colour: str) -> tuple[float, float, float]:
    """Return the three shares of a colour written "#rrggbb"."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
