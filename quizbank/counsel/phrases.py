"""Finds the longest known phrase at a place of a text, whatever parts its words: "KV cache", "kv-cache", "kvcache"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.answers.folding import fold

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
ENDING = LETTERS - {"_"}  # after a phrase an underscore may stand: it parts a name from what is said of it
Tag = tuple[str, str]  # (section of a word book, which of it)


class Match(NamedTuple):
    """A phrase that was found: all it may be, and where it ends."""

    tags: frozenset[Tag]
    end: int


@dataclass
class Branch:
    """Where one may stand in a phrase: what may follow, and what the phrase is if it ends here."""

    onward: dict[str, Branch] = field(default_factory=dict)
    tags: frozenset[Tag] = frozenset()


class Spellings:
    """Phrases, each with everything it may be."""

    def __init__(self, spelt: Iterable[tuple[str, Tag]]) -> None:
        found: dict[str, set[Tag]] = {}
        vocabulary: set[str] = set()
        for phrase, tag in spelt:
            vocabulary.update(re.findall(r"[a-z]+", fold(phrase).lower()))
            found.setdefault(squeezed(phrase), set()).add(tag)
        self._tags = {phrase: frozenset(tags) for phrase, tags in found.items()}
        self.vocabulary = frozenset(vocabulary)  # every Latin word of every phrase
        self._root = Branch()
        for phrase, tags in self._tags.items():
            branch = self._root
            for character in phrase:
                branch = branch.onward.setdefault(character, Branch())
            branch.tags = tags

    @property
    def words(self) -> frozenset[str]:
        """The single Latin words: what a slip of the fingers may have meant."""
        return frozenset(phrase for phrase in self._tags if phrase.isascii() and phrase.isalpha())

    def match(self, folded: str, at: int) -> Match | None:
        """Return the longest phrase that begins at a place of a folded, lower-case text."""
        if at > 0 and folded[at - 1] in LETTERS and folded[at] in LETTERS:
            return None
        return max(self._matches(folded, at), key=lambda match: match.end, default=None)

    def _matches(self, folded: str, at: int) -> Iterator[Match]:
        """Yield every phrase that begins there; Latin words end where they do."""
        branch = self._root
        while at < len(folded):
            onward = branch.onward.get(folded[at])
            if onward is None:
                return
            branch, at = onward, at + 1
            whole = folded[at - 1] not in LETTERS or at == len(folded) or folded[at] not in ENDING
            if branch.tags and whole:
                yield Match(branch.tags, at)
            while at < len(folded) and (folded[at].isspace() or folded[at] == "-"):
                at += 1

    def __getitem__(self, phrase: str) -> frozenset[Tag]:
        return self._tags[phrase]


def squeezed(phrase: str) -> str:
    """Return a phrase without what parts its words.

    >>> squeezed("KV cache") == squeezed("kv-cache")
    True
    """
    folded = fold(phrase).lower()
    return re.sub(r"[\s\-]+", "", folded) or folded
