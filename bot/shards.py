"""The shards a process is told to serve: read from what was typed, and refused where they could do harm."""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy.engine import make_url

from bot.store.shards import Shards

TYPED: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


def read(typed: str) -> Shards | None:
    """Return the shards of a text such as `0-3/16` or `2/16`; None if it names none.

    >>> read("0-3/16"), read("2/16"), read("4-3/16"), read("0-16/16")
    (Shards(first=0, last=3, count=16), Shards(first=2, last=2, count=16), None, None)
    """
    if (found := TYPED.fullmatch(typed.strip())) is None:
        return None
    first, count = int(found[1]), int(found[3])
    last = int(found[2] or first)
    return Shards(first, last, count) if first <= last < count else None


def shareable(url: str, shards: Shards) -> bool:
    """Whether a process with these shards may use a database: one of SQLite is for one process, which has them all."""
    return shards.whole or make_url(url).get_backend_name() != "sqlite"
