"""Words a problem by its certificate: question, hint, solution and what is said of each trap, in either language."""

from __future__ import annotations

from collections.abc import Mapping

from quizbank.bank import Bank
from quizbank.certificate import Certificate
from quizbank.figures import Value


def values_of(certificate: Certificate) -> Mapping[str, Value]:
    """Return what a problem's lines may name: its numbers, the key, the steps of its solution, and its traps."""
    return {**certificate.traps, **certificate.steps, **certificate.numbers, "key": certificate.key}


def word(bank: Bank, certificate: Certificate, part: str, language: str) -> str:
    """Return one line of a problem: "question", "hint", "solution" or "traps.<name>"."""
    lines = bank.halls[certificate.facts.hall].lines
    return lines.say(f"families.{certificate.family}.{part}", language, **values_of(certificate))
