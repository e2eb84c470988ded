"""What `gauss-elder db` does to the database of the settings."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bot.cli.errors import CommandError
from bot.cli.settled import settings, writable
from bot.store import schema
from bot.store.store import Store, open_store


def upgrade() -> str:
    """Bring the schema up to date; return its revision."""
    return asyncio.run(upgraded(database_url()))


def revisions() -> tuple[str | None, str]:
    """Return the revision the database is at, None if it has no tables yet, and the one this version needs."""
    return asyncio.run(revision(database_url())), needed()


def hold(revision: str | None, head: str) -> None:
    """Raise a CommandError unless the database is where this version needs it."""
    if revision != head:
        raise CommandError("behind")


def backup(file: Path) -> None:
    """Copy the SQLite database to a new file."""
    url = database_url()
    try:
        schema.backup(url, file)
    except schema.NotSqliteError:
        raise CommandError("not_sqlite") from None
    except FileExistsError:
        raise CommandError("file_exists", file=str(file)) from None
    except (FileNotFoundError, sqlite3.Error, ArgumentError) as error:
        raise CommandError("database", database=presentable(url)) from error


def database_url() -> str:
    """Return the URL of the settings; where it is the data folder's own file, that folder is made."""
    set_up = settings()
    if set_up.database is None:
        writable(set_up.data)
    return set_up.database_url


async def upgraded(url: str) -> str:
    """Bring a database up to date; return its revision."""
    async with opened_store(url) as store:
        await schema.upgrade(store)
        return await schema.current(store) or needed()


async def revision(url: str) -> str | None:
    """Return the revision a database is at; None if it has no tables yet."""
    async with opened_store(url) as store:
        return await schema.current(store)


def needed() -> str:
    """Return the newest revision there is."""
    head = schema.head()
    assert head is not None, "there is at least one migration"
    return head


async def open_current(url: str) -> Store:
    """Return the store with its tables up to date: SQLite is upgraded here, PostgreSQL must have been."""
    with explained(url):
        if make_url(url).get_backend_name() == "sqlite":
            return await schema.ready(url)
        store = open_store(url)
        try:
            hold(await schema.current(store), needed())
        except BaseException:
            await store.close()
            raise
        return store


@asynccontextmanager
async def opened_store(url: str) -> AsyncIterator[Store]:
    """Give the store at a URL, whatever its tables are like."""
    with explained(url):
        store = open_store(url)
        try:
            yield store
        finally:
            await store.close()


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn a database that cannot be opened into a CommandError that names it without its password."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise CommandError("no_driver", database=presentable(url), module=str(error.name)) from error
    except (SQLAlchemyError, OSError) as error:
        raise CommandError("database", database=presentable(url)) from error


def presentable(url: str) -> str:
    """Return the URL without its password, or only the setting's name if it is no URL at all."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "GAUSS_DATABASE"
