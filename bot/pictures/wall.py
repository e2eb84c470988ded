"""The wall, seen from the front: one course of stones a layer, the formula cut into each, what is broken at its foot.

Beside the picture's own words its book holds `mark.asks`, `mark.laid` and `mark.fallen`. The word of a course has two
lines: the formula, cut large, and its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from bot.pictures.fonts import SERIF
from bot.pictures.horizon import eye, open_horizon, sky
from bot.pictures.page import PX, WIDTH, page, scene
from bot.pictures.palette import CINNABAR, GOLD, INK, MIST, NIGHT, PAPER, SHADE, mix
from bot.pictures.stones import cut_of, heap, lay_course

if TYPE_CHECKING:
    from quizbank.picture import Block, Picture

Say = Callable[[str], str]

HEIGHT = 720  # px, and so below
FLOOR = 112
COURSE = 84
ROOM = 6  # courses that fill the page
LEFT, RIGHT = 44, WIDTH - 44
MIDDLE = WIDTH / 2


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the courses from the floor up, the topmost marked if the wall still asks, the broken ones in heaps."""
    standing = [block for block in picture.blocks if block.state != "broken"]
    figure = page(HEIGHT)
    axes = scene(figure)
    asks = 0 < len(standing) < ROOM
    draw_behind(axes, len(standing))
    for place, block in enumerate(standing):
        top = asks and place == len(standing) - 1
        draw_course(axes, place, block, say, asking=top)
    axes.add_patch(Rectangle((0, 0), WIDTH, FLOOR, fc=NIGHT, ec="none"))
    axes.plot([0, WIDTH], [FLOOR, FLOOR], color=SHADE, lw=2)
    draw_fallen(axes, [block.name for block in picture.blocks if block.state == "broken"], say)
    axes.text(LEFT, HEIGHT - 52, say(picture.title), fontsize=40 * PX, color=PAPER, family=list(SERIF), va="center")
    return figure


def draw_behind(axes: Any, standing: int) -> None:
    """Draw what the wall hides: the Abyss's eye, and faintly where courses would still rise; or the way beyond."""
    if not standing:
        open_horizon(axes, FLOOR, HEIGHT)
        return
    dread = standing / ROOM
    sky(axes, HEIGHT, dread=dread)
    eye(axes, MIDDLE, FLOOR + 4.4 * COURSE, dread=dread)
    mortar = mix(CINNABAR, INK, 0.25) if standing == ROOM else NIGHT
    axes.add_patch(Rectangle((LEFT, FLOOR), RIGHT - LEFT, standing * COURSE, fc=mortar, ec="none"))
    for place in range(standing, ROOM):
        low = FLOOR + place * COURSE
        outline = Rectangle((LEFT, low + 4), RIGHT - LEFT, COURSE - 8, fill=False, ec=SHADE, lw=1.2, ls=(0, (2, 6)))
        axes.add_patch(outline)


def draw_course(axes: Any, place: int, block: Block, say: Say, *, asking: bool) -> None:
    """Draw one course and the stone in its middle that bears its formula."""
    low, high = FLOOR + place * COURSE, FLOOR + (place + 1) * COURSE
    lay_course(axes, cut_of(block.name), LEFT, RIGHT, low, high, seed=place)
    formula, _, word = say(block.name).partition("\n")
    inscribe(axes, (low + high) / 2, formula, word, lit=asking)
    if block.state == "new":
        tag(axes, LEFT + 74, (low + high) / 2, say("mark.laid"), face=INK, ink=GOLD, edge=GOLD)
    if asking:
        frame = FancyBboxPatch(
            (LEFT - 3, low),
            RIGHT - LEFT + 6,
            COURSE,
            boxstyle="round,pad=0,rounding_size=7",
            fill=False,
            ec=CINNABAR,
            lw=4,
        )
        axes.add_patch(frame)
        tag(axes, RIGHT - 74, (low + high) / 2, say("mark.asks"), face=CINNABAR, ink=PAPER, edge=CINNABAR)


def inscribe(axes: Any, middle: float, formula: str, word: str, *, lit: bool) -> None:
    """Set the stone with the formula, large, and the kind, small."""
    face = PAPER if lit else mix(PAPER, INK, 0.28)
    corner = "round,pad=0,rounding_size=5"
    axes.add_patch(FancyBboxPatch((MIDDLE - 215, middle - 36), 430, 72, boxstyle=corner, fc=face, ec=INK, lw=4))
    centred = {"ha": "center", "va": "center", "color": INK}
    axes.text(MIDDLE - 132, middle - 3, formula, fontsize=47 * PX, family=list(SERIF), **centred)
    axes.plot([MIDDLE - 50] * 2, [middle - 18, middle + 18], color=mix(face, INK, 0.5), lw=1.5)
    axes.text(MIDDLE + 82, middle - 2, word, fontsize=34 * PX, **centred)


def tag(axes: Any, x: float, y: float, word: str, *, face: str, ink: str, edge: str) -> None:
    """Press a seal: a word in a square of colour."""
    axes.add_patch(
        FancyBboxPatch((x - 50, y - 26), 100, 52, boxstyle="round,pad=0,rounding_size=6", fc=face, ec=edge, lw=2.5)
    )
    axes.text(x, y - 2, word, fontsize=31 * PX, color=ink, family=list(SERIF), ha="center", va="center")


def draw_fallen(axes: Any, names: Sequence[str], say: Say) -> None:
    """Draw one heap for each kind of broken course, with how many there are."""
    for place, (name, count) in enumerate(Counter(names).items()):
        left = LEFT + place * 276
        heap(axes, cut_of(name), left + 66, 26, pieces=7 + 3 * min(count, 4), seed=place + 40)
        formula = say(name).partition("\n")[0]
        many = f" ×{count}" if count > 1 else ""
        axes.text(left + 150, 68, formula + many, fontsize=32 * PX, color=PAPER, family=list(SERIF), va="center")
        axes.text(left + 150, 28, say("mark.fallen"), fontsize=27 * PX, color=MIST, va="center")
