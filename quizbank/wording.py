"""Words a problem by its certificate: question, hint, solution and what is said of each trap, in either language."""

from __future__ import annotations

from collections.abc import Mapping

from quizbank.bank import Bank
from quizbank.certificate import Certificate, Exact
from quizbank.figures import Value, write, write_points
from quizbank.options import shown


def values_of(certificate: Certificate) -> Mapping[str, Value]:
    """Return what a problem's lines may name: its numbers, the steps of its solution, and the key."""
    return {**certificate.steps, **certificate.numbers, "key": certificate.key}


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
    return measured if "/" in measured else float(measured)
