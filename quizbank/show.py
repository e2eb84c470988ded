"""Shows the bank: what families there are, and one problem with everything that was proved about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizbank.bank import Bank
from quizbank.certificate import Certificate, Number, dump_facts
from quizbank.options import offered
from quizbank.wording import word, written, written_value


def listing(bank: Bank, language: str) -> list[dict[str, Any]]:
    """Return one row a family, in the tour's order: its facts, the hall's name, how many problems it has."""
    return [
        {
            **dump_facts(facts),
            "hall_name": bank.halls[facts.hall].lines.say("hall.name", language),
            "problems": len(bank.certificates[family]),
        }
        for family, facts in bank.facts.items()
    ]


def showing(bank: Bank, family: str, language: str, numbers: Mapping[str, Number] | None = None) -> dict[str, Any]:
    """Return one problem of a family, worded, with both witnesses; without numbers, its first.

    KeyError names a family that is not there, or numbers it has no certificate for.
    """
    certificate = bank.certificates[family][0] if numbers is None else bank.certificate(family, numbers)
    lines = bank.hall_of(family).lines
    chosen = certificate.facts.kind in ("choice", "word")
    return {
        "family": family,
        **certificate.dump_problem(),
        "facts": dump_facts(certificate.facts),
        "question": word(bank, certificate, "question", language),
        "hint": word(bank, certificate, "hint", language),
        "solution": word(bank, certificate, "solution", language),
        "traps": worded_traps(bank, certificate, language),
        "options": offered(certificate.facts, lines, language) if chosen else {},
        "derived": certificate.key.text,
        "key_shown": written(bank, certificate, certificate.key, language),
        "measured_shown": written_value(bank, certificate, certificate.measured, language),
        "unit": certificate.unit,
    }


def worded_traps(bank: Bank, certificate: Certificate, language: str) -> dict[str, dict[str, str]]:
    """Return each trap's value, as it is stored and as it is shown, and what is said to one who fell into it."""
    return {
        name: {
            "value": trap.text,
            "shown": written(bank, certificate, trap, language),
            "line": word(bank, certificate, f"traps.{name}", language),
        }
        for name, trap in certificate.traps.items()
    }
