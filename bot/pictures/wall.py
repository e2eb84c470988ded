"""The wall, seen from the front: one course of stones a layer, the formula cut into each, what is broken at its foot.

Beside the picture's own words its book holds `mark.asks`, `mark.laid` and `mark.fallen`. The word of a course has two
lines: the formula, cut large, and its kind. Where more courses stand than fill the page, the outermost keeps its size
and the others grow thin. Of the values, `limit` is how many courses overgrow, where that is not as many as fill the
page; `strength` is how many blows the outermost takes, and `cracks` how many it has taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
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
MOST = 26  # courses that are drawn, the outermost of those that stand
CRACKS = 12  # in a course about to fall
LEFT, RIGHT = 44, WIDTH - 44
MIDDLE = WIDTH / 2


def draw(picture: Picture, say: Say) -> Figure:
    """Draw the courses from the floor up, the topmost marked if the wall still asks, the broken ones in heaps."""
    standing = [block for block in picture.blocks if block.state != "broken"]
    limit = int(picture.values.get("limit", ROOM))
    figure = page(HEIGHT)
    axes = scene(figure)
    asks = 0 < len(standing) < limit
    draw_behind(axes, len(standing), limit)
    shown = standing[-MOST:]
    for place, (block, low, high) in enumerate(zip(shown, *edges(len(shown)), strict=True)):
        draw_course(axes, place, block, say, low, high, asking=asks and place == len(shown) - 1)
    strength = int(picture.values.get("strength", 1))
    if asks and strength > 1:
        draw_cracks(axes, edges(len(shown))[0][-1], int(picture.values["cracks"]), strength)
    axes.add_patch(Rectangle((0, 0), WIDTH, FLOOR, fc=NIGHT, ec="none"))
    axes.plot([0, WIDTH], [FLOOR, FLOOR], color=SHADE, lw=2)
    draw_fallen(axes, [block.name for block in picture.blocks if block.state == "broken"], say)
    axes.text(LEFT, HEIGHT - 52, say(picture.title), fontsize=40 * PX, color=PAPER, family=list(SERIF), va="center")
    return figure


def edges(standing: int) -> tuple[list[float], list[float]]:
    """Return where each course begins and ends, from the floor: alike while they fit, else all but the last thin."""
    if standing <= ROOM:
        heights = [float(COURSE)] * standing
    else:
        heights = [(ROOM - 1) * COURSE / (standing - 1)] * (standing - 1) + [float(COURSE)]
    lows = [FLOOR + sum(heights[:place]) for place in range(standing)]
    return lows, [low + height for low, height in zip(lows, heights, strict=True)]


def draw_behind(axes: Any, standing: int, limit: int) -> None:
    """Draw what the wall hides: the Abyss's eye, and faintly where courses would still rise; or the way beyond."""
    if not standing:
        open_horizon(axes, FLOOR, HEIGHT)
        return
    dread = min(1.0, standing / limit)
    sky(axes, HEIGHT, dread=dread)
    eye(axes, MIDDLE, FLOOR + 4.4 * COURSE, dread=dread)
    mortar = mix(CINNABAR, INK, 0.25) if standing >= limit else NIGHT
    axes.add_patch(Rectangle((LEFT, FLOOR), RIGHT - LEFT, min(standing, ROOM) * COURSE, fc=mortar, ec="none"))
    for place in range(standing, ROOM):
        low = FLOOR + place * COURSE
        outline = Rectangle((LEFT, low + 4), RIGHT - LEFT, COURSE - 8, fill=False, ec=SHADE, lw=1.2, ls=(0, (2, 6)))
        axes.add_patch(outline)


def draw_course(axes: Any, place: int, block: Block, say: Say, low: float, high: float, *, asking: bool) -> None:
    """Draw one course and, unless it is too thin, the stone in its middle that bears its formula."""
    cut = cut_of(block.name)
    if high - low < COURSE:
        lay_course(axes, replace(cut, rows=1), LEFT, RIGHT, low, high, seed=place)
        return
    lay_course(axes, cut, LEFT, RIGHT, low, high, seed=place)
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


def draw_cracks(axes: Any, low: float, cracks: int, strength: int) -> None:
    """Rend the outermost course in proportion to the blows it has taken, and say how many of how many."""
    chance = Random(strength)
    for crack in range(round(CRACKS * cracks / strength)):
        x = LEFT + 150 + (RIGHT - LEFT - 300) * (crack * 5 % CRACKS + 0.5) / CRACKS
        down = [x + chance.uniform(-14, 14) for _ in range(6)]
        up = [low + COURSE * (1 - step / 5) for step in range(6)]
        axes.plot(down, up, color=NIGHT, lw=2.6, solid_joinstyle="miter")
    tag(axes, LEFT + 74, low + COURSE / 2, f"{cracks}/{strength}", face=INK, ink=PAPER, edge=CINNABAR)


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
