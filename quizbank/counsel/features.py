"""What a text is compared by: the ideas in it, in whatever spelling and tongue, its manner, and what words are left.

Superscripts and roots are written out first, for learners type n², n^2 and n平方 alike.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.answers.folding import fold
from quizbank.counsel.phrases import Spellings

LONGEST = 400  # characters of a question that are looked at
WRITTEN_OUT = str.maketrans({"ᵀ": "^t", "ₖ": "_k", "，": " ", "。": " "})
REST = re.compile(r"[a-z][a-z0-9_]*|[\u4e00-\u9fff]|[0-9]+")
IDEA, PLAIN, MANNER, WORD, PAIR, CHARACTER, FOREIGN = 1.0, 0.7, 0.25, 0.6, 0.5, 0.15, 3.0  # what each counts for
Term = tuple[str, str]  # (of which kind, which)


class Features(NamedTuple):
    """The terms of a text, each with what it counts for."""

    terms: Mapping[Term, float]

    @property
    def ideas(self) -> frozenset[str]:
        """The ideas it holds that are talked of in these halls alone."""
        return frozenset(name for kind, name in self.terms if kind == "idea")

    @property
    def common(self) -> frozenset[str]:
        """The ideas it holds that are talked of elsewhere too."""
        return frozenset(name for kind, name in self.terms if kind == "common")

    @property
    def plain(self) -> frozenset[str]:
        """The everyday notions it holds: they help to tell two ideas apart, and are none."""
        return frozenset(name for kind, name in self.terms if kind == "plain")

    @property
    def foreign(self) -> frozenset[str]:
        """What it holds that is talked of elsewhere alone."""
        return frozenset(name for kind, name in self.terms if kind == "foreign")


@cache
def spellings() -> Spellings:
    """Return every spelling of every idea and manner, and of what says nothing."""
    stored = tomllib.loads((files(__package__) / "concepts.toml").read_text(encoding="utf-8"))
    return Spellings(
        (spelt, (kind, name)) for kind, named in stored.items() for name, several in named.items() for spelt in several
    )


def features(text: str, mend: Mapping[str, str] | None = None) -> Features:
    """Return what a text is compared by; `mend` says for which word another was meant.

    >>> sorted(features("为什么要除以 √d_k？").ideas)
    ['root_dk']
    """
    found: dict[Term, float] = {}
    for term, counts in pieces(text, mend or {}):
        found[term] = max(found.get(term, 0.0), counts)
    return Features(found)


def pieces(text: str, mend: Mapping[str, str]) -> Iterator[tuple[Term, float]]:
    """Yield the terms of a text in order."""
    folded = fold(text[:LONGEST].translate(WRITTEN_OUT)).lower()
    folded = re.sub(r"[a-z]+", lambda word: mend.get(word.group(), word.group()), folded)
    at, before = 0, ""
    while at < len(folded):
        known = spellings().match(folded, at)
        if known is not None:
            yield from ((tag, WEIGHTS[tag[0]]) for tag in sorted(known.tags) if tag[0] != "mute")
            at, before = known.end, ""
            continue
        rest = REST.match(folded, at)
        if rest is None:
            before = "" if not folded[at].isspace() else before
            at += 1
            continue
        piece, at = rest.group(), rest.end()
        if piece.isascii():
            yield ("word", piece), WORD
            before = ""
        else:
            yield ("character", piece), CHARACTER
            if before:
                yield ("pair", before + piece), PAIR
            before = piece


WEIGHTS = {"idea": IDEA, "common": IDEA, "plain": PLAIN, "manner": MANNER, "foreign": FOREIGN}
