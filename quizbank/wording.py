"""Words a problem by its certificate: question, hint, solution and what is said of each trap, in either language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from quizbank.bank import Bank
from quizbank.certificate import Certificate, Exact, Number
from quizbank.figures import Value, write, write_points
from quizbank.options import shown

RATIONAL = re.compile(r"-?\d+/\d+")


def values_of(certificate: Certificate) -> Mapping[str, Value]:
    """Return what a problem's lines may name: its numbers, the steps of its solution, and the key."""
    numbers = {name: rational(number) for name, number in certificate.numbers.items()}
    return {**certificate.steps, **numbers, "key": certificate.key}


def rational(number: Number) -> Value:
    """Return a parameter as the number it is where JSON holds it as "9/10"; a name stays a name."""
    return Fraction(number) if isinstance(number, str) and RATIONAL.fullmatch(number) else number


def word(bank: Bank, certificate: Certificate, part: str, language: str) -> str:
    """Return one line of a problem: "question", "hint", "solution" or "traps.<name>"."""
    lines = bank.halls[certificate.facts.hall].lines
    return lines.say(f"families.{certificate.family}.{part}", language, **values_of(certificate))


def written(bank: Bank, certificate: Certificate, exact: Exact, language: str) -> str:
    """Return a key or a trap as a reader sees it: a number, a closed form, or the option as it is shown."""
    if certificate.facts.kind in ("choice", "word"):
        return shown(certificate.facts, exact.text, bank.halls[certificate.facts.hall].lines, language)
    return write(exact)


def written_value(bank: Bank, certificate: Certificate, measured: str, language: str) -> str:
    """Return what an instrument said as a reader sees it."""
    match certificate.facts.kind:
        case "choice" | "word":
            return shown(certificate.facts, measured, bank.halls[certificate.facts.hall].lines, language)
        case "expression" | "growth":
            return write_points(measured)
        case _:
            return write(int(measured) if measured.lstrip("-").isdecimal() else as_number(measured))


def as_number(measured: str) -> Value:
    """Return a measured ratio as it is, anything else as the float it was."""
    return Fraction(measured) if "/" in measured else float(measured)
