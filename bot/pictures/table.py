"""A table: what was tried side by side, one row a measure, each number over a bar as long as it is large in its row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot.pictures.chart import figures
from bot.pictures.fonts import SERIF
from bot.pictures.page import CAPTION, PX, TEXT, TITLE, WIDTH, page, scene
from bot.pictures.palette import GOLD, INK, MIST, PAPER, SHADE, mix
from bot.pictures.wrapping import balanced

if TYPE_CHECKING:
    from quizbank.picture import Picture, Series

Say = Callable[[str], str]

MARGIN, NAMES = 36, 196  # px, of the page, and of the column that names the rows
TOP, HEAD, ROW = 76, 62, 92  # px, of the title, of the names of the columns, of one row
LETTER = 27  # px, the height of a figure
LARGE = 10**8  # beyond this a power of ten is written, as a column holds no more
FAINT = mix(MIST, PAPER, 0.55)
SHARE = 0.86  # of a column's width, for the longest bar
FOOT, LINE = 28, 42  # px, of the room below the captions, and of one of their lines


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the rows below each other, divided by lines that only guide the eye."""
    captions = [line for key in picture.captions for line in balanced(say(key), TEXT / CAPTION).splitlines()]
    height = TOP + HEAD + ROW * len(picture.series) + LINE * len(captions) + 2 * FOOT
    figure = page(height)
    axes = scene(figure)
    axes.text(MARGIN, height - 20, say(picture.title), va="top", fontsize=TITLE * PX, color=PAPER, family=list(SERIF))
    head = height - TOP - HEAD
    for place, block in enumerate(picture.blocks):
        axes.text(column(picture, place), head + 18, say(block.name), fontsize=LETTER * PX, color=PAPER)
    for place, series in enumerate(picture.series):
        draw_row(axes, picture, series, say(series.name), head - ROW * (place + 1))
    foot = head - ROW * len(picture.series) - FOOT
    axes.text(MARGIN, foot, "\n".join(captions), va="top", linespacing=1.5, fontsize=CAPTION * PX, color=FAINT)
    return figure


def column(picture: Picture, place: int) -> float:
    """Return where a column begins, in px from the left."""
    return MARGIN + NAMES + width(picture) * place


def width(picture: Picture) -> float:
    """Return how wide a column of figures is, in px."""
    return (WIDTH - NAMES - 1.5 * MARGIN) / len(picture.blocks)


def draw_row(axes: Any, picture: Picture, series: Series, name: str, bottom: float) -> None:
    """Draw one measure: its name, and each number with its bar; what is nought has no bar."""
    axes.plot([MARGIN, WIDTH - MARGIN], [bottom + ROW] * 2, color=SHADE, lw=1)
    axes.text(MARGIN, bottom + ROW / 2, name, va="center", fontsize=LETTER * PX, color=FAINT)
    longest = width(picture) * SHARE
    for place, number in enumerate(series.heights):
        left = column(picture, place)
        axes.text(left, bottom + 40, figures(number, LARGE), fontsize=LETTER * PX, color=PAPER)
        if number:
            wide = max(2, longest * number / max(series.heights))
            axes.add_patch(Rectangle((left, bottom + 18), wide, 10, fc=GOLD, ec=mix(GOLD, INK, 0.4), lw=1))
