"""Where a path leads that a setting names: `~` to the user's own folder, a relative one from where it was named."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, quote, unquote

from bot.checks import UnfitError

Place = Callable[[object, Path], object]
MEMORY: Final = ("", ":memory:")


def as_said(value: object, base: Path) -> object:
    """Return a value that names no place, as it is."""
    return value


def path(value: object, base: Path) -> object:
    """Return a path as an absolute one; whatever is no text, or an empty one, as it is. Raises UnfitError.

    >>> path("elder", Path("/etc")), path("/srv/elder", Path("/etc")), path(5, Path("/etc"))
    ('/etc/elder', '/srv/elder', 5)
    """
    return led(value, base).as_posix() if isinstance(value, str) and value.strip() else value


def url(value: object, base: Path) -> object:
    """Return the URL of a SQLite file with its path made absolute; whatever is none, as it is. Raises UnfitError.

    >>> url("sqlite:///elder.db", Path("/srv")), url("sqlite://", Path("/srv")), url("postgresql://db/x", Path("/srv"))
    ('sqlite:////srv/elder.db', 'sqlite://', 'postgresql://db/x')
    """
    scheme, parted, rest = value.strip().partition(":///") if isinstance(value, str) else ("", "", "")
    if not parted or scheme.partition("+")[0] != "sqlite":
        return value
    file, mark, options = rest.partition("?")
    query = parse_qs(options)
    if file in MEMORY:
        return value
    if "uri" not in query:
        return f"{scheme}:///{led(file, base).as_posix()}{mark}{options}"
    named = unquote(file.removeprefix("file:"))
    if named in MEMORY or named.startswith("/") or query.get("mode") == ["memory"]:
        return value
    return f"{scheme}:///file:{quote(led(named, base).as_posix())}{mark}{options}"


def led(text: str, base: Path) -> Path:
    """Return where a path leads; a `~` of nobody is a name like any other. Raises UnfitError where there is no folder.

    >>> str(led("../elder", Path("/etc/gauss")))
    '/etc/gauss/../elder'
    """
    try:
        return (base / os.path.expanduser(text)).absolute()
    except FileNotFoundError:  # the current folder was taken away
        raise UnfitError("writable") from None
