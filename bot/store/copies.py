"""Copies of a SQLite database: made while others write, read back before they are called copies, and put back."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.store import schema
from bot.store.files import made_private

MAGIC: Final = b"SQLite format 3\0"
REVISIONS: Final = "alembic_version"
SHUT: Final = ("SQLITE_CANTOPEN", "SQLITE_READONLY")  # errors of a database that may be read, and not written beside


class UnsoundError(Exception):
    """A copy does not hold what it should; nothing was kept of it."""


class NotEmptyError(Exception):
    """A database that is to be filled holds something already."""


class NoTablesError(Exception):
    """A database that is to be copied has none of our tables: a copy of it would be one of nothing."""


class UnwrittenError(Exception):
    """The file that a copy was to be cannot be written; `why` is the system's own error."""

    def __init__(self, why: OSError) -> None:
        super().__init__(str(why))
        self.why = why


class Holding(NamedTuple):
    """What a database or a copy of one holds: its schema's revision, and how many rows are in each table."""

    revision: str | None
    rows: dict[str, int]

    @property
    def total(self) -> int:
        """How many rows there are in all."""
        return sum(self.rows.values())

    @property
    def ours(self) -> bool:
        """Whether it is a database of ours, of whatever version."""
        return schema.ours(self.revision, self.rows)


def is_sqlite(file: Path) -> bool:
    """Whether a file is a SQLite database."""
    with file.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def back_up(source: Path, target: Path) -> Holding:
    """Copy a live database to a new file; what it holds, as the copy was found to hold it when read back.

    Raises FileExistsError if the target is there, UnwrittenError if it cannot be, FileNotFoundError if the source is
    not there, NoTablesError, and UnsoundError if the copy is not the database as it was at one instant.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    with made_whole(target) as part:
        with reading(source) as live, closing(sqlite3.connect(part)) as copy:
            wanted = held(holding(live), source)
            with filling():
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

    Raises UnsoundError if the copy is damaged, NoTablesError if it is none of ours, NotEmptyError if the database holds
    a row, and ForeignError if its tables are somebody else's.
    """
    wanted = held(examined(source), source)
    target.parent.mkdir(parents=True, exist_ok=True)
    made_private(target)
    with closing(_opened(source)) as copy, closing(sqlite3.connect(target)) as live:
        here = holding(live)
        schema.hold(here.revision, here.rows)
        if here.total:
            raise NotEmptyError(target.name)
        copy.backup(live)
        if holding(live) != wanted:
            raise UnsoundError(source.name)
    return wanted


def holding(database: sqlite3.Connection) -> Holding:
    """Return what a database holds."""
    rows = {name: _count(database, name) for name in _tables(database) if name != REVISIONS}
    return Holding(revision(database), rows)


def revision(database: sqlite3.Connection) -> str | None:
    """Return the revision a database stands at; None if it has no schema yet."""
    named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    if database.execute(named, [REVISIONS]).fetchone() is None:
        return None
    row = database.execute(f"SELECT version_num FROM {REVISIONS}").fetchone()
    return None if row is None else str(row[0])


def standing(database: sqlite3.Connection) -> str | None:
    """Return the revision a database stands at; None if there is nothing in it. Raises ForeignError."""
    here = revision(database)
    schema.hold(here, _tables(database))
    return here


def sound(database: sqlite3.Connection) -> bool:
    """Whether a database is undamaged, every page of it looked at; SQLite may also raise that one is."""
    return [row[0] for row in database.execute("PRAGMA quick_check(1)")] == ["ok"]


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that sees one state of a database, whatever others write, also where nothing may be written.

    SQLite wants to make files beside it. Where it may not, and nobody is writing, it is read as if nobody ever did; if
    somebody has, by the end, that is an OperationalError.
    """
    with closing(_opened(file)) as database:
        try:
            _begin(database)
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(SHUT) or _written_to(file):
                raise
        else:
            yield database
            return
    before = file.stat()
    with closing(_opened(file, "immutable=1")) as database:
        _begin(database)
        yield database
    after = file.stat()
    if _written_to(file) or (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        meanwhile = sqlite3.OperationalError("it was written to while it was read")
        meanwhile.sqlite_errorname = "SQLITE_BUSY"
        raise meanwhile


def held(found: Holding, name: object) -> Holding:
    """Return what a database holds, if it has our tables. Raises NoTablesError."""
    if not found.ours:
        raise NoTablesError(name)
    return found


@contextmanager
def made_whole(target: Path) -> Iterator[Path]:
    """Give a file to write, its owner's alone, which takes the target's name once all has gone well; else it is gone.

    Raises FileExistsError if the target is there, UnwrittenError if it cannot be.
    """
    with _writing(target):
        there = target.exists()
    if there:
        raise FileExistsError(target)
    part = target.with_name(f"{target.name}.part")
    with _writing(target):
        part.unlink(missing_ok=True)
        made_private(part)
    try:
        yield part
        with _writing(target):
            part.rename(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def filling() -> Iterator[None]:
    """Tell a copy for which there is no room from a database that has none. Raises UnwrittenError."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", None) != "SQLITE_FULL":
            raise
        raise UnwrittenError(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))) from error


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:  # what /proc says, too, where nobody may make a file
        shut = OSError(errno.EACCES, os.strerror(errno.EACCES))
        raise UnwrittenError(shut if target.parent.is_dir() else error) from error
    except OSError as error:
        raise UnwrittenError(error) from error


def _tables(database: sqlite3.Connection) -> list[str]:
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return [row[0] for row in database.execute(named)]


def _count(database: sqlite3.Connection, table: str) -> int:
    counted: int = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    return counted


def _opened(file: Path, how: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, isolation_level=None)


def _begin(database: sqlite3.Connection) -> None:
    database.execute("BEGIN")
    database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _written_to(file: Path) -> bool:
    return any(file.with_name(f"{file.name}{journal}").exists() for journal in ("-wal", "-journal"))
