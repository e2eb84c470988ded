"""What the elder has answers to: each with its hall, the wordings people ask it in, and the problem it cites."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from quizbank.bank import Bank
from quizbank.certificate import Number
from quizbank.figures import Value
from quizbank.lines import LANGUAGES, Lines
from quizbank.wording import values_of


class Cite(NamedTuple):
    """A proved problem whose figures an answer tells."""

    family: str
    numbers: Mapping[str, Number]


class Teaching(NamedTuple):
    """One thing the elder can answer."""

    id: str
    hall: str  # where it is taught
    asked: tuple[str, ...]  # wordings, in both languages
    told: tuple[str, ...]  # the answer in both languages, its placeholders bare
    cite: Cite | None = None

    def values(self, bank: Bank) -> Mapping[str, Value]:
        """Return the figures its answer tells; KeyError where the bank does not prove that problem."""
        return values_of(bank.certificate(self.cite.family, self.cite.numbers)) if self.cite else {}


@cache
def teaching_lines() -> Lines:
    """Return the wordings and answers in both languages, by `<id>.asked` and `<id>.answer`."""
    return Lines.load(files(__package__))


@cache
def teachings() -> Mapping[str, Teaching]:
    """Return everything the elder answers, by id, in the order of the halls."""
    stored = tomllib.loads((files(__package__) / "entries.toml").read_text(encoding="utf-8"))
    cites = {id: Cite(**cite) for id, cite in stored["cites"].items()}
    return {id: teaching(id, hall, cites.get(id)) for hall, ids in stored["halls"].items() for id in ids}


def teaching(id: str, hall: str, cite: Cite | None) -> Teaching:
    """Return one teaching with its words."""
    lines = teaching_lines()
    asked = tuple(wording for language in LANGUAGES for wording in lines.spelled(f"{id}.asked", language))
    told = tuple(lines.spelled(f"{id}.answer", language)[0] for language in LANGUAGES)
    return Teaching(id, hall, asked, told, cite)
