"""The schema's own life: where it stands, bringing it up to date, and a copy of a live SQLite database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from bot.store.store import Store, open_store

UPGRADE_LOCK = 0x6A55  # one upgrade at a time on PostgreSQL; SQLite's own write lock does it there


class NotSqliteError(Exception):
    """Only a SQLite file is copied here; a PostgreSQL database has its own tools."""


def migrations() -> Path:
    """Return the folder of the migrations: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def head() -> str | None:
    """Return the newest revision this version knows."""
    return ScriptDirectory.from_config(config()).get_current_head()


async def current(store: Store) -> str | None:
    """Return the revision a database stands at; None if it has no schema yet."""
    async with store.reading() as db:
        return await db.run_sync(_revision)


async def upgrade(store: Store) -> None:
    """Bring a database's schema up to the newest revision; nothing happens if it is there."""
    async with store.rebuilding() as db:
        if db.dialect.name == "postgresql":
            await db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
        await db.run_sync(_upgrade)


def backup(url: str, target: Path) -> None:
    """Copy a live SQLite database to a new file, whole and consistent, while others go on writing.

    Raises NotSqliteError for another kind of database, FileExistsError if the target is there, FileNotFoundError if
    the source is not.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise NotSqliteError(parsed.get_backend_name())
    if target.exists():
        raise FileExistsError(target)
    if not Path(parsed.database).is_file():
        raise FileNotFoundError(parsed.database)
    with closing(sqlite3.connect(parsed.database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


async def ready(url: str) -> Store:
    """Open a SQLite database with its folder made and its schema up to date."""
    database = make_url(url).database
    if database and database != ":memory:":
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    store = open_store(url)
    await upgrade(store)
    return store


def config(connection: Connection | None = None) -> Config:
    """Return the settings of alembic for a connection."""
    config = Config()
    config.set_main_option("script_location", str(migrations()))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    if _revision(connection) != head():
        command.upgrade(config(connection), "head")
