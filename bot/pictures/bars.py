"""Bars: one group a tick, one bar a series, each series with a hatching of its own and its height written above."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from bot.pictures.chart import chart, explain, figures, graduate
from bot.pictures.page import PX
from bot.pictures.palette import INK, PAPER, SERIES, mix

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

HATCHES = ("", "//", "..", "xx")
GROUP_WIDTH = 0.78  # of the distance between two ticks
FEW = 4  # groups that fill the width; fewer leave room beside them, as a lone bar would be a field
OUTLINE = withStroke(linewidth=3, foreground=INK)  # keeps a height legible where it runs over the next bar
SIDES = ("right", "left")  # of the heights of two crowded neighbours, which lean apart: neither covers the other
LEANING = 0.9  # of the distance between two ticks, left free before the first bars when a height leans out there
CROWDED = 10  # bars beyond which heights are no longer written above each


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the bars side by side; where they crowd, only the highest of each series bears its height."""
    figure, axes = chart(picture, say)
    width = GROUP_WIDTH / len(picture.series)
    crowded = len(picture.series) * len(picture.ticks) > CROWDED
    leaning = crowded and len(picture.series) == len(SIDES)
    for number, (series, colour, hatch) in enumerate(zip(picture.series, SERIES, HATCHES, strict=False)):
        shift = (number - (len(picture.series) - 1) / 2) * width
        places = [place + shift for place in range(len(series.heights))]
        drawn = axes.bar(
            places,
            series.heights,
            width * 0.92,
            color=colour,
            hatch=hatch,
            ec=mix(colour, INK, 0.5),
            lw=0,
            label=say(series.name),
        )
        highest = max(series.heights)
        named = ["" if crowded and height < highest else figures(height) for height in series.heights]
        labels = axes.bar_label(drawn, named, fontsize=25 * PX, color=PAPER, padding=4, path_effects=[OUTLINE])
        if leaning:
            for label, bar in zip(labels, drawn, strict=True):
                label.set_ha(SIDES[number])
                label.xy = (bar.get_x() + bar.get_width() * (1 - number), label.xy[1])  # from its own bar's inner edge
    every = max(1, len(picture.ticks) // 8)
    axes.set_xticks(range(0, len(picture.ticks), every), [figures(tick) for tick in picture.ticks[::every]])
    axes.set_xlim(-LEANING if leaning else -0.6, max(len(picture.ticks), FEW) - 0.4)
    axes.margins(y=0.14)
    graduate(axes, picture)
    explain(axes, picture)
    return figure
