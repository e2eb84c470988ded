"""Judging: a reading against a certificate, total and without sympy; equal quantities get equal feedback."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from engine.answers import Reading, read
from engine.answers.equivalence import Function, equivalent
from engine.answers.growth import same_growth
from engine.answers.points import Secret, this_process
from engine.answers.tree import Node, Number, Product
from engine.answers.units import BYTES
from quizbank.certificate import Certificate
from quizbank.claim import COUNTS, Claim
from quizbank.verdict import LINES, RIGHT, UNGRADABLE, WRONG, Verdict, diagnosed

__all__ = ["LINES", "Verdict", "judge", "same"]

ONE = Fraction(1)
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
    chosen = secret or this_process()
    return equivalent(Function(reading.tree, chosen), Function(other.tree, chosen))


def judge_number(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge a number, or a size in the certificate's unit."""
    if reading.number is None:
        return UNGRADABLE
    if certificate.facts.kind == "number":
        return Claim(reading, Fraction(reading.number), certificate, ONE).verdict()
    unit = BYTES[certificate.unit or "B"]
    return Claim(reading, Fraction(reading.number) / unit, certificate, unit).verdict()


def judge_expression(reading: Reading, certificate: Certificate) -> Verdict:
    """Judge an expression by what it is worth at secret points, the key first, then each trap."""
    symbols = certificate.facts.symbols
    said = Function(known_tree(reading), this_process())
    key = form(certificate.key.text, symbols)
    found = equivalent(said, key)
    if found:
        return RIGHT
    for name, trap in certificate.traps.items():
        if equivalent(said, form(trap.text, symbols)):
            return diagnosed(f"trap.{name}")
    return UNGRADABLE if found is None else other_count(said, key, certificate.unit) or WRONG


def other_count(said: Function, key: Function, unit: str | None) -> Verdict | None:
    """Name twice or half the key where MAC and FLOP were taken for each other."""
    if unit not in COUNTS:
        return None
    one, other = (said, twice(key)) if unit == "MAC" else (twice(said), key)
    if equivalent(one, other):
        return diagnosed("flop-for-mac" if unit == "MAC" else "mac-for-flop")
    return None


def twice(function: Function) -> Function:
    """Return the double of a function."""
    return Function(Product(TWO, function.tree), function.secret)


@lru_cache(maxsize=1024)
def form(text: str, symbols: tuple[str, ...]) -> Function:
    """Read a closed form of a certificate in the reader's own grammar; kept, since a question is answered often."""
    return Function(known_tree(read(text, "expression", symbols=symbols)), this_process())


def known_tree(reading: Reading) -> Node:
    """Return the tree of a reading that is no word."""
    if reading.tree is None:
        raise TypeError(reading.kind)
    return reading.tree


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
