"""Runs of letters: 2ndL is 2·n·d·L and nlogn is n·log(n), cut by the question's own vocabulary and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from engine.answers.vocabulary import CONSTANTS, FUNCTIONS

MAX_RUN = 24
MAX_KEPT = 256  # runs whose cuts are kept: learners write the same few


class Vocabulary:
    """The letters one question may use, beside the closed list of functions and constants."""

    def __init__(self, symbols: Collection[str]) -> None:
        self.symbols = frozenset(symbols)
        self.first = next(iter(symbols), "n")
        self.known = self.symbols | {name for name in FUNCTIONS if name.islower()} | CONSTANTS.keys()
        self.seen: dict[str, tuple[tuple[str, ...], ...]] = {}
        self.squeezed = {name.replace("_", ""): name for name in symbols if "_" in name}

    def __contains__(self, word: str) -> bool:
        return word in self.known

    def cuts(self, run: str) -> tuple[tuple[str, ...], ...]:
        """Return the ways to read a run of letters: a name whose underscore was left out first, then the plain product.

        >>> Vocabulary(("n", "d", "k", "d_k")).cuts("dk")
        (('d_k',), ('d', 'k'))
        """
        kept = self.seen.get(run)
        if kept is None:
            kept = self.cut(run) if len(run) <= MAX_RUN else ()
            if len(self.seen) < MAX_KEPT:
                self.seen[run] = kept
        return kept

    def cut(self, run: str) -> tuple[tuple[str, ...], ...]:
        """Cut a run both ways."""
        loose = cut(run, self.known | self.squeezed.keys())
        strict = cut(run, self.known)
        renamed = tuple(self.squeezed.get(piece, piece) for piece in loose)
        return tuple(dict.fromkeys(way for way in (renamed, strict) if way))


def cut(run: str, known: Collection[str]) -> tuple[str, ...]:
    """Cut `run` into known words, the longest first word that leads to a whole; () when there is none."""
    best: list[tuple[str, ...] | None] = [None] * len(run) + [()]
    for start in range(len(run) - 1, -1, -1):
        for end in range(len(run), start, -1):
            rest = best[end]
            if rest is not None and run[start:end] in known:
                best[start] = (run[start:end], *rest)
                break
    return best[0] or ()


@lru_cache(maxsize=256)
def vocabulary(symbols: tuple[str, ...]) -> Vocabulary:
    """Return the vocabulary of one question, kept because a question is answered many times."""
    return Vocabulary(symbols)
