"""How a command fails: with what could not be done and what to do next, never with a traceback."""

from __future__ import annotations

import sys

from bot.cli.words import say
from quizbank.figures import Value

DID_NOT_HOLD, WRONG_USE = 1, 2  # exit codes


class CommandError(Exception):
    """What could not be done, known by the key of its two lines: `problem.<key>` and `remedy.<key>`."""

    exit_code = DID_NOT_HOLD

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def report(self) -> int:
        """Say both lines on the error stream and return the exit code."""
        for part in ("problem", "remedy"):
            print(say(f"{part}.{self.key}", **self.values), file=sys.stderr)
        return self.exit_code


class WrongUseError(CommandError):
    """The command line asked for what is not there."""

    exit_code = WRONG_USE
