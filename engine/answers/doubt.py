"""Doubt: where a text may be read in two ways, the grammar says so here and goes on, and the reader asks."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


class Doubts:
    """One pass over a text takes the first reading at every doubtful place, the next pass the second, and so on."""

    __slots__ = ("take", "width")

    def __init__(self, take: int = 0) -> None:
        self.take = take
        self.width = 0  # how many passes the doubts seen so far are worth; 0 = nothing was doubtful

    def choose(self, *options: T) -> T:
        """Return this pass's option, the last one when there are fewer; a single option is one to confirm."""
        self.width = max(self.width, len(options))
        return options[min(self.take, len(options) - 1)]
