"""The bank: a pack's halls in the tour's order, its certificates, and, when asked for, its families.

Opening it reads the tour alone. sympy, torch come with the families; asking and judging by certificate need neither.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files

from quizbank.archive import FILE, Archive, read_stored
from quizbank.certificate import Certificate, FamilyFacts, Number
from quizbank.family import Family
from quizbank.hall import Hall
from quizbank.malformed import Malformed


class Bank:
    """One opened pack."""

    def __init__(self, pack: str, halls: Mapping[str, Hall]) -> None:
        self.pack = pack
        self.halls = halls

    @cached_property
    def certificates(self) -> Mapping[str, Sequence[Certificate]]:
        """The committed certificates by family id."""
        return self._archive

    @cached_property
    def facts(self) -> Mapping[str, FamilyFacts]:
        """What is true of each certified family, by id; imports no problem."""
        return self._archive.facts

    @cached_property
    def families(self) -> Mapping[str, type[Family]]:
        """The families by id, in the tour's order; imports the problems of every hall."""
        found: dict[str, type[Family]] = {}
        for hall in self.halls.values():
            for name, family in hall.families.items():
                if name in found:
                    raise Malformed(f"{hall.id}/problems.py", name, f"is a family of {found[name].__module__} already")
                found[name] = family
        return found

    def certificate(self, family: str, numbers: Mapping[str, Number]) -> Certificate:
        """Return the committed certificate of these very numbers; KeyError where there is none."""
        for certificate in self.certificates[family]:
            if certificate.numbers == numbers:
                return certificate
        raise KeyError(f"{family} has no certificate for {dict(numbers)}")

    def hall_of(self, family: str) -> Hall:
        """Return the hall where a family is taught."""
        return self.halls[self.facts[family].hall]

    def check(self) -> None:
        """Read every hall in full; Malformed names the file and key of the first fault."""
        assert all(self.certificates[family] is not None for family in self.facts)  # each was read
        for facts in self.facts.values():
            if facts.hall not in self.halls:
                raise Malformed(FILE, f"{facts.id}.hall", f"is {facts.hall}, which is no hall")
            if f"skills.{facts.skill}" not in self.halls[facts.hall].lines:
                raise Malformed(f"{facts.hall}/zh-CN.toml", f"skills.{facts.skill}", f"{facts.id} trains it")
        for hall in self.halls.values():
            for need in hall.needs:
                if need not in self.halls:
                    raise Malformed(f"{hall.id}/hall.toml", "needs", f"wants {need}, which is no hall")
            for beat in hall.beats:
                for family, numbers in beat.problems():
                    self._check_certified(hall, beat.id, family, numbers)

    def _check_certified(self, hall: Hall, beat: str, family: str, numbers: Mapping[str, Number] | None) -> None:
        """Refuse a beat that asks or cites a problem nobody has proved."""
        known = self.certificates.get(family, ())
        if not known or not (numbers is None or any(each.numbers == numbers for each in known)):
            wanted = family if numbers is None else f"{family} {dict(numbers)}"
            raise Malformed(f"{hall.id}/hall.toml", beat, f"wants {wanted}, which has no certificate")

    @cached_property
    def _archive(self) -> Archive:
        return Archive({hall.id: read_stored(hall.folder) for hall in self.halls.values()})


def open_bank(pack: str = __package__) -> Bank:
    """Open a package that has a `tour.toml` and `halls/`; Malformed where the tour names a hall that is not there."""
    root = files(pack)
    try:
        tour = tomllib.loads((root / "tour.toml").read_text(encoding="utf-8"))["halls"]
    except (OSError, KeyError, ValueError) as error:
        raise Malformed(f"{pack}/tour.toml", "halls", str(error)) from error
    if not isinstance(tour, list) or not all(isinstance(name, str) for name in tour):
        raise Malformed(f"{pack}/tour.toml", "halls", "is no list of names")
    for name in tour:
        if not (root / "halls" / name / "hall.toml").is_file():
            raise Malformed(f"{pack}/tour.toml", name, "is no hall: it has no hall.toml")
    return Bank(pack, {name: Hall(name, f"{pack}.halls.{name}") for name in tour})
