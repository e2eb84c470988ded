"""The words of the terminal and the command line."""

from __future__ import annotations

from functools import cache

from bot.folders import LINES
from quizbank.lines import Lines

BOOK = "terminal"


@cache
def terminal_lines() -> Lines:
    """Return the line book of the terminal and the command line."""
    return Lines.load(LINES, BOOK)
