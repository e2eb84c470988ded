"""A shelf of finished work: what was used last stays, within a number of pieces and of bytes."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Work = TypeVar("Work")


class Shelf(Generic[Work]):
    """Finished work by content; the piece unused for longest leaves first."""

    def __init__(self, *, pieces: int, size: int) -> None:
        self._pieces = pieces
        self._room = size  # bytes still free
        self._kept: OrderedDict[str, tuple[Work, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Work | None:
        """Return the work kept under this key, which is thereby used, or None."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: str, work: Work, size: int) -> None:
        """Keep a piece of so many bytes; one too large for the whole shelf pushes everything off, itself last."""
        if key in self._kept:
            self._room += self._kept.pop(key)[1]
        self._kept[key] = (work, size)
        self._room -= size
        while len(self._kept) > self._pieces or self._room < 0:
            self._room += self._kept.popitem(last=False)[1][1]
