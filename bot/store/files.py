"""The files in which SQLite's databases, and copies of databases, lie."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy.engine import make_url

from bot.store.store import NOWHERE


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database; None if it lies in none, or is none of SQLite.

    >>> str(file_of("sqlite+aiosqlite:///gauss.db")), file_of("sqlite+aiosqlite://"), file_of("postgresql://db/elder")
    ('gauss.db', None, None)
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in NOWHERE:
        return None
    database = str(parsed.database)
    return Path(unquote(database.removeprefix("file:")) if "uri" in parsed.query else database)


def writable(url: str) -> bool:
    """Whether the file of a SQLite database that is there, and its folder, may be written to."""
    file = file_of(url)
    if file is None:
        return True
    granted = os.access(file, os.W_OK) and os.access(file.absolute().parent, os.W_OK | os.X_OK)
    return granted and make_url(url).query.get("mode") != "ro"


def laid_out(url: str) -> None:
    """Make the file of a SQLite database, and its folder, unless they are there or the URL says how it is opened."""
    file = file_of(url)
    if file is not None and "mode" not in make_url(url).query:
        file.parent.mkdir(parents=True, exist_ok=True)
        made_private(file)


def made_private(file: Path) -> None:
    """Make an empty file that its owner alone may read, unless it is there: SQLite makes its own for all to read."""
    with suppress(FileExistsError):
        file.touch(mode=0o600, exist_ok=False)
