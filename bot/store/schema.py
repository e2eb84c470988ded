"""The schema's own life: where it stands, and bringing it to another revision.

Alembic is loaded where there is something to bring about, which at most starts there is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, column, inspect, select, table, text

from bot.folders import shipped
from bot.store.files import laid_out
from bot.store.store import Store, open_store
from bot.store.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

VERSION = table("alembic_version", column("version_num"))
UPGRADE_LOCK = 0x6A55  # one upgrade at a time on PostgreSQL; SQLite's own write lock does it there
KERNEL: Final = {"learner", "question", "answer", "battle", "walk"}  # tables that each of our revisions has


class UnknownRevisionError(Exception):
    """There is no such revision among the migrations of this version: the database is of a newer one."""


class ForeignError(Exception):
    """A database is somebody else's: what is in it no migration of ours has made, and ours cannot be made beside it."""


def head() -> str | None:
    """Return the newest revision this version knows."""
    return max(revisions(), default=None)


async def current(store: Store) -> str | None:
    """Return the revision a database stands at; None if it has no schema yet. Raises ForeignError."""
    async with store.reading() as db:
        return await db.run_sync(_revision)


async def upgrade(store: Store) -> None:
    """Bring a database's schema up to the newest revision; nothing happens if it is there.

    Raises UnknownRevisionError if the database is of a newer version, and ForeignError if it is none of ours.
    """
    await _migrate(store, _upgrade)


async def downgrade(store: Store, revision: str) -> None:
    """Bring a database's schema down to an older revision; what only newer ones can hold is lost.

    Raises UnknownRevisionError if there is no such revision, or the database is not above it.
    """
    await _migrate(store, lambda connection: _downgrade(connection, revision))


def known(revision: str | None) -> bool:
    """Whether this version has a migration of that name; an empty database stands at None, and that is known too."""
    return revision is None or revision in revisions()


def ours(revision: str | None, tables: Collection[str]) -> bool:
    """Whether a revision and the tables it comes with are those of a database of ours, of whatever version."""
    return revision is not None and KERNEL.issubset(tables)


def hold(revision: str | None, tables: Collection[str]) -> None:
    """Raise ForeignError if there are tables, and they are none of ours."""
    if set(tables) - {VERSION.name} and not ours(revision, tables):
        raise ForeignError


def revisions() -> list[str]:
    """Return every revision there is, the oldest first: the numbers that the migrations' files begin with."""
    return sorted(file.name.partition("_")[0] for file in (shipped("migrations") / "versions").glob("[0-9]*_*.py"))


async def ready(url: str) -> Store:
    """Open a SQLite database with its folder made and its schema up to date."""
    laid_out(url)
    store = open_store(url)
    await upgrade(store)
    return store


def config(connection: Connection | None = None) -> Config:
    """Return the settings of alembic for a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(shipped("migrations")))
    config.attributes.update(connection=connection, metadata=metadata)
    return config


def _revision(connection: Connection) -> str | None:
    tables = set(inspect(connection).get_table_names())
    revision: str | None = None
    if VERSION.name in tables:
        revision = connection.execute(select(VERSION.c.version_num)).scalar_one_or_none()
    own_file = connection.dialect.name == "sqlite"  # a server's database others may use, too
    hold(revision, tables if own_file or revision is not None else tables & metadata.tables.keys())
    return revision


async def _migrate(store: Store, work: Callable[[Connection], None]) -> None:
    async with store.rebuilding() as db:
        if db.dialect.name == "postgresql":
            await db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
        await db.run_sync(work)


def _upgrade(connection: Connection) -> None:
    here = _revision(connection)
    if not known(here):
        raise UnknownRevisionError(here)
    if here != head():
        from alembic import command

        command.upgrade(config(connection), "head")


def _downgrade(connection: Connection, revision: str) -> None:
    here, all = _revision(connection), revisions()
    if here not in all or revision not in all[: all.index(here)]:
        raise UnknownRevisionError(revision)
    from alembic import command

    command.downgrade(config(connection), revision)
