"""Leads a question to the teaching nearest to it, and says how near that is: terms weighed by how rare they are."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from quizbank.counsel.features import LONGEST, Features, Term, features, spellings
from quizbank.counsel.teachings import Teaching, teachings
from quizbank.counsel.typos import mended

NEAR = 0.44  # below this the elder says that he does not know: measured over the questions in tests/counsel
HALLWARD = 0.2  # below this he does not even name a hall
KIN, KIN_SHARE, KIN_LEAST = (
    2,
    0.7,
    0.3,
)  # how many kin are named at most, and how near they must be: to the best, at all
WORDING = 0.6  # what the likeness to one wording counts for; the rest is how much of the question the teaching covers

VERBATIM = 0.9  # a likeness at which a question is one of the wordings
ELSEWHERE = 0.5  # what nearness is worth where one common idea is all there is to it

Vector = Mapping[Term, float]


@dataclass(frozen=True)
class Found:
    """The nearest teaching and its nearness, from 0 to 1."""

    teaching: Teaching
    nearness: float
    kin: tuple[Teaching, ...] = ()  # the next nearest, where they are hardly further

    @property
    def known(self) -> bool:
        """Whether it is near enough to be the answer."""
        return self.nearness >= NEAR

    @property
    def kindred(self) -> bool:
        """Whether it is near enough for its hall to be offered."""
        return self.nearness >= HALLWARD


class Index:
    """Every wording of every teaching, weighed."""

    def __init__(self, known: Iterable[Teaching]) -> None:
        self._known = tuple(known)
        wordings = [(each, features(wording)) for each in self._known for wording in each.asked]
        spread = Counter(term for _, found in wordings for term in found.terms)
        self._rarest = math.log(1 + len(wordings))
        self._rarity = {term: math.log(1 + len(wordings) / count) for term, count in spread.items()}
        self._vectors = [(each, unit(self._weighed(found))) for each, found in wordings]
        told = [(each, features(text)) for each in self._known for text in each.told]
        self._asked_of, self._told_of = terms_by_teaching(wordings), terms_by_teaching(told)
        texts = (text for each in self._known for text in (*each.asked, *each.told))
        self._words = spellings().vocabulary.union(*(re.findall(r"[a-z]+", text.lower()) for text in texts))

    def nearest(self, text: str) -> Found:
        """Return the teaching nearest to a question; the same for the same text, always."""
        found = features(text, self._mended(text))
        asked = self._weighed(found)
        wanted = unit(asked)
        likeness = dict.fromkeys(self._asked_of, 0.0)
        for each, vector in self._vectors:
            likeness[each.id] = max(likeness[each.id], dot(wanted, vector))
        nearness = {id: WORDING * like + (1 - WORDING) * self._covered(id, asked) for id, like in likeness.items()}
        best, *others = sorted(self._known, key=lambda each: -nearness[each.id])
        ours = found.ideas or len(found.common) > 1 or likeness[best.id] > VERBATIM
        worth = nearness[best.id] * (1.0 if ours else ELSEWHERE)
        least = max(KIN_LEAST, KIN_SHARE * nearness[best.id])
        kin = (each for each in others[:KIN] if ours and nearness[each.id] >= least)
        return Found(best, worth, tuple(kin))

    def _covered(self, id: str, asked: Vector) -> float:
        """Return how much of a question a teaching covers: what it is asked in wholly, what it tells by half."""
        whole = sum(asked.values()) or 1.0
        in_wordings = sum(weight for term, weight in asked.items() if term in self._asked_of[id])
        in_answer = sum(weight for term, weight in asked.items() if term in self._told_of[id] - self._asked_of[id])
        return (in_wordings + in_answer / 2) / whole

    def _mended(self, text: str) -> Mapping[str, str]:
        """Return the slips of a text, each with the known word that was meant."""
        strange = set(re.findall(r"[a-z]+", text[:LONGEST].lower())) - self._words
        meant = {word: mended(word, self._words) for word in strange}
        return {word: known for word, known in meant.items() if known is not None}

    def _weighed(self, found: Features) -> Vector:
        """Return the terms of a text by what they weigh; what no wording holds weighs most, and counts against it."""
        return {term: counts * self._rarity.get(term, self._rarest) for term, counts in found.terms.items()}


def terms_by_teaching(texts: Iterable[tuple[Teaching, Features]]) -> Mapping[str, frozenset[Term]]:
    """Return all terms of the texts of each teaching."""
    found: defaultdict[str, set[Term]] = defaultdict(set)
    for each, text in texts:
        found[each.id].update(text.terms)
    return {id: frozenset(terms) for id, terms in found.items()}


def unit(vector: Vector) -> Vector:
    """Return a vector of length one in the same direction; nothing stays nothing."""
    length = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {term: weight / length for term, weight in vector.items()}


def dot(one: Vector, other: Vector) -> float:
    """Return the dot product of two sparse vectors."""
    return sum(weight * other[term] for term, weight in one.items() if term in other)


@cache
def index() -> Index:
    """Return the index of all teachings, made once."""
    return Index(teachings().values())
