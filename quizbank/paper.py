"""A printed problem sheet and its key: drawn from the certificates alone, the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from quizbank.bank import Bank
from quizbank.certificate import Certificate
from quizbank.options import offered
from quizbank.wording import word, written, written_value

ASKS_TO_CHOOSE = ("choice", "word")


class Trap(NamedTuple):
    """A wrong answer with a name: what it comes to, and what is said of it."""

    value: str
    line: str


class Problem(NamedTuple):
    """One problem, worded."""

    question: str
    options: tuple[tuple[str, str], ...]  # label and text
    unit: str | None
    key: str
    measured: str
    how: str
    solution: str
    traps: tuple[Trap, ...]


class Paper(NamedTuple):
    """A sheet in one language."""

    language: str
    seed: int
    problems: tuple[Problem, ...]


def paper(bank: Bank, families: Sequence[str], seed: int, language: str) -> Paper:
    """Word the problems of a sheet; KeyError where there is no such family."""
    problems = tuple(worded(bank, certificate, language) for certificate in drawn(bank, families, seed))
    return Paper(language, seed, problems)


def drawn(bank: Bank, families: Sequence[str], seed: int) -> tuple[Certificate, ...]:
    """Draw one problem for each family named, another one where a family is named again.

    KeyError where there is no such family; a family named more often than it has problems begins anew.
    """
    random = Random(seed)
    left: dict[str, list[Certificate]] = {}
    problems = []
    for family in families:
        if not left.get(family):
            left[family] = shuffled(bank.certificates[family], random)
        problems.append(left[family].pop())
    return tuple(problems)


def shuffled(certificates: Sequence[Certificate], random: Random) -> list[Certificate]:
    """Return a family's problems in a drawn order."""
    return random.sample(certificates, len(certificates))


def worded(bank: Bank, certificate: Certificate, language: str) -> Problem:
    """Return a problem in words."""
    facts, lines = certificate.facts, bank.hall_of(certificate.family).lines
    chosen = facts.kind in ASKS_TO_CHOOSE
    return Problem(
        question=word(bank, certificate, "question", language),
        options=tuple(offered(facts, lines, language).items()) if chosen else (),
        unit=facts.unit,
        key=written(bank, certificate, certificate.key, language),
        measured=written_value(bank, certificate, certificate.measured, language),
        how=certificate.how,
        solution=word(bank, certificate, "solution", language),
        traps=tuple(
            Trap(written(bank, certificate, trap, language), word(bank, certificate, f"traps.{name}", language))
            for name, trap in certificate.traps.items()
        ),
    )
