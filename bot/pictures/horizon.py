"""What the wall hides: the eye whose glances lay the bricks, and, once it is broken, the sun over the next mountain."""

from __future__ import annotations

from math import cos, pi
from typing import Any

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle, Polygon

from bot.pictures.page import WIDTH
from bot.pictures.palette import CINNABAR, GOLD, INK, JADE, MIST, NIGHT, PAPER, mix

SUN = (560, 340)  # px above the floor
RANGES = (  # from the farthest: how much night is in it, and its peaks in px, above the floor
    (
        0.30,
        (
            (0, 190),
            (90, 236),
            (170, 205),
            (300, 330),
            (372, 280),
            (430, 372),
            (520, 262),
            (640, 300),
            (760, 214),
            (900, 262),
        ),
    ),
    (0.55, ((0, 120), (120, 180), (230, 132), (340, 212), (470, 150), (600, 228), (720, 140), (830, 190), (900, 150))),
    (0.78, ((0, 84), (130, 110), (270, 60), (400, 38), (520, 44), (650, 92), (770, 64), (900, 118))),
)


def sky(axes: Any, height: float, *, dread: float) -> None:
    """Fill the page from below with the light at the horizon; `dread` from 0 to 1 reddens it."""
    fill(axes, height, mix(mix(INK, MIST, 0.25), CINNABAR, 0.55 * dread**2), horizon=0.0)


def fill(axes: Any, height: float, low: str, *, horizon: float) -> None:
    """Fill the page with a colour that, from a share of its height on, fades upward into the night."""
    ramp = LinearSegmentedColormap.from_list("sky", [(0, low), (horizon, low), ((1 + horizon) / 2, INK), (1, NIGHT)])
    column = [[step / 255] for step in range(256)]
    axes.imshow(
        column, extent=(0, WIDTH, 0, height), origin="lower", aspect="auto", cmap=ramp, interpolation="bilinear"
    )


def eye(axes: Any, x: float, y: float, *, dread: float) -> None:
    """Draw the eye, faint, around a point in px; it reddens with `dread`."""
    light = mix(mix(INK, MIST, 0.45), CINNABAR, dread)
    for reach, share in ((1.0, 0.72), (1.22, 0.86), (1.5, 0.93)):
        lids = almond(x, y, 200 * reach, 96 * reach)
        axes.add_patch(
            Polygon(lids, closed=True, fill=False, ec=mix(light, INK, share - 0.3), lw=2.2, joinstyle="round")
        )
    for radius, share in ((86, 0.80), (64, 0.55), (40, 0.9)):
        axes.add_patch(Circle((x, y), radius, fc=mix(light, INK, share), ec=mix(light, INK, 0.35), lw=1.6))
    axes.add_patch(Circle((x + 16, y + 18), 7, fc=mix(PAPER, INK, 0.35), ec="none"))


def almond(x: float, y: float, half_width: float, half_height: float) -> list[tuple[float, float]]:
    """Return the outline between two lids that meet at both corners."""
    steps = [step / 40 - 1 for step in range(81)]  # -1 … 1
    upper = [(x + half_width * step, y + half_height * cos(step * pi / 2) ** 1.2) for step in steps[1:-1]]
    lower = [(x + half_width * step, y - half_height * cos(step * pi / 2) ** 1.2) for step in reversed(steps[1:-1])]
    return [(x - half_width, y), *upper, (x + half_width, y), *lower]


def open_horizon(axes: Any, floor: float, height: float) -> None:
    """Draw the dawn: the sun behind three ranges of mountains."""
    fill(axes, height, mix(INK, GOLD, 0.5), horizon=0.4)
    x, y = SUN
    for radius, share in ((210, 0.84), (160, 0.70), (116, 0.48)):
        axes.add_patch(Circle((x, floor + y), radius, fc=mix(GOLD, INK, share), ec="none"))
    axes.add_patch(Circle((x, floor + y), 78, fc=mix(GOLD, PAPER, 0.25), ec="none"))
    for night, peaks in RANGES:
        shade = mix(mix(JADE, MIST, 0.3), NIGHT, night)
        outline = [(0, floor), *((at, floor + peak) for at, peak in peaks), (WIDTH, floor)]
        axes.add_patch(Polygon(outline, closed=True, fc=shade, ec=mix(shade, PAPER, 0.15), lw=1.5))
