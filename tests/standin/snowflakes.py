"""Ids as Discord makes them: the time, and a number."""

from __future__ import annotations

from itertools import count
from time import time_ns

EPOCH = 1_420_070_400_000  # ms, the first second of 2015

_numbers = count()


def snowflake() -> int:
    """Return a new id of this moment."""
    return (time_ns() // 1_000_000 - EPOCH) << 22 | next(_numbers) & 0x3FFFFF
