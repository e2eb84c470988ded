"""Leads a question to the teaching nearest to it, and says how near that is: terms weighed by how rare they are."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from heapq import nlargest
from typing import NamedTuple

from quizbank.counsel.features import LONGEST, Features, Term, features, spellings
from quizbank.counsel.phrases import squeezed
from quizbank.counsel.teachings import Teaching, teachings
from quizbank.counsel.typos import mended

NEAR = 0.4  # below this the elder does not answer at once: measured over the questions in tests/counsel
PERHAPS = 0.33  # below this he does not even offer what may have been meant
HALLWARD = 0.2  # below this he does not even name a hall
APART, CLEAR, FURTHER = 0.01, 0.6, 0.04  # how far the best must lead, and how far below CLEAR; else he offers both
KIN, KIN_SHARE, KIN_LEAST = 2, 0.7, 0.3  # how many kin are named, and how near they must be: to the best, at all
WORDING = 0.5  # what the likeness to wordings counts for; the rest is how much of the question the teaching covers
LIKEST = 5  # wordings of a teaching whose likeness counts: the likest for half, all of these for the rest

STRANGE = 0.5  # what a word that no wording holds weighs, of what the rarest would
VERBATIM = 0.9  # a likeness at which a question is one of the wordings
HALFWAY, ELSEWHERE, NOWHERE = 0.75, 0.5, 0.25  # what nearness is worth where two everyday notions, one, or none are all

Vector = Mapping[Term, float]


class Found(NamedTuple):
    """The nearest teaching and its nearness, from 0 to 1."""

    teaching: Teaching
    nearness: float
    kin: tuple[Teaching, ...] = ()  # the next nearest, where they are hardly further
    torn: bool = False  # the next nearest is all but as near

    @property
    def known(self) -> bool:
        """Whether it is near enough to be the answer."""
        return self.nearness >= NEAR and not self.torn

    @property
    def unsure(self) -> bool:
        """Whether it is no answer yet, but worth asking whether it was meant."""
        return self.nearness >= PERHAPS and not self.known

    @property
    def kindred(self) -> bool:
        """Whether it is near enough for its hall to be offered."""
        return self.nearness >= HALLWARD


class Index:
    """Every wording of every teaching, weighed."""

    def __init__(self, known: Iterable[Teaching]) -> None:
        self._known = tuple(known)
        wordings = [(each, read(wording)) for each in self._known for wording in each.asked]
        spread = Counter(term for _, found in wordings for term in found.terms)
        self._rarest = math.log(1 + len(wordings))
        self._rarity = {term: math.log(1 + len(wordings) / count) for term, count in spread.items()}
        self._wordings = [each.id for each, _ in wordings]
        self._exactly = {squeezed(wording): each.id for each in self._known for wording in each.asked}
        self._holding: defaultdict[Term, list[tuple[int, float]]] = defaultdict(list)
        for place, (_, found) in enumerate(wordings):
            for term, weight in unit(self._weighed(found)).items():
                self._holding[term].append((place, weight))
        told = [(each, read(text)) for each in self._known for text in each.told]
        self._asked_of, self._told_of = terms_by_teaching(wordings), terms_by_teaching(told)
        self._terms = frozenset().union(*self._asked_of.values(), *self._told_of.values())
        texts = (text for each in self._known for text in (*each.asked, *each.told))
        self._words = spellings().vocabulary.union(*(re.findall(r"[a-z]+", text.lower()) for text in texts))

    def nearest(self, text: str) -> Found:
        """Return the teaching nearest to a question; the same for the same text, always."""
        found = features(text, self._mended(text))
        asked = self._weighed(found)
        likeness = self._likeness(unit(asked))
        nearness = {id: blend(like, self._covered(id, asked)) for id, like in likeness.items()}
        exactly = self._exactly.get(squeezed(text[:LONGEST]))
        best, *others = sorted(self._known, key=lambda each: (each.id != exactly, -nearness[each.id]))
        verbatim = best.id == exactly or likeness[best.id][0] > VERBATIM
        trusted = trust(found, verbatim=verbatim, strange=self._strange(found))
        worth = 1.0 if best.id == exactly else nearness[best.id] * trusted
        kin = self._kin(others, nearness, nearness[best.id]) if worth >= PERHAPS else ()
        lead = nearness[best.id] - nearness[others[0].id]
        torn = bool(kin) and not verbatim and lead < (APART if worth >= CLEAR else FURTHER)
        return Found(best, worth, kin, torn)

    def _kin(self, others: Sequence[Teaching], nearness: Mapping[str, float], best: float) -> tuple[Teaching, ...]:
        """Return the next nearest, of those that are hardly further than the best."""
        least = max(KIN_LEAST, KIN_SHARE * best)
        return tuple(each for each in others[:KIN] if nearness[each.id] >= least)

    def _likeness(self, wanted: Vector) -> Mapping[str, Sequence[float]]:
        """Return by teaching how like a question of length one is to the likest of its wordings, the likest first."""
        products: defaultdict[int, float] = defaultdict(float)
        for term, weight in wanted.items():
            for place, theirs in self._holding.get(term, ()):
                products[place] += weight * theirs
        likeness: dict[str, list[float]] = {id: [0.0] * LIKEST for id in self._asked_of}
        for place, product in products.items():
            likeness[self._wordings[place]].append(product)
        return {id: nlargest(LIKEST, found) for id, found in likeness.items()}

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
        """Return the terms of a text by what they weigh; what no wording holds counts against it."""
        return {term: counts * self._weight(term) for term, counts in found.terms.items()}

    def _strange(self, found: Features) -> bool:
        """Tell whether a text holds anything that no wording and no answer holds."""
        return any(term not in self._terms for term in found.terms)

    def _weight(self, term: Term) -> float:
        """Return what a term weighs: the rarer, the more; of strange words there are many in any talk."""
        return self._rarity.get(term, self._rarest * (1.0 if term[0] == "foreign" else STRANGE))


def trust(found: Features, *, verbatim: bool, strange: bool) -> float:
    """Return what the nearness of a question is worth: less, the less in it is talked of in these halls alone."""
    if found.foreign:
        return ELSEWHERE
    if found.ideas or len(found.common) > 1 or (verbatim and not strange):
        return 1.0
    everyday = len(found.common) + len(found.plain)
    return HALFWAY if everyday > 1 else ELSEWHERE if everyday else NOWHERE


def blend(likeness: Sequence[float], covered: float) -> float:
    """Return one nearness; of the likenesses the first counts for half, their mean for the rest."""
    alike = (likeness[0] + sum(likeness) / len(likeness)) / 2
    return WORDING * alike + (1 - WORDING) * covered


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


@cache
def read(text: str) -> Features:
    """Return what a wording or an answer is compared by; kept until the index is made of it."""
    return features(text)


@cache
def index() -> Index:
    """Return the index of all teachings, made once; the texts that were read before are not read again."""
    made = Index(teachings().values())
    read.cache_clear()
    return made
