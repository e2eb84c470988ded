"""A book of lines in both languages, checked when it is loaded: same keys, same order, same placeholders."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from quizbank.certificate import Exact
from quizbank.figures import Value
from quizbank.line import Line, is_plural_table, load_line
from quizbank.malformed import Malformed

LANGUAGES = ("zh-CN", "en")  # the first is the original voice
FAMILIES = "families."  # before the keys of a family's own lines


class Lines:
    """Both languages of one book."""

    def __init__(self, books: Mapping[str, Mapping[str, Line]]) -> None:
        self._books = books
        self.keys = tuple(books[LANGUAGES[0]])

    @classmethod
    def load(cls, folder: Path | Traversable, prefix: str = "") -> Lines:
        """Read `{zh-CN,en}.toml`, or `{prefix}.{zh-CN,en}.toml`; Malformed names the file and the key that differ."""
        names = {language: f"{prefix}.{language}.toml" if prefix else f"{language}.toml" for language in LANGUAGES}
        books = {language: read_book(folder / name, name) for language, name in names.items()}
        original = books[LANGUAGES[0]]
        for language in LANGUAGES[1:]:
            compare(original, books[language], names[language])
        return cls(books)

    def say(self, key: str, language: str, /, **values: Value) -> str:
        """Return the line of that key, filled in; KeyError where there is no such key, language or value.

        `key` is positional, so that a placeholder may be called {key}.
        """
        if key.startswith(FAMILIES):
            values = {name: self._named(key, language, value) for name, value in values.items()}
        return self._books[language][key].say(language, values)

    def spelled(self, key: str, language: str) -> list[str]:
        """Return the spellings of an option or of a word that a question prints; the first is the one shown."""
        return self._books[language][key].forms["other"].split("|")

    def _named(self, key: str, language: str, value: Value) -> Value:
        """Return a value as its family names it: ids of options and of printed words are no words yet."""
        text = value.text if isinstance(value, Exact) and value.value is None else value
        if not isinstance(text, str):
            return value
        family = ".".join(key.split(".")[:3])
        names = (f"{family}.{part}.{text}" for part in ("options", "words"))
        name = next((name for name in names if name in self), None)
        return value if name is None else self.spelled(name, language)[0]

    def placeholders(self, key: str) -> frozenset[str]:
        """Return the names that a line wants filled in."""
        return self._books[LANGUAGES[0]][key].placeholders

    def __contains__(self, key: str) -> bool:
        return key in self._books[LANGUAGES[0]]


def read_book(file: Path | Traversable, name: str) -> dict[str, Line]:
    """Return the lines of one language by dotted key, in the file's order."""
    try:
        stored = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(name, "the whole file", str(error)) from error
    book = {}
    for key, line in flatten(stored):
        try:
            book[key] = load_line(line)
        except (TypeError, ValueError) as error:
            raise Malformed(name, key, str(error)) from error
    return book


def flatten(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Walk nested tables: `[hall] name` is "hall.name"."""
    for name, stored in table.items():
        key = f"{above}.{name}" if above else name
        if isinstance(stored, dict) and not is_plural_table(stored):
            yield from flatten(stored, key)
        else:
            yield key, stored


def compare(original: Mapping[str, Line], other: Mapping[str, Line], name: str) -> None:
    """Raise Malformed at the first key where the other language departs from the original."""
    for key in original:
        if key not in other:
            raise Malformed(name, key, "is missing here")
    for key, expected in zip(other, original, strict=False):
        if key != expected:
            raise Malformed(name, key, f"stands where the original has {expected}")
    for key in other:
        if key not in original:
            raise Malformed(name, key, "is unknown to the original")
    for key, line in original.items():
        if line.placeholders != other[key].placeholders:
            ours, theirs = sorted(line.placeholders), sorted(other[key].placeholders)
            raise Malformed(name, key, f"has the placeholders {theirs} where the original has {ours}")
