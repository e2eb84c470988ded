"""Blocks: parts of a whole, one row a part from the bottom, as long as the part is large."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from bot.pictures.chart import figures
from bot.pictures.page import PX, worded_page
from bot.pictures.palette import CINNABAR, GOLD, INK, JADE, PAPER, SHADE, mix

if TYPE_CHECKING:
    from quizbank.picture import Block, Picture

Say = Callable[[str], str]

ROW = 92  # px
LOOKS: dict[str, dict[str, Any]] = {
    "standing": {"fc": JADE, "ec": mix(JADE, PAPER, 0.3), "lw": 2},
    "new": {"fc": GOLD, "ec": PAPER, "lw": 2, "hatch": "//"},
    "broken": {"fc": INK, "ec": CINNABAR, "lw": 2.5, "ls": (0, (4, 3))},
}


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the parts as bars that start at one edge; the new hatched, the broken an empty dashed outline."""
    figure = worded_page(140 + ROW * len(picture.blocks), say(picture.title), map(say, picture.captions))
    axes = figure.add_subplot(facecolor=INK)
    for place, block in enumerate(picture.blocks):
        draw_block(axes, place, block)
    axes.set_yticks(range(len(picture.blocks)), [say(block.name) for block in picture.blocks])
    axes.tick_params(colors=PAPER, labelsize=30 * PX, length=0, pad=12)
    axes.set_xticks([])
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.spines["left"].set(color=SHADE, linewidth=2)
    axes.margins(x=0.16)
    axes.set_xlim(left=0)
    return figure


def draw_block(axes: Any, place: int, block: Block) -> None:
    """Draw one part with its size written at its end."""
    drawn = axes.barh([place], [block.size], 0.66, **LOOKS[block.state])
    axes.bar_label(drawn, [figures(block.size)], fontsize=28 * PX, color=PAPER, padding=8)
