"""A slip of the fingers: one letter wrong, missing, too many, or two that changed places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

SHORTEST = 5  # letters; shorter words are too near one another


def mended(word: str, known: Iterable[str]) -> str | None:
    """Return the one known word that a word is a slip of; None where there is none, or more than one.

    >>> mended("memroy", {"memory", "softmax"})
    'memory'
    """
    if len(word) < SHORTEST or not (word.isascii() and word.isalpha()):
        return None
    words = known if isinstance(known, set | frozenset | dict) else set(known)
    found = {slip for slip in slips(word) if slip in words and len(slip) >= SHORTEST}
    return found.pop() if len(found) == 1 else None


def slips(word: str) -> Iterator[str]:
    """Yield everything one slip away."""
    halves = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    for left, right in halves:
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
        for letter in ascii_lowercase:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]
