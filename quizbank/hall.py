"""A hall: a folder with its beats, its lines in both languages, its families and its exhibits, read when first used."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import isclass
from types import ModuleType
from typing import Any, TypeGuard, cast

from quizbank.beat import Beat, Show, Turn, load_beat
from quizbank.certificate import Number
from quizbank.family import Family
from quizbank.lines import Lines
from quizbank.malformed import Malformed
from quizbank.picture import Picture
from quizbank.shape import tables

Exhibit = Callable[[Mapping[str, Number]], Picture]


@dataclass(frozen=True)
class Hall:
    """One hall of a pack."""

    id: str
    package: str  # "quizbank.halls.dial"

    @cached_property
    def folder(self) -> Traversable:
        """Where its files are."""
        return files(self.package)

    @cached_property
    def lines(self) -> Lines:
        """Its words: `hall.name`, `tale.*`, `exhibit.*`, `families.*`; Malformed names the file and key at fault."""
        return Lines.load(self.folder)

    @cached_property
    def beats(self) -> tuple[Beat, ...]:
        """Its tour, in order; Malformed names the beat that is wrong."""
        beats = tuple(read_beats(self._stored, f"{self.id}/hall.toml"))
        names = [beat.id for beat in beats]
        for beat in beats:
            if names.count(beat.id) > 1:
                raise Malformed(f"{self.id}/hall.toml", beat.id, "names two beats")
            self._check_lines(beat)
        return beats

    @cached_property
    def _stored(self) -> Mapping[str, Any]:
        """Its `hall.toml`."""
        return read_stored_hall(self.folder / "hall.toml", f"{self.id}/hall.toml")

    def _check_lines(self, beat: Beat) -> None:
        """Refuse a beat that says a line the hall has not, or one with figures though it cites no problem."""
        for key in beat.says():
            if f"tale.{key}" not in self.lines:
                raise Malformed(f"{self.id}/hall.toml", beat.id, f"says tale.{key}, which is no line of the hall")
            if beat.cites is None and self.lines.placeholders(f"tale.{key}"):
                raise Malformed(f"{self.id}/hall.toml", beat.id, f"says tale.{key} with figures, and cites no problem")

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The halls to be cleared before its door opens."""
        needs = self._stored.get("needs", [])
        if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
            raise Malformed(f"{self.id}/hall.toml", "needs", "is no list of halls")
        return tuple(needs)

    @cached_property
    def families(self) -> Mapping[str, type[Family]]:
        """Its families by id, in the order they are written; imports the problems, and with them sympy and torch."""
        found: dict[str, type[Family]] = {}
        for module in self._problem_modules():
            found.update((family.id, family) for family in vars(module).values() if is_family_of(module, family))
        return found

    def exhibit(self, name: str) -> Exhibit:
        """Return an exhibit by its name in `exhibit.py`; imports torch."""
        return cast(Exhibit, getattr(import_module(f"{self.package}.exhibit"), name))

    @property
    def exhibits(self) -> tuple[str, ...]:
        """The names of the exhibits its beats show."""
        return tuple(dict.fromkeys(beat.exhibit for beat in self.beats if isinstance(beat, Show | Turn)))

    def _problem_modules(self) -> Iterator[ModuleType]:
        """Yield `problems.py`, then every `*_problems.py` of a hall that has too many for one file."""
        files = (file.name for file in self.folder.iterdir() if file.name.endswith("problems.py"))
        for name in sorted(files, key=lambda name: (name != "problems.py", name)):
            yield import_module(f"{self.package}.{name.removesuffix('.py')}")


def is_family_of(module: ModuleType, thing: object) -> TypeGuard[type[Family]]:
    """Tell whether a name of the module is a family written there; a base without an id is none."""
    return isclass(thing) and issubclass(thing, Family) and thing.__module__ == module.__name__ and "id" in vars(thing)


def read_beats(stored: Mapping[str, Any], name: str) -> Iterator[Beat]:
    """Yield the beats of a `hall.toml`."""
    try:
        beats = tables(stored.get("beat", []))
    except TypeError as error:
        raise Malformed(name, "beat", str(error)) from error
    for place, table in enumerate(beats, start=1):
        try:
            yield load_beat(table)
        except (KeyError, TypeError, ValueError) as error:
            raise Malformed(name, f"beat {table.get('id', place)}", str(error)) from error


def read_stored_hall(file: Traversable, name: str) -> dict[str, Any]:
    """Return a `hall.toml` as it is stored."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(name, "the whole file", str(error)) from error
