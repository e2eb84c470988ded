"""Names that are much like one that is none: what may have been meant by it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Final

LIKE: Final = 0.65  # how much of two names must be the same, 1 being all of it
LEAST: Final = 2  # characters of a name of which another may be taken for a part


def nearest(typed: str, names: Mapping[str, Iterable[str]], most: int) -> tuple[str, ...]:
    """Return the ids of those whose names are most like what was typed, the likest first; none where none is.

    >>> nearest("scaling dail", {"dial": ["The Scaling Dial", "缩放台"], "wall": ["The Wall", "壁"]}, 3)
    ('dial',)
    """
    wanted = folded(typed)
    found = {
        id: max((likeness(wanted, folded(name)) for name in (id, *spelled)), default=0.0)
        for id, spelled in names.items()
    }
    return tuple(sorted((id for id in found if found[id] >= LIKE), key=lambda id: -found[id])[:most])


def likeness(wanted: str, name: str) -> float:
    """Return how much two names are alike, from 0 to 1; one that holds the other, or a word of it, is much like it."""
    if min(len(wanted), len(name)) >= LEAST and (wanted in name or name in wanted):
        return 1.0
    words = [word for word in name.split() if len(word) > LEAST]
    return max(SequenceMatcher(None, wanted, each).ratio() for each in (name, *words))


def folded(name: str) -> str:
    """Return a name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
