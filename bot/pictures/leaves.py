"""One door: an arch with two leaves, wide open on a lit hall, ajar on a gap of light, or shut and barred."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from matplotlib.patches import Circle, Polygon, Rectangle

from bot.pictures.palette import GOLD, INK, JADE, MIST, NIGHT, PAPER, mix


@dataclass(frozen=True)
class Opening:
    """The measures of a doorway, in px."""

    width: float
    height: float


DOOR = Opening(118, 162)
POST = 9  # px, of the frame
WOOD = mix(MIST, INK, 0.62)


def draw_door(axes: Any, x: float, y: float, state: str) -> None:
    """Draw a door whose threshold's middle is at (x, y), in px; KeyError if it stands in no such way."""
    draw_leaves = {"lit": lay_open, "ajar": set_ajar, "shut": bar}[state]
    frame = PAPER if state == "lit" else mix(MIST, PAPER, 0.25) if state == "ajar" else mix(MIST, INK, 0.35)
    axes.add_patch(Polygon(arch(x, y, DOOR.width, DOOR.height), closed=True, fc=frame, ec="none"))
    inner = arch(x, y, DOOR.width - 2 * POST, DOOR.height - POST)
    ground = axes.add_patch(Polygon(inner, closed=True, fc=NIGHT, ec="none"))
    draw_leaves(axes, x, y, ground)
    axes.plot([x - DOOR.width / 2 - 8, x + DOOR.width / 2 + 8], [y, y], color=frame, lw=4, solid_capstyle="round")


def lay_open(axes: Any, x: float, y: float, ground: Any) -> None:
    """Show the lit hall: a lamp, its glow and the floor running back to it."""
    ground.set_facecolor(mix(GOLD, INK, 0.35))
    half, lamp = DOOR.width / 2 - POST, y + DOOR.height * 0.56
    for radius, share in ((58, 0.18), (40, 0.0)):
        clipped(axes, Circle((x, lamp), radius, fc=mix(GOLD, INK, share), ec="none"), ground)
    clipped(axes, Circle((x, lamp), 20, fc=mix(GOLD, PAPER, 0.75), ec="none"), ground)
    floor = [(x - half, y), (x + half, y), (x + 22, y + 46), (x - 22, y + 46)]
    clipped(axes, Polygon(floor, closed=True, fc=mix(GOLD, PAPER, 0.45), ec="none"), ground)


def set_ajar(axes: Any, x: float, y: float, ground: Any) -> None:
    """Show one leaf shut, the other swung inward, and the light that falls through the gap onto the threshold."""
    half, height = DOOR.width / 2 - POST, DOOR.height
    ground.set_facecolor(mix(JADE, INK, 0.72))
    clipped(axes, Rectangle((x - half, y), half, height, fc=WOOD, ec=NIGHT, lw=2), ground)
    swung = [(x + half, y), (x + half, y + height), (x + half * 0.5, y + height), (x + half * 0.5, y + 16)]
    clipped(axes, Rectangle((x, y), half * 0.5, height, fc=mix(JADE, PAPER, 0.45), ec="none"), ground)
    clipped(axes, Polygon(swung, closed=True, fc=mix(WOOD, NIGHT, 0.35), ec=NIGHT, lw=2), ground)
    axes.add_patch(Circle((x - 11, y + height * 0.4), 5, fc=PAPER, ec="none"))


def bar(axes: Any, x: float, y: float, ground: Any) -> None:
    """Show both leaves shut, with a beam across them."""
    half = DOOR.width / 2 - POST
    for left in (x - half, x):
        clipped(axes, Rectangle((left, y), half, DOOR.height, fc=mix(WOOD, NIGHT, 0.3), ec=NIGHT, lw=2), ground)
    beam = Rectangle(
        (x - half - 14, y + DOOR.height * 0.38), 2 * half + 28, 19, fc=mix(MIST, INK, 0.25), ec=NIGHT, lw=2
    )
    axes.add_patch(beam)


def clipped(axes: Any, patch: Any, ground: Any) -> None:
    """Draw a shape inside the doorway alone."""
    axes.add_patch(patch)
    patch.set_clip_path(ground)


def arch(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the outline of a doorway with a round head, from the lower left."""
    radius = width / 2
    head = [pi - pi * step / 24 for step in range(25)]
    spring = y + height - radius
    curve = [(x + radius * cos(angle), spring + radius * sin(angle)) for angle in head]
    return [(x - radius, y), *curve, (x + radius, y)]
