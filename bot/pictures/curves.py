"""Curves: each series a line with marks and dashes of its own, over ticks that are equally far apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from bot.pictures.chart import MARKS, chart, explain, figures, graduate
from bot.pictures.page import PX
from bot.pictures.palette import INK, PAPER, SERIES

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

LABELS = 7  # as many ticks as can be named side by side
LETTER = 26  # px, the height of an end's figures
APART = 30  # px, from the middle of one end's figures to the next
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.2)), (0, (2, 1)), (0, (1, 0.9)))  # what lies below shows through the gaps
SIZES = (15, 12.5, 11, 10)  # points, of the marks; the lowest are the largest, and show around those above


def draw(picture: Picture, say: Say) -> Figure:
    """Draw one line a series, its last height written beside it."""
    figure, axes = chart(picture, say)
    places = range(len(picture.ticks))
    looks = zip(picture.series, SERIES, MARKS, DASHES, SIZES, strict=False)
    for series, colour, mark, dashes, size in looks:
        axes.plot(
            places,
            series.heights,
            color=colour,
            ls=dashes,
            lw=4,
            marker=mark,
            ms=size,
            mec=INK,
            mew=1.5,
            label=say(series.name),
            clip_on=False,
        )
    step = -(-len(places) // LABELS)
    axes.set_xticks(places[::step], [figures(tick) for tick in picture.ticks[::step]])
    axes.margins(x=0.04, y=0.1)
    graduate(axes, picture)
    explain(axes, picture)
    name_ends(figure, axes, [float(series.heights[-1]) for series in picture.series])
    return figure


def name_ends(figure: Figure, axes: Any, ends: Sequence[float]) -> None:
    """Write each line's last height beside its end, and where ends lie close together, move the figures apart."""
    named = {figures(end): end for end in ends}  # lines that end alike are named once
    last = axes.lines[0].get_xdata()[-1]
    notes = {
        text: axes.annotate(
            text, (last, end), xytext=(14, 0), textcoords="offset points",
            fontsize=LETTER * PX, color=PAPER, va="center",
        )
        for text, end in named.items()
    }  # fmt: skip
    figure.draw_without_rendering()  # lays the page out, so that heights are known in px
    heights = {text: float(axes.transData.transform((last, end))[1]) for text, end in named.items()}
    for text, place in zip(sorted(heights, key=heights.__getitem__), spread(sorted(heights.values())), strict=True):
        notes[text].set_position((14, (place - heights[text]) * PX))


def spread(heights: Sequence[float], apart: float = APART) -> list[float]:
    """Return ascending heights moved as little as it takes to lie `apart`: those too close are set around their mean.

    >>> spread([0, 10, 100], apart=30)
    [-10.0, 20.0, 100.0]
    """
    clusters: list[list[float]] = []
    for height in heights:
        clusters.append([height])
        while len(clusters) > 1 and lowest(clusters[-1], apart) < highest(clusters[-2], apart) + apart:
            clusters[-2:] = [clusters[-2] + clusters[-1]]
    return [lowest(cluster, apart) + apart * place for cluster in clusters for place in range(len(cluster))]


def lowest(cluster: Sequence[float], apart: float) -> float:
    """Return where the lowest of a cluster comes to lie."""
    return sum(cluster) / len(cluster) - apart * (len(cluster) - 1) / 2


def highest(cluster: Sequence[float], apart: float) -> float:
    """Return where the highest of a cluster comes to lie."""
    return lowest(cluster, apart) + apart * (len(cluster) - 1)
