"""A board as it is shown: which one, its rows, where the asker stands, and when it begins anew."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, NamedTuple, get_args

from bot.store.nodes import SORTS, Sort

Scope = Literal["server", "world"]
Period = str  # "season", "month", "week", "all", or a season that is over: "season-<when it began>"

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
RUNNING: Final = ("season", "month", "week", "all")
ROWS: Final = 10  # on a page; what a phone shows without scrolling

__all__ = ["ROWS", "RUNNING", "SCOPES", "SORTS", "Board", "Line", "Period", "Scope", "Season", "Sort", "View"]


class View(NamedTuple):
    """What was asked for: whose standings, over which time, in which order, from which place on (0 = the first)."""

    scope: Scope = "server"
    period: Period = "season"
    sort: Sort = "points"
    start: int = 0


class Season(NamedTuple):
    """A season of a server's; `period` is what it is asked for by."""

    period: Period
    name: str
    began: datetime


class Line(NamedTuple):
    """One row; equal values share a rank."""

    rank: int
    learner: int
    name: str | None  # as last seen; None = not to be named
    points: int
    accuracy: int | None  # percent; None = too few tried to say
    walls: int
    streak: int  # days with an answer, the last of them lately
    mine: bool


class Board(NamedTuple):
    """A page of a board; `view` is what it shows, which may be less than was asked for."""

    view: View
    lines: tuple[Line, ...]
    own: Line | None
    equals: int  # others who stand exactly where the asker does
    near: tuple[Line, ...]  # the asker's row between its neighbours, where it is on another page
    total: int
    season: Season | None  # the one that runs
    past: tuple[Season, ...]  # earlier ones, the latest first
    resets: datetime | None  # when the period gives way to the next; None = by no calendar
    worldwide: bool  # whether the asker stands on the board of all servers

    @property
    def further(self) -> bool:
        """Whether there is a page after this one."""
        return self.view.start + len(self.lines) < self.total
