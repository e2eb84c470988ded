"""Judging: a reading against a certificate, total and without sympy; equal quantities get equal feedback."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from engine.answers import Reading, read
from engine.answers.equivalence import equivalent
from engine.answers.growth import same_growth
from engine.answers.points import Secret, this_process
from engine.answers.tree import Node, Number, Product
from engine.answers.units import BYTES
from quizbank.certificate import Certificate
from quizbank.claim import COUNTS, Claim
from quizbank.verdict import LINES, RIGHT, UNGRADABLE, WRONG, Verdict, diagnosed

__all__ = ["LINES", "Verdict", "judge", "same"]

TWO = Number(2, "2", False)


def judge(reading: Reading, certificate: Certificate) -> Verdict:
    """Return the verdict on `reading`; whatever fails inside is "ungradable", never "wrong"."""
    try:
        return JUDGES[certificate.facts.kind](reading, certificate)
    except Exception:
        return UNGRADABLE


def same(reading: Reading, other: Reading, secret: Secret | None = None) -> bool | None:
    """Tell whether two expressions are the same function; None = undecided, which is never "wrong"."""
    if reading.tree is None or other.tree is None:
        return None
    if reading.kind == "growth" or other.kind == "growth":
        return same_growth(reading.tree, other.tree)
    return equivalent(reading.tree, other.tree, secret or this_process())


def judge_number(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge a number, or a size in the certificate's unit."""
    if reading.number is None:
        return UNGRADABLE
    unit = BYTES[certificate.unit or "B"] if certificate.facts.kind == "quantity" else Fraction(1)
    return Claim(reading, Fraction(reading.number) / unit, certificate, unit).verdict()


def judge_expression(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge an expression by what it is worth at secret points, the key first, then each trap."""
    symbols = certificate.facts.symbols
    key = form(certificate.key.text, symbols)
    found = same(reading, key)
    if found:
        return RIGHT
    for name, trap in certificate.traps.items():
        if same(reading, form(trap.text, symbols)):
            return diagnosed(f"trap.{name}")
    return UNGRADABLE if found is None else expression_in_other_count(reading, key, certificate.unit) or WRONG


def expression_in_other_count(reading: Reading, key: Reading, unit: str | None) -> Verdict | None:
    """Name twice or half the key where MAC and FLOP were taken for each other."""
    if unit not in COUNTS or reading.tree is None or key.tree is None:
        return None
    one, other = (reading.tree, doubled(key.tree)) if unit == "MAC" else (doubled(reading.tree), key.tree)
    if equivalent(one, other, this_process()):
        return diagnosed("flop-for-mac" if unit == "MAC" else "mac-for-flop")
    return None


def doubled(tree: Node) -> Node:
    """Return twice a tree."""
    return Product(TWO, tree)


@lru_cache(maxsize=1024)
def form(text: str, symbols: tuple[str, ...]) -> Reading:
    """Read a closed form of a certificate in the reader's own grammar; kept, since a question is answered often."""
    return read(text, "expression", symbols=symbols)


def judge_growth(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge an order of growth: constants and dominated terms do not count."""
    symbols = certificate.facts.symbols
    key = read(certificate.key.text, "growth", symbols=symbols)
    found = same(reading, key)
    if found:
        return RIGHT
    for name, trap in certificate.traps.items():
        if same(reading, read(trap.text, "growth", symbols=symbols)):
            return diagnosed(f"trap.{name}")
    return UNGRADABLE if found is None else WRONG


def judge_word(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge a chosen word or option by its first spelling."""
    if reading.word is None:
        return UNGRADABLE
    if reading.word == first_spelling(certificate.key.text):
        return RIGHT
    for name, trap in certificate.traps.items():
        if reading.word == first_spelling(trap.text):
            return diagnosed(f"trap.{name}")
    return WRONG


def first_spelling(option: str) -> str:
    """Return the spelling that a reading of this option holds."""
    return option.partition("|")[0]


JUDGES: dict[str, Callable[[Reading, Certificate], Verdict]] = {
    "number": judge_number,
    "quantity": judge_number,
    "expression": judge_expression,
    "growth": judge_growth,
    "choice": judge_word,
    "word": judge_word,
}
