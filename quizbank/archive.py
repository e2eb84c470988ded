"""Keeps a hall's certificates in `certificates.json`: the families' facts, then one problem a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from quizbank.certificate import Certificate, FamilyFacts, dump_facts, load_facts
from quizbank.malformed import Malformed

FILE = "certificates.json"
WHOLE = "the whole file"
PARTS = ("families", "problems")

Built = TypeVar("Built")


class Archive(Mapping[str, Sequence[Certificate]]):
    """Halls' certificates by family; each family's are built when first asked for. Malformed names file and family."""

    def __init__(self, stored: Mapping[str, Mapping[str, Any]]) -> None:
        self.facts: dict[str, FamilyFacts] = {
            family: shaped(hall, family, partial(load_facts, facts))
            for hall, file in stored.items()
            for family, facts in file["families"].items()
        }
        self._problems = {
            family: (hall, problems) for hall, file in stored.items() for family, problems in file["problems"].items()
        }
        self._built: dict[str, tuple[Certificate, ...]] = {}

    def __getitem__(self, family: str) -> tuple[Certificate, ...]:
        if family not in self._built:
            facts = self.facts[family]
            hall, problems = self._problems[family]
            self._built[family] = shaped(
                hall, family, lambda: tuple(Certificate.load(each, facts) for each in problems)
            )
        return self._built[family]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)


def shaped(hall: str, family: str, build: Callable[[], Built]) -> Built:
    """Build from what is stored of a family; Malformed where it has another shape."""
    try:
        return build()
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Malformed(f"{hall}/{FILE}", family, f"{type(error).__name__}: {error}") from error


def read_stored(folder: Traversable | Path) -> dict[str, Any]:
    """Return a hall's stored certificates; a hall that asks nothing may have no such file."""
    file = folder / FILE
    if not file.is_file():
        return {"families": {}, "problems": {}}
    name = f"{folder.name}/{FILE}"
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Malformed(name, WHOLE, str(error)) from error
    if not isinstance(stored, dict) or not all(isinstance(stored.get(part), dict) for part in PARTS):
        raise Malformed(name, WHOLE, f"is no object of {' and '.join(PARTS)}")
    families, problems = (stored[part] for part in PARTS)
    for family in families.keys() ^ problems.keys():
        raise Malformed(name, family, "has facts or problems, and not the other")
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
