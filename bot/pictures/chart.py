"""What curves and bars share: two named axes, ticks that can be read at a third of the size, a key to the series."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from bot.pictures.page import PX, worded_page
from bot.pictures.palette import INK, MIST, PAPER, SHADE

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

HEIGHT = 560  # px
MARKS = ("o", "s", "^", "D")
GROUP = "\u202f"  # narrow no-break space between thousands
LARGE, SMALL = 10**9, 10**-3  # beyond these a power of ten reads better
AXIS_LARGE = 10**5  # … and beyond this on an axis, where no figure need be exact
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def chart(picture: Picture, say: Say) -> tuple[Figure, Any]:
    """Return a page with the picture's words set and its axes still empty."""
    figure = worded_page(HEIGHT, say(picture.title), map(say, picture.captions))
    axes = figure.add_subplot(facecolor=INK)
    axes.tick_params(colors=PAPER, labelsize=26 * PX, length=0, pad=8)
    axes.grid(axis="y", color=SHADE, lw=1)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set(color=MIST, linewidth=1.5)
    if picture.logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.tick_params(which="minor", length=0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: figures(height, AXIS_LARGE)))
    name_axes(axes, picture, say)
    return figure, axes


def name_axes(axes: Any, picture: Picture, say: Say) -> None:
    """Say what is counted across, and, lying flat above the axis, what is measured upward."""
    if picture.across:
        axes.set_xlabel(say(picture.across), fontsize=28 * PX, color=PAPER, labelpad=8)
    if picture.upward:
        axes.set_title(say(picture.upward), fontsize=28 * PX, color=PAPER, loc="left", pad=12)


def explain(axes: Any, picture: Picture) -> None:
    """Name the series above the drawing, where there are several."""
    if len(picture.series) > 1:
        axes.legend(
            loc="lower left", bbox_to_anchor=(-0.01, 1.16 if picture.upward else 1.0), ncols=len(picture.series),
            frameon=False, fontsize=28 * PX, labelcolor=PAPER, handlelength=1.6, columnspacing=1.4, borderaxespad=0.1,
        )  # fmt: skip


def figures(value: float, large: float = LARGE) -> str:
    """Write a number for the eye: whole and grouped where it is short, else three digits and a power of ten.

    >>> figures(8192.0), figures(0.125), figures(2**34), figures(10**7, large=10**5)
    ('8192', '0.125', '1.72×10¹⁰', '10⁷')
    """
    if value and not SMALL <= abs(value) < large:
        return power_of_ten(value)
    if value == int(value):
        return f"{int(value):_}".replace("_", GROUP if abs(value) >= 10_000 else "")
    return f"{value:.3g}"


def power_of_ten(value: float) -> str:
    """Write a number as up to three digits times a power of ten."""
    digits, _, power = f"{value:.2e}".partition("e")
    digits = digits.rstrip("0").rstrip(".")
    raised = str(int(power)).translate(SUPERSCRIPTS)
    return f"10{raised}" if digits == "1" else f"{digits}×10{raised}"
