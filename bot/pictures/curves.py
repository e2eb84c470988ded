"""Curves: each series a line with marks of its own, over ticks that are equally far apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from bot.pictures.chart import MARKS, chart, explain, figures
from bot.pictures.page import PX
from bot.pictures.palette import INK, PAPER, SERIES

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

LABELS = 7  # as many ticks as can be named side by side


def draw(picture: Picture, say: Say) -> Figure:
    """Draw one line a series, its last height written beside it."""
    figure, axes = chart(picture, say)
    places = range(len(picture.ticks))
    for series, colour, mark in zip(picture.series, SERIES, MARKS, strict=False):
        heights = series.heights
        axes.plot(
            places,
            heights,
            color=colour,
            lw=4,
            marker=mark,
            ms=11,
            mec=INK,
            mew=1.5,
            label=say(series.name),
            clip_on=False,
        )
        axes.annotate(
            figures(heights[-1]), (places[-1], heights[-1]), xytext=(12, 0), textcoords="offset points",
            fontsize=26 * PX, color=PAPER, va="center",
        )  # fmt: skip
    step = -(-len(places) // LABELS)
    axes.set_xticks(places[::step], [figures(tick) for tick in picture.ticks[::step]])
    axes.margins(x=0.04, y=0.1)
    explain(axes, picture)
    return figure
