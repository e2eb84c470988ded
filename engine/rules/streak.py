"""Streaks: days of work, one after another. One day missed is forgiven; two in a row are not.

A day is counted as `engine.rules.day` counts it. Whoever has lived by several clocks is judged by the kindest of them,
so that a journey, or a zone corrected, never costs a streak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

FORGIVEN = 1  # days missed between two days of work

Told = tuple[int, ...]  # the day of one moment by each of the learner's clocks; the first is on their wall now


class Streak(NamedTuple):
    """A streak as it stands today."""

    days: int  # on which there was work; 0: none runs
    today: bool  # whether today is among them
    best: int  # the longest there ever was


def streak(moments: Iterable[Told], now: Told) -> Streak:
    """Return the streak that moments of work make, given in their order; each, and now, told by the same clocks.

    >>> streak([(1,), (2,), (4,)], (5,))
    Streak(days=3, today=False, best=3)
    """
    run, best = (0,) * len(now), 0  # days of work by each clock
    last: Told | None = None
    for moment in moments:
        if last is None or broken(last, moment):
            run = (1,) * len(now)
        else:
            run = tuple(days + (then > before) for days, before, then in zip(run, last, moment, strict=True))
        last, best = moment, max(best, *run)
    if last is None or broken(last, now):
        return Streak(0, False, best)
    return Streak(max(run), last[0] == now[0], best)


def broken(last: Told, moment: Told) -> bool:
    """Whether more days than are forgiven were missed between two moments, by every clock."""
    return min(then - before for before, then in zip(last, moment, strict=True)) > FORGIVEN + 1
