"""Keeps a hall's certificates in `certificates.json`: the families' facts, then one problem a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from quizbank.certificate import Certificate, FamilyFacts, dump_facts, load_facts

FILE = "certificates.json"


class Archive(Mapping[str, Sequence[Certificate]]):
    """One or more halls' certificates by family; each family's are built when first asked for."""

    def __init__(self, stored: Sequence[Mapping[str, Any]]) -> None:
        self.facts: dict[str, FamilyFacts] = {
            family: load_facts(facts) for hall in stored for family, facts in hall["families"].items()
        }
        self._problems = {family: problems for hall in stored for family, problems in hall["problems"].items()}
        self._built: dict[str, tuple[Certificate, ...]] = {}

    def __getitem__(self, family: str) -> tuple[Certificate, ...]:
        if family not in self._built:
            facts = self.facts[family]
            self._built[family] = tuple(Certificate.load(problem, facts) for problem in self._problems[family])
        return self._built[family]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)


def read_stored(folder: Traversable | Path) -> dict[str, Any]:
    """Return a hall's stored certificates; a hall that asks nothing may have no such file."""
    file = folder / FILE
    if not file.is_file():
        return {"families": {}, "problems": {}}
    stored: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return stored


def write_archive(folder: Path, certificates: Mapping[str, Sequence[Certificate]]) -> None:
    """Write a hall's certificates, the same text for the same problems."""
    (folder / FILE).write_text(dump_archive(certificates), encoding="utf-8")


def dump_archive(certificates: Mapping[str, Sequence[Certificate]]) -> str:
    """Return the text of `certificates.json`."""
    facts = (f"{dumps(family)}: {dumps(dump_facts(problems[0].facts))}" for family, problems in certificates.items())
    families = (dump_family(family, problems) for family, problems in certificates.items())
    return f'{{"families": {{\n{joined(facts)}\n}},\n"problems": {{\n{joined(families)}\n}}}}\n'


def dump_family(family: str, problems: Sequence[Certificate]) -> str:
    """Return one family's problems, one a line."""
    return f"{dumps(family)}: [\n{joined(dumps(problem.dump_problem()) for problem in problems)}\n]"


def joined(lines: Iterator[str]) -> str:
    """Return the members of a JSON array or object, one a line."""
    return ",\n".join(lines)


def dumps(value: Any) -> str:
    """Return JSON in the one form the archive uses."""
    return json.dumps(value, ensure_ascii=False)
