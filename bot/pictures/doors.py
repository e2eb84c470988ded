"""The doors of the tour, along a path that turns at each row's end: lit, ajar or shut, and where the learner stands.

Beside the picture's own words its book holds `door.lit`, `door.ajar`, `door.shut` and `door.here`; a block is a door,
and `values["at"]` the number of the one the learner is in, from 1, or 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, FancyBboxPatch

from bot.pictures.fonts import SERIF
from bot.pictures.leaves import DOOR, draw_door
from bot.pictures.page import PX, WIDTH, page, scene
from bot.pictures.palette import CINNABAR, INK, MIST, PAPER, mix
from bot.pictures.wrapping import ems, wrap

if TYPE_CHECKING:
    from quizbank.picture import Block, Picture

Say = Callable[[str], str]
Point = tuple[float, float]

COLUMNS = 3
ROW = 304  # px, with names of one line, and so below
BELOW = 118  # from a threshold to the end of its row
TOP = 104  # of the title
NAME, LINE = 33, 40  # the height of a name's letters, and of its lines
NAME_ROOM = 9  # em, of one line of a name
STONES = (1 / 3, 1 / 2, 2 / 3)  # of the way between two doors


def draw(picture: Picture, say: Say) -> Figure:
    """Draw every door with its number, its name and its word, and the path from the first to the last."""
    names = [wrap(say(block.name), NAME_ROOM) for block in picture.blocks]
    rows, more = -(-len(names) // COLUMNS), LINE * max(name.count("\n") for name in names)
    height = TOP + rows * (ROW + more)
    figure = page(height)
    axes = scene(figure)
    axes.text(44, height - 62, say(picture.title), fontsize=40 * PX, color=PAPER, family=list(SERIF), va="center")
    steps = [foot(place, height, more) for place in range(len(names))]
    draw_path(axes, steps)
    for place, (block, name, step) in enumerate(zip(picture.blocks, names, steps, strict=True), start=1):
        draw_stop(axes, block, name, f"{place} · {say(f'door.{block.state}')}", step)
        if place == picture.values["at"]:
            mark_here(axes, step, say("door.here"))
    return figure


def foot(place: int, height: float, more: float) -> Point:
    """Return where the threshold of a door lies, in px: rows from the top, every second one from the right."""
    row, column = divmod(place, COLUMNS)
    across = column if row % 2 == 0 else COLUMNS - 1 - column
    return (WIDTH / COLUMNS * (across + 0.5), height - TOP - (row + 1) * (ROW + more) + BELOW + more)


def draw_path(axes: Any, steps: Sequence[Point]) -> None:
    """Lay stepping stones from each threshold to the next, and one above the door where the path goes down a row."""
    colour = mix(INK, MIST, 0.38)
    for (x, y), (next_x, next_y) in pairwise(steps):
        if x == next_x:
            axes.add_patch(Ellipse((x, next_y + DOOR.height + 12), 26, 11, fc=colour, ec="none"))
            continue
        for stone in STONES:
            axes.add_patch(Ellipse((x + (next_x - x) * stone, y - 6), 26, 11, fc=colour, ec="none"))


def draw_stop(axes: Any, block: Block, name: str, word: str, step: Point) -> None:
    """Draw one door, and below it its name and how it stands."""
    x, y = step
    draw_door(axes, x, y, block.state)
    bright = PAPER if block.state != "shut" else mix(MIST, PAPER, 0.3)
    centred = {"ha": "center", "va": "baseline", "linespacing": 1.15}
    axes.text(x, y - 46, name, fontsize=NAME * PX, color=bright, **centred)
    low = y - 48 - LINE * (1 + name.count("\n"))
    axes.text(x, low, word, fontsize=27 * PX, color=mix(MIST, PAPER, 0.45), **centred)


def mark_here(axes: Any, step: Point, word: str) -> None:
    """Press a seal on the door where the learner stands."""
    x, y = step
    half = 20 + 29 * ems(word) / 2
    middle = y + DOOR.height - 14
    corner = "round,pad=0,rounding_size=6"
    axes.add_patch(FancyBboxPatch((x - half, middle - 23), 2 * half, 46, boxstyle=corner, fc=CINNABAR, ec=INK, lw=3))
    axes.text(x, middle - 2, word, fontsize=29 * PX, color=PAPER, family=list(SERIF), ha="center", va="center")
