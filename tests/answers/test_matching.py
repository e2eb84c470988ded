"""Eighteen answers that well-known quiz bots misjudge, each judged here as a person would.

The rows are those of a survey of five bots' matching rules: a right answer they refuse, or a wrong one they take.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.answers import Ambiguous, Unreadable, read
from quizbank.certificate import Certificate, Exact, FamilyFacts, Kind
from quizbank.judging import judge

WORDS = ("FlashAttention", "encoder", "decoder")

ROWS: tuple[tuple[Kind, str, str, bool], ...] = (
    ("number", "262144", "262144", True),
    ("number", "262144", "262,144", True),
    ("number", "262144", "262144.", True),
    ("number", "262144", "２６２１４４", True),
    ("number", "262144", "262145", False),
    ("number", "262144", "262199", False),
    ("number", "67108864", "67108865", False),
    ("number", "137438953472", "137438953473", False),
    ("number", "64", "-64", False),
    ("number", "64", "64 or 32 or 16", False),
    ("number", "262144", "1 4096 262144 67108864", False),
    ("quantity", "128 GB", "128GB", True),
    ("number", "3/2", "15", False),
    ("number", "1/8", "1/8", True),
    ("number", "1/8", ".125", True),
    ("number", "262144", "2^18", True),
    ("word", "FlashAttention", "flash attention", True),
    ("word", "encoder", "decoder", False),
)


def accepted(kind: Kind, key: str, text: str) -> bool:
    """Whether a text is taken as the right answer; one that cannot be read, or is read in two ways, is not."""
    amount, _, unit = key.partition(" ")
    symbols = WORDS if kind == "word" else ()
    facts = FamilyFacts("x.any", "x", "any", 1, kind, unit or None, Fraction(0), None, symbols)
    right = Exact.load([amount] if kind == "word" else amount)
    held = Certificate(facts, {}, right, {}, amount, amount, "any")
    try:
        reading = read(text, kind, symbols=symbols)
    except (Ambiguous, Unreadable):
        return False
    return judge(reading, held).kind == "correct"


@pytest.mark.parametrize(("kind", "key", "text", "holds"), ROWS, ids=[f"{key}: {text}" for _, key, text, _ in ROWS])
def test_each_is_judged_as_a_person_would(kind: Kind, key: str, text: str, holds: bool) -> None:
    assert accepted(kind, key, text) is holds


def test_there_are_eighteen_of_them() -> None:
    assert len(ROWS) == len(set(ROWS)) == 18
