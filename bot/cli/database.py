"""What `gauss-elder db` does to the database of the settings."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.settled import settings, writable
from bot.store import schema
from bot.store.store import Store, open_store
from bot.store.trouble import trouble


def upgrade() -> str:
    """Bring the schema up to date; return its revision."""
    return asyncio.run(upgraded(database_url()))


@dataclass(frozen=True)
class Standing:
    """Where a database's tables are: its revision, None if it has none yet, and the one this version needs."""

    revision: str | None
    head: str
    by_itself: bool  # it is brought up to date whenever it is opened

    @property
    def grows(self) -> bool:
        """Whether it is going to be brought up to date, without anybody's doing."""
        return self.by_itself and self.revision != self.head and self.known

    @property
    def known(self) -> bool:
        """Whether this version knows the revision; that of a newer one it does not."""
        return schema.known(self.revision)

    def hold(self) -> None:
        """Raise a CommandError unless the database is, or is going to be, where this version needs it."""
        if not self.grows:
            hold(self.revision, self.head)


def standing() -> Standing:
    """Return where the tables of the settings' database are."""
    url = database_url()
    return Standing(asyncio.run(revision(url)), needed(), grows_by_itself(url))


def hold(revision: str | None, head: str) -> None:
    """Raise a CommandError unless the database is where this version needs it."""
    if not schema.known(revision):
        raise CommandError("newer", revision=str(revision))
    if revision != head:
        raise CommandError("behind")


def grows_by_itself(url: str) -> bool:
    """Whether a database is brought up to date whenever it is opened: a SQLite file is."""
    with explained(url):
        return make_url(url).get_backend_name() == "sqlite"


def downgrade(revision: str) -> str | None:
    """Bring the schema down to an older revision; return where it then is."""
    return asyncio.run(downgraded(database_url(), revision))


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


async def downgraded(url: str, revision: str) -> str | None:
    """Bring a database down to a revision; return where it then is."""
    async with opened_store(url) as store:
        try:
            await schema.downgrade(store, revision)
        except schema.UnknownRevisionError:
            raise WrongUseError("no_revision", name=revision, revisions=", ".join(schema.revisions())) from None
        return await schema.current(store)


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
    except schema.UnknownRevisionError as error:
        raise CommandError("newer", revision=str(error)) from error
    except FileExistsError as error:
        raise CommandError("file_exists", file=str(error)) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise complaint(error, url) from error


@contextmanager
def troubled(url: str) -> Iterator[None]:
    """Turn what goes wrong with an open database into a CommandError; let faults of ours pass."""
    try:
        yield
    except Exception as error:
        if trouble(error) is None:
            raise
        raise complaint(error, url) from error


def complaint(error: Exception, url: str) -> CommandError:
    """Return what to say of a database that is in trouble."""
    kind = trouble(error)
    key = "database" if kind in (None, "lost") else f"database_{kind}"
    return CommandError(key, database=presentable(url))


def presentable(url: str) -> str:
    """Return the URL without its password, or only the setting's name if it is no URL at all."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "GAUSS_DATABASE"
