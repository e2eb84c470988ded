"""What curves and bars share: two named axes, ticks that can be read at a third of the size, a key to the series."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from bot.pictures.page import PX, TEXT, worded_page
from bot.pictures.palette import INK, MIST, PAPER, SHADE
from bot.pictures.wrapping import ems
from quizbank.figures import grouped, restyled
from quizbank.figures import power_of_ten as written_power

if TYPE_CHECKING:
    from quizbank.picture import Picture

Say = Callable[[str], str]

HEIGHT = 560  # px
MARKS = ("o", "s", "^", "D")
LEGEND = 28  # px, the height of its letters
HANDLE, BETWEEN = 2.2, 1.4  # em, of a line shown in the legend, and of the room between two names
FEW_DECADES = 1.5  # up to which a logarithmic axis is divided within its powers of ten too
LARGE, SMALL = 10**9, 10**-4  # beyond these a power of ten reads better
WHOLE = 10**3  # from here on nothing is written behind the point
AXIS_LARGE = 10**5  # … and beyond this on an axis, where no figure need be exact


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


def graduate(axes: Any, picture: Picture) -> None:
    """Divide a logarithmic axis finely enough that there are two heights on it to go by."""
    heights = [height for series in picture.series for height in series.heights]
    if picture.logarithmic and max(heights) < min(heights) * 10**FEW_DECADES:
        axes.yaxis.set_major_locator(LogLocator(subs=finely(max(heights) / min(heights))))


def finely(ratio: float) -> tuple[float, ...]:
    """Return by what a power of ten is multiplied on an axis whose ends have this ratio."""
    if ratio > 4:
        return (1, 2, 5)
    return (1, 1.5, 2, 3, 5, 7) if ratio > 1.5 else (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9)


def explain(axes: Any, picture: Picture) -> None:
    """Name the series above the drawing, where there are several."""
    if len(picture.series) > 1:
        names = [text.get_label() for text in axes.get_legend_handles_labels()[0]]
        axes.legend(
            loc="lower left", bbox_to_anchor=(-0.01, 1.16 if picture.upward else 1.0), ncols=columns(names),
            frameon=False, fontsize=LEGEND * PX, labelcolor=PAPER, handlelength=HANDLE, columnspacing=BETWEEN,
            borderaxespad=0.1,
        )  # fmt: skip


def columns(names: Sequence[str]) -> int:
    """Return how many names fit side by side above the drawing, so that no row is left with one fewer than it could.

    >>> columns(["RNN", "window", "CNN", "attention"]), columns(["linear interpolation"] * 4)
    (4, 2)
    """
    for many in range(len(names), 1, -1):
        widest = [max(map(ems, names[at::many])) for at in range(many)]
        if sum(widest) + many * (HANDLE + 0.8) + (many - 1) * BETWEEN <= TEXT / LEGEND:
            return -(-len(names) // -(-len(names) // many))
    return 1


def figures(value: float, large: float = LARGE) -> str:
    """Write a number for the eye: whole and grouped where it is short, else three digits and a power of ten.

    >>> figures(8192.0), figures(0.125), figures(2207.3), figures(2**34), figures(10**7, large=10**5)
    ('8192', '0.125', '2207', '1.72×10¹⁰', '10⁷')
    """
    if value and not SMALL <= abs(value) < large:
        return power_of_ten(value)
    if value == int(value) or abs(value) >= WHOLE:
        return grouped(round(value))
    return restyled(f"{value:.3g}")


def power_of_ten(value: float) -> str:
    """Write a number as up to three digits times a power of ten."""
    digits, _, power = f"{value:.2e}".partition("e")
    return written_power(digits.rstrip("0").rstrip("."), int(power))
