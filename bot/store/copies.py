"""Copies of a SQLite database: made while others write, read back before they are called copies, and put back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

MAGIC: Final = b"SQLite format 3\0"
REVISIONS: Final = "alembic_version"


class UnsoundError(Exception):
    """A copy does not hold what it should; nothing was kept of it."""


class NotEmptyError(Exception):
    """A database that is to be filled holds something already."""


class Holding(NamedTuple):
    """What a database or a copy of one holds: its schema's revision, and how many rows are in each table."""

    revision: str | None
    rows: dict[str, int]

    @property
    def total(self) -> int:
        """How many rows there are in all."""
        return sum(self.rows.values())


def is_sqlite(file: Path) -> bool:
    """Whether a file is a SQLite database."""
    with file.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def back_up(source: Path, target: Path) -> Holding:
    """Copy a live database to a new file; what it holds, as the copy was found to hold it when read back.

    Raises FileExistsError if the target is there, FileNotFoundError if the source is not, and UnsoundError if the copy
    is not the database as it was at one instant.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    with made_whole(target) as part:
        with closing(_opened(source)) as live, closing(sqlite3.connect(part)) as copy:
            live.execute("BEGIN")  # from here on it sees one state, whatever others write
            wanted = holding(live)
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE").close()  # one file, without others beside it
        if examined(part) != wanted:
            raise UnsoundError(target.name)
    return wanted


def examined(file: Path) -> Holding:
    """Return what a copy holds, every page of it read; UnsoundError if it is damaged."""
    try:
        with closing(_opened(file)) as copy:
            told = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
            if told != ["ok"] or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise UnsoundError(file.name)
            return holding(copy)
    except sqlite3.DatabaseError as error:
        raise UnsoundError(file.name) from error


def put_back(source: Path, target: Path) -> Holding:
    """Fill an empty database from a copy, all of it or nothing; what it then holds.

    Raises UnsoundError if the copy is damaged, NotEmptyError if the database holds a row.
    """
    wanted = examined(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with closing(_opened(source)) as copy, closing(sqlite3.connect(target)) as live:
        if holding(live).total:
            raise NotEmptyError(target.name)
        copy.backup(live)
        if holding(live) != wanted:
            raise UnsoundError(source.name)
    return wanted


def holding(database: sqlite3.Connection) -> Holding:
    """Return what a database holds."""
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    tables = [row[0] for row in database.execute(named)]
    revision = database.execute(f"SELECT version_num FROM {REVISIONS}").fetchone() if REVISIONS in tables else None
    counts = {name: _count(database, name) for name in tables if name != REVISIONS}
    return Holding(None if revision is None else revision[0], counts)


@contextmanager
def made_whole(target: Path) -> Iterator[Path]:
    """Give a file to write, which takes the target's name once all has gone well, and is gone if not.

    Raises FileExistsError if the target is there.
    """
    if target.exists():
        raise FileExistsError(target)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        yield part
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def _count(database: sqlite3.Connection, table: str) -> int:
    counted: int = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    return counted


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
