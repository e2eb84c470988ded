"""What `gauss-elder db` does to the database of the settings."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.settled import settings, writable
from bot.cli.words import say
from bot.store import copies, files, schema
from bot.store.files import file_of, laid_out
from bot.store.store import Store, open_store
from bot.store.trouble import hindrance, told_by, trouble


def upgrade() -> str:
    """Bring the schema up to date; return its revision."""
    return asyncio.run(upgraded(database_url()))


class Standing(NamedTuple):
    """Where a database's tables are: its revision, None if it has none yet, and the one this version needs."""

    revision: str | None
    head: str
    by_itself: bool  # it is brought up to date whenever it is opened
    absent: str | None = None  # its name, where it is not there yet

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
    return standing_of(settings().database_url)


def standing_of(url: str) -> Standing:
    """Return where the tables of a database are; a CommandError if it is not to be opened, or is somebody else's."""
    if absent(url):
        return Standing(None, needed(), by_itself=True, absent=presentable(url))
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
    return asyncio.run(downgraded(kept_url(), revision))


def database_url() -> str:
    """Return the URL of the settings; where it is the data folder's own file, that folder is made."""
    set_up = settings()
    if set_up.database is None:
        writable(set_up.data)
    return set_up.database_url


def kept_url() -> str:
    """Return the URL of the settings; a CommandError if it is that of a file that is not there, which is not made."""
    url = settings().database_url
    if absent(url):
        raise CommandError("no_database", database=presentable(url))
    return url


def absent(url: str) -> bool:
    """Whether a database is a file that is not there yet; a CommandError if it may not be looked for."""
    file = file_of(url)
    return file is not None and not there(file)


def there(file: Path) -> bool:
    """Whether there is a file of that name; a CommandError if whoever runs this may not look into its folder."""
    try:
        return file.exists()
    except PermissionError:
        raise CommandError("shut", place=str(file.absolute().parent)) from None


async def upgraded(url: str) -> str:
    """Bring a database up to date; return its revision."""
    hold_own(url)
    async with opened_store(url) as store:
        laid_out(url)
        await schema.upgrade(store)
        return await schema.current(store) or needed()


async def downgraded(url: str, revision: str) -> str | None:
    """Bring a database down to a revision; return where it then is."""
    async with opened_store(url) as store:
        here = await schema.current(store)
        if here is None:
            raise CommandError("no_tables", database=presentable(url))
        if not schema.known(here):
            raise CommandError("newer", revision=here)
        try:
            await schema.downgrade(store, revision)
        except schema.UnknownRevisionError:
            below = ", ".join(each for each in schema.revisions() if each < here) or say("db.none_below")
            raise WrongUseError("no_revision", name=revision, revisions=below) from None
        return await schema.current(store)


async def revision(url: str) -> str | None:
    """Return the revision a database is at; None if it has no tables yet."""
    file = file_of(url)
    if file is not None:
        with explained(url), copies.reading(file) as database:  # not by a store: that could not be read without writing
            return copies.standing(database)
    async with opened_store(url) as store:
        return await schema.current(store)


def hold_own(url: str) -> None:
    """Raise a CommandError if a database is a file that is somebody else's, or may not be looked at; it stays as is."""
    file = file_of(url)
    if file is not None and there(file):
        with explained(url), copies.reading(file) as database:
            copies.standing(database)


def hold_sound(url: str) -> None:
    """Raise a CommandError if a database is a file that is damaged, or may not be written to; all of it is read."""
    file = file_of(url)
    if file is None:
        return
    with explained(url), copies.reading(file) as database:
        if not copies.sound(database):
            raise CommandError("database_corrupt", database=presentable(url))
    if not files.writable(url):
        raise CommandError("database_readonly", database=presentable(url))


def needed() -> str:
    """Return the newest revision there is."""
    head = schema.head()
    assert head is not None, "there is at least one migration"
    return head


async def open_current(url: str) -> Store:
    """Return the store with its tables up to date: SQLite is upgraded here, PostgreSQL must have been."""
    hold_own(url)
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
    except schema.ForeignError as error:
        raise CommandError("foreign", database=presentable(url)) from error
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
    kind = trouble(error) or (told_by(error) if isinstance(error, OSError) else None)
    if kind not in (None, "lost"):
        return CommandError(f"database_{kind}", database=presentable(url))
    file, hindered = file_of(url), hindrance(error)
    if file is not None and there(file) and not os.access(file, os.R_OK):
        return CommandError("shut", place=str(file))
    return CommandError(f"database_{hindered}" if hindered else "database", database=presentable(url))


def presentable(url: str) -> str:
    """Return the URL without its password, which may end at the last @ only, or the setting's name if it is no URL.

    >>> presentable("postgresql://elder:p@ss@db/elder"), presentable("sqlite:////srv/a@b/gauss.db")
    ('postgresql://elder:***@db/elder', 'sqlite:////srv/a@b/gauss.db')
    """
    kind, parted, rest = url.partition("://")
    if not parted:
        return "GAUSS_DATABASE"
    before, at, after = rest.rpartition("@")
    if kind.startswith("sqlite") or not (":" in before or "@" in before):
        return url
    return f"{kind}://{re.split('[:@]', before)[0]}:***{at}{after}"
