"""The migrations make exactly the tables the code believes in, up and down, and a live database can be copied."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from bot.store import schema
from bot.store.store import Store, open_store
from bot.store.tables import metadata
from tests.databases import opened, sqlite_url


async def test_the_migrations_make_the_tables_of_the_code(store: Store) -> None:
    async with store.reading() as db:
        differences = await db.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata))

    assert differences == []
    assert await schema.current(store) == schema.head()


async def test_upgrading_again_changes_nothing(store: Store) -> None:
    await schema.upgrade(store)

    assert await schema.current(store) == schema.head()


async def test_the_migrations_run_down_and_up_again(store: Store) -> None:
    async with store.writing() as db:
        await db.run_sync(lambda c: command.downgrade(schema.config(c), "base"))
        left = await db.run_sync(lambda c: inspect(c).get_table_names())
    await schema.upgrade(store)

    assert left == ["alembic_version"]
    assert await schema.current(store) == schema.head()


async def test_a_database_without_a_schema_stands_at_none(tmp_path: Path) -> None:
    store = open_store(sqlite_url(tmp_path))

    assert await schema.current(store) is None
    await store.close()


async def test_a_live_database_is_copied_whole(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        await store.remember("name", "高斯")
        schema.backup(sqlite_url(tmp_path), tmp_path / "copy.sqlite3")
        await store.remember("name", "later")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        value = copy.execute("SELECT value FROM memo").fetchone()
        sound = copy.execute("PRAGMA integrity_check").fetchone()

    assert value == ("高斯",)
    assert sound == ("ok",)


async def test_a_copy_never_overwrites(tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    target.write_text("dear")
    async with opened(sqlite_url(tmp_path)):
        with pytest.raises(FileExistsError):
            schema.backup(sqlite_url(tmp_path), target)

    assert target.read_text() == "dear"


def test_only_a_sqlite_file_that_exists_is_copied(tmp_path: Path) -> None:
    with pytest.raises(schema.NotSqliteError):
        schema.backup("postgresql+asyncpg://localhost/x", tmp_path / "copy")
    with pytest.raises(FileNotFoundError):
        schema.backup(sqlite_url(tmp_path / "nowhere"), tmp_path / "copy")
