"""The race: token 1 sets out for token n through four architectures, and a derivative tells when it has arrived."""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention.reach import arrivals
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

START = 2
KERNEL, SIDE = 3, 2  # of the dilated convolution; neighbours of the window on each side


def race(turns: Mapping[str, Number]) -> Picture:
    """Show the layers or steps each architecture needs, at each distance up to the one that is turned to."""
    n = int(turns["n"])
    lengths = [START]
    while lengths[-1] < n:
        lengths.append(2 * lengths[-1])
    races = [arrivals(length, KERNEL, SIDE) for length in lengths]
    return Picture(
        kind="curves",
        title="exhibit.race.title",
        alt="exhibit.race.alt",
        values={"n": n, "start": START, "kernel": KERNEL, "side": SIDE, **races[-1]},
        captions=("exhibit.race.far", "exhibit.race.near"),
        ticks=tuple(lengths),
        across="exhibit.race.across",
        upward="exhibit.race.upward",
        logarithmic=True,
        series=tuple(Series(f"exhibit.race.{name}", tuple(each[name] for each in races)) for name in races[0]),
    )
