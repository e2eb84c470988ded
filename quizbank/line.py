"""One line of text: its placeholders, its plural forms, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from quizbank.figures import Value, write

CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})  # of Unicode's plural rules
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Line(NamedTuple):
    """A sentence with bare placeholders, in as many plural forms as the language needs."""

    forms: Mapping[str, str]  # by category; a line without plural has "other" alone
    plural: str = "count"  # the placeholder whose value chooses the form

    @property
    def placeholders(self) -> frozenset[str]:
        """The names to be filled in, over all forms."""
        return frozenset().union(*(placeholders(form) for form in self.forms.values()))

    def say(self, language: str, values: Mapping[str, Value]) -> str:
        """Fill the line in; a missing value raises KeyError, a value not needed is left."""
        form = self.forms["other"]
        if len(self.forms) > 1 and not isinstance(values[self.plural], str):  # a letter for a number has no plural
            form = self.forms.get(category(language, values[self.plural]), form)
        names = placeholders(form)
        return form.format_map({name: write(values[name]) for name in names}) if names else unfilled(form)


def is_plural_table(stored: Mapping[str, Any]) -> bool:
    """Tell a table of plural forms from a table of lines."""
    return "other" in stored and stored.keys() <= CATEGORIES | {"plural"}


def load_line(stored: Any) -> Line:
    """Read a line as TOML holds it; TypeError where it is no text, ValueError where a placeholder is no bare name."""
    if isinstance(stored, str):
        line = Line({"other": stored})
    elif isinstance(stored, dict):
        forms = {name: form for name, form in stored.items() if name != "plural"}
        line = Line(forms, stored.get("plural", "count"))
    else:
        raise TypeError(f"{stored!r} is no line")
    _ = line.placeholders  # refuses what is no bare name
    return line


@cache
def placeholders(form: str) -> frozenset[str]:
    """Return the names in braces.

    >>> sorted(placeholders("{n} tokens, {h} heads"))
    ['h', 'n']
    """
    names = set()
    for _, name, spec, conversion in Formatter().parse(form):
        if name is None:
            continue
        if spec or conversion or not NAME.fullmatch(name):
            raise ValueError(f"the placeholder {{{name}}} is not a bare name")
        names.add(name)
    return frozenset(names)


@cache
def unfilled(form: str) -> str:
    """Return a form that wants nothing filled in, as it is read: its doubled braces are single ones."""
    return form.format_map({})


def category(language: str, value: Value) -> str:
    """Return the plural category of a number: 1 is "one" in English, "other" in Chinese."""
    if isinstance(value, str) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} cannot choose a plural form")
    return str(locale(language).plural_form(value))


@cache
def locale(language: str) -> Any:
    """Return babel's locale; imported here because only plurals need it and the bank must open at once."""
    from babel import Locale

    return Locale.parse(language, sep="-")
