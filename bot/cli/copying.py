"""`gauss-elder db backup` and `db restore`, carried out with what fits the kind of database."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.database import database_url, explained, grows_by_itself, kept_url, opened_store, presentable, there
from bot.cli.errors import CommandError, WrongUseError
from bot.cli.settled import settings
from bot.cli.unwritten import unwritten
from bot.settings import sqlite_url
from bot.store import copies, dumps, schema
from bot.store.copies import Holding
from bot.store.files import file_of
from bot.store.moving import move
from bot.store.store import Store


def backup(file: Path) -> Holding:
    """Copy the database to a new file, and read the copy back; what it holds."""
    hold_named(file)
    url = kept_url()
    with copying(url, file):
        if grows_by_itself(url):
            return copies.back_up(file_of(url) or Path(), file)
        return asyncio.run(dumped(url, file))


def restore(file: Path) -> Holding:
    """Fill the empty database from a backup and bring it up to date; what the backup held."""
    hold_named(file)
    if not (there(file) and file.is_file()):
        raise WrongUseError("no_file", file=str(file))
    try:
        file.open("rb").close()
    except OSError as error:
        raise CommandError("file_unread", file=str(file), reason=error.strerror or type(error).__name__) from None
    url = settings().database_url
    with copying(url, file):
        hold_fit(url, file)
        return asyncio.run(restored(database_url(), file))


def hold_named(file: Path) -> None:
    """Raise a WrongUseError if nothing names a file: an empty name is that of the folder one stands in."""
    if not file.name:
        raise WrongUseError("no_name")


async def dumped(url: str, file: Path) -> Holding:
    """Dump a PostgreSQL database to a new file; what it holds."""
    async with opened_store(url) as store:
        return await dumps.dump(store, file)


def hold_fit(url: str, file: Path) -> None:
    """Raise a CommandError unless a file is a backup that a database can be filled from; that is not touched yet."""
    of_sqlite = copies.is_sqlite(file)
    if not (of_sqlite or dumps.is_dump(file)):
        raise CommandError("no_backup", file=str(file))
    if grows_by_itself(url) and not of_sqlite:
        raise CommandError("other_kind", file=str(file))
    held = copies.examined(file) if of_sqlite else dumps.examined(file)
    if not held.ours:
        raise CommandError("foreign_backup", file=str(file))
    if not schema.known(held.revision):
        raise CommandError("newer", revision=str(held.revision))


async def restored(url: str, file: Path) -> Holding:
    """Fill an empty database from a backup, of its own kind or of SQLite, and bring it up to date."""
    async with opened_store(url) as store:
        if grows_by_itself(url):
            held = copies.put_back(file, file_of(url) or Path())
        elif copies.is_sqlite(file):
            held = await moved(file, store)
        else:
            held = await dumps.put_back(store, file)
        await schema.upgrade(store)
    return held


async def moved(file: Path, store: Store) -> Holding:
    """Copy a SQLite backup into a PostgreSQL database, by way of a copy of its own that is brought up to date."""
    await schema.upgrade(store)
    with TemporaryDirectory() as folder:
        source = await schema.ready(sqlite_url(Path(shutil.copy(file, folder))))
        try:
            return await move(source, store)
        finally:
            await source.close()


@contextmanager
def copying(url: str, file: Path) -> Iterator[None]:
    """Turn what goes wrong with a copy of a database into a CommandError."""
    try:
        with explained(url):
            yield
    except copies.NotEmptyError:
        raise CommandError("not_empty", database=presentable(url)) from None
    except copies.NoTablesError:
        raise CommandError("no_tables", database=presentable(url)) from None
    except copies.UnwrittenError as error:
        raise unwritten(file, error.why) from None
    except copies.UnsoundError:
        raise CommandError("unsound", file=str(file)) from None
    except dumps.ToolError as error:
        key = "no_tool" if error.said is None else "tool_failed"
        raise CommandError(key, tool=error.tool, reason=error.said or "") from None
