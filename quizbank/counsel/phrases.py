"""Finds the longest known phrase at a place of a text, whatever parts its words: "KV cache", "kv-cache", "kvcache"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.answers.folding import fold

LETTER = "[a-z0-9_]"
Tag = tuple[str, str]  # (section of a word book, which of it)


@dataclass(frozen=True)
class Match:
    """A phrase that was found: all it may be, and where it ends."""

    tags: frozenset[Tag]
    end: int


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
        longest_first = sorted(self._tags, key=lambda phrase: (-len(phrase), phrase))
        self._pattern = re.compile("|".join(map(spaced, longest_first)))

    @property
    def words(self) -> frozenset[str]:
        """The single Latin words: what a slip of the fingers may have meant."""
        return frozenset(phrase for phrase in self._tags if phrase.isascii() and phrase.isalpha())

    def match(self, folded: str, at: int) -> Match | None:
        """Return the longest phrase that begins at a place of a folded, lower-case text."""
        found = self._pattern.match(folded, at)
        return None if found is None else Match(self._tags[squeezed(found.group())], found.end())

    def __getitem__(self, phrase: str) -> frozenset[Tag]:
        return self._tags[phrase]


def squeezed(phrase: str) -> str:
    """Return a phrase without what parts its words.

    >>> squeezed("KV cache") == squeezed("kv-cache")
    True
    """
    folded = fold(phrase).lower()
    return re.sub(r"[\s\-]+", "", folded) or folded


def spaced(phrase: str) -> str:
    """Return the expression of one phrase; Latin words begin and end where they do."""
    body = r"[\s\-]*".join(map(re.escape, phrase))
    before = rf"(?<!{LETTER})" if re.match(LETTER, phrase[0]) else ""
    after = r"(?![a-z0-9])" if re.match(LETTER, phrase[-1]) else ""
    return f"{before}{body}{after}"
