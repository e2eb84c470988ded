"""A page to draw on, measured in pixels, and the PNG it becomes."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from bot.pictures.fonts import SERIF, faces
from bot.pictures.palette import INK, MIST, PAPER, mix
from bot.pictures.wrapping import balanced

WIDTH = 900  # px
TEXT = 820  # px, of one line
TITLE, CAPTION = 36, 28  # px, the height of their letters
DPI = 100
PX = 72 / DPI  # points in a pixel: fonts and lines are measured in points


def page(height: int) -> Figure:
    """Return an empty page of ink, `height` px high."""
    figure = Figure(figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=INK)
    FigureCanvasAgg(figure)
    return figure


def scene(figure: Figure) -> Any:
    """Return axes that cover the page, whose unit is the pixel, from the lower left."""
    axes = figure.add_axes((0, 0, 1, 1))
    height = figure.get_figheight() * DPI
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    return axes


def worded_page(height: int, title: str, captions: Iterable[str]) -> Figure:
    """Return a page with a title ranged left and captions at its foot, which make it as much higher as they need."""
    heading = balanced(title, TEXT / TITLE)
    lines = "\n".join(balanced(caption, TEXT / CAPTION) for caption in captions)
    figure = page(height + 42 * len(lines.splitlines()))
    figure.set_layout_engine("constrained", w_pad=0.2, h_pad=0.16)
    figure.suptitle(heading, x=0.04, ha="left", fontsize=TITLE * PX, color=PAPER, family=list(SERIF))
    if lines:
        figure.supxlabel(lines, x=0.04, ha="left", fontsize=CAPTION * PX, color=mix(MIST, PAPER, 0.55), linespacing=1.5)
    return figure


def png(figure: Figure) -> bytes:
    """Return the page as a PNG; the same page always gives the same bytes."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()  # the first layout may bring other, wider ticks; the second makes room for them
    for text in figure.findobj(Text):
        text.set_fontfamily(faces(text.get_text(), text.get_fontfamily()))
    stream = BytesIO()
    figure.savefig(stream, format="png", metadata={"Software": None})
    return stream.getvalue()
