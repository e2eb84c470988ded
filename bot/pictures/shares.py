"""Shares: one row a part from the top, each filled by as much of a whole as it holds, with that written beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from bot.pictures.fonts import SERIF
from bot.pictures.page import CAPTION, PX, TEXT, WIDTH, page, scene
from bot.pictures.palette import GOLD, INK, JADE, MIST, PAPER, SHADE, mix
from bot.pictures.wrapping import balanced, wrap

if TYPE_CHECKING:
    from quizbank.picture import Block, Picture

Say = Callable[[str], str]

ROW = 72  # px, and so below
TOP = 112
LEFT, TRACK, RIGHT = 40, 396, WIDTH - 150  # of the names, of the tracks, and where these end
BAR = 34
LETTER, SMALL = 37, 29  # the latter where a name takes two lines


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the tracks, sizes from 0 to 100; a part that is held has a full stop of gold at its end, and so a shape."""
    words = "\n".join(wrap(say(caption), TEXT / CAPTION) for caption in picture.captions)
    foot = 42 * len(words.splitlines()) + 24
    height = TOP + ROW * len(picture.blocks) + foot
    figure = page(height)
    axes = scene(figure)
    axes.text(LEFT, height - 62, say(picture.title), fontsize=40 * PX, color=PAPER, family=list(SERIF), va="center")
    for place, block in enumerate(picture.blocks):
        draw_share(axes, height - TOP - ROW * (place + 0.5), block, say)
    axes.text(LEFT, foot - 14, words, fontsize=CAPTION * PX, color=mix(MIST, PAPER, 0.55), va="top", linespacing=1.5)
    return figure


def draw_share(axes: Any, middle: float, block: Block, say: Say) -> None:
    """Draw one part: its name, its track, and how much of it is filled."""
    low, width = middle - BAR / 2, RIGHT - TRACK
    filled = width * block.size / 100
    held = block.state == "lit"
    colour = GOLD if held else JADE
    corner = "round,pad=0,rounding_size=6"
    track = FancyBboxPatch((TRACK, low), width, BAR, boxstyle=corner, fc=mix(INK, MIST, 0.12), ec=SHADE, lw=2)
    axes.add_patch(track)
    fill = axes.add_patch(Rectangle((TRACK, low), filled, BAR, fc=colour, ec="none", hatch="" if held else "//"))
    fill.set_edgecolor(mix(colour, INK, 0.35))
    fill.set_linewidth(0)
    fill.set_clip_path(track)
    centred = {"va": "center", "fontsize": LETTER * PX, "color": PAPER}
    name = balanced(say(block.name), (TRACK - LEFT) / LETTER - 0.3)
    narrow = {"fontsize": SMALL * PX, "linespacing": 1.05} if "\n" in name else {}
    axes.text(LEFT, middle - 1, name, **{**centred, **narrow})
    axes.text(WIDTH - 36, middle - 1, f"{block.size}%", ha="right", **centred)
