"""The three streams that a shell hands over: there even where it closed them, and with Chinese whatever the system."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, Final

STREAMS: Final = {"stdin": "r", "stdout": "w", "stderr": "w"}  # in the order of their numbers


def make_ready() -> None:
    """Put nothing in the place of what the shell closed, and have all of them carry Chinese."""
    for number, (name, mode) in enumerate(STREAMS.items()):
        if getattr(sys, name) is None:
            setattr(sys, name, nothing(number, mode))
    speak_utf8()


def nothing(number: int, mode: str) -> IO[str]:
    """Return a stream of that number which has no lines and keeps none.

    The number is taken, lest a database's file get it: what a worker process prints would be written into it.
    """
    null = os.open(os.devnull, os.O_RDWR)
    if null == number:
        os.set_inheritable(null, True)
    else:
        os.dup2(null, number)
        os.close(null)
    return open(number, mode, encoding="utf-8", closefd=False)


def speak_utf8() -> None:
    """Have the streams carry Chinese whatever the system's code page; what is no text comes in as replacement marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def written_out() -> bool:
    """Write out what was printed; False if it cannot be. A reader who left, such as `head`, had enough."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where Python writes the rest at its end
        return isinstance(error, BrokenPipeError)
    return True
