"""Cuts a question asked in figures into the pieces of a closed language; what belongs to none of them is told apart."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

from engine.answers import Ambiguous, Unreadable, numerals, read
from engine.answers.folding import fold
from quizbank.counsel.phrases import Spellings, Tag
from quizbank.counsel.presets import presets
from quizbank.counsel.typos import mended

LONGEST = 200  # characters; who asks in more, asks in words
LARGEST = 10**12  # no size of a model or of a sequence comes near
PAUSES = str.maketrans({"，": ";", "。": ";", "；": ";", "\n": ";", "\u202f": "", "\u00a0": " "})
MAGNITUDES = "".join((*numerals.BIG, *numerals.SMALL))
NUMBER = re.compile(
    r"2\s*(?:\^|\*\*)\s*\d{1,2}|2[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}"
    r"|\d{1,3}(?:,\d{3})+(?![\d.])"
    rf"|\d{{1,13}}(?:\.\d{{1,6}})?(?:e\d{{1,2}})?(?:\s*k(?![a-z])|\s*[{MAGNITUDES}])?(?![a-z0-9_.])"
    rf"|[{numerals.CHARACTERS}]+"
)
ARITHMETIC = re.compile(r"[-+*/×^](?=\S|$)")  # right at a number, it makes a sum of it, and sums are not read here
WORD = re.compile(r"[a-z_][a-z0-9_]*|\d[a-z0-9_.]*|\S")


class Piece(NamedTuple):
    """One piece: a number with its value, or a phrase with everything it may be."""

    tags: frozenset[Tag]
    value: int | None = None
    binary: bool = False  # a k that was taken for 1024

    def within(self, section: str) -> str | None:
        """Return which phrase of a section this is, or None."""
        return next((which for each, which in sorted(self.tags) if each == section), None)


UNKNOWN = Piece(frozenset())


@cache
def book() -> Mapping[str, Any]:
    """Return the word book."""
    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))


@cache
def spellings() -> Spellings:
    """Return every phrase of the language, with all it may be."""
    sections = ("before", "after", "dtypes", "intents", "flags", "every", "bare")
    spelt = ((section, which, phrases) for section in sections for which, phrases in book()[section].items())
    models = (("preset", id, preset.spelt) for id, preset in presets().items())
    return Spellings(
        (phrase, (section, which)) for section, which, phrases in chain(spelt, models) for phrase in phrases
    )


@cache
def budget() -> re.Pattern[str]:
    """Return what makes the number before it a size in bytes."""
    units = "|".join(sorted(map(re.escape, book()["units"]["bytes"]), key=lambda unit: (-len(unit), unit)))
    return re.compile(rf"\s*(?:{units})(?![a-z])")


def scan(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text in order; UNKNOWN for what is none."""
    folded = fold(text[:LONGEST].translate(PAUSES)).lower()
    at = 0
    while at < len(folded):
        if folded[at].isspace():
            at += 1
            continue
        piece, at = piece_at(folded, at)
        yield piece


def piece_at(folded: str, at: int) -> tuple[Piece, int]:
    """Return the piece that begins there, and where it ends."""
    if (phrase := spellings().match(folded, at)) is not None:
        return Piece(phrase.tags), phrase.end
    if (number := NUMBER.match(folded, at)) is not None:
        size = budget().match(folded, number.end()) is not None  # "16 GB" is what is to be had, no length
        sum_of = ARITHMETIC.search(folded, max(0, at - 1), at) or ARITHMETIC.match(folded, number.end())
        return (UNKNOWN if size or sum_of else counted(number.group())), number.end()
    word = WORD.match(folded, at)
    assert word is not None  # \S matches whatever is no space
    meant = mended(word.group(), spellings().words)
    return (UNKNOWN if meant is None else Piece(spellings()[meant])), word.end()


def counted(text: str) -> Piece:
    """Return a number as a piece; UNKNOWN where it is no whole number, or larger than anything here."""
    try:
        value, binary = read(text).value, False
    except Ambiguous as doubt:
        value, binary = doubt.readings[-1].value, True
        if not text.endswith("k"):
            return UNKNOWN
    except Unreadable:
        return UNKNOWN
    if not isinstance(value, int | Fraction) or value.denominator != 1 or not 0 < value <= LARGEST:
        return UNKNOWN
    return Piece(frozenset({("number", "")}), int(value), binary)
