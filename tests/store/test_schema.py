"""The migrations make exactly the tables the code believes in, and lose nothing on the way that both ends can hold."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from bot.store import schema
from bot.store.store import Store, open_store
from bot.store.tables import metadata
from bot.store.tables.columns import CONDITION
from tests.databases import sqlite_url
from tests.store.filled import Rows, fill, leaning_on, rows_of, tables_of, within

STEPS = list(zip(schema.revisions(), schema.revisions()[1:], strict=False))


async def test_the_migrations_make_the_tables_of_the_code(store: Store) -> None:
    async with store.reading() as db:
        differences = await db.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata))

    assert differences == []
    assert await schema.current(store) == schema.head()


async def test_a_law_about_some_rows_is_about_the_very_rows_that_the_code_names(store: Store) -> None:
    named = {index.name: index.info.get(CONDITION) for table in metadata.tables.values() for index in table.indexes}
    async with store.reading() as db:
        found = await db.run_sync(lambda c: [each for name in metadata.tables for each in inspect(c).get_indexes(name)])
        where = f"{db.dialect.name}_where"
    held = {each["name"]: str(each.get("dialect_options", {}).get(where)).strip("()") for each in found}

    assert any(named.values())
    assert {name: held[name] for name in named} == {name: str(condition) for name, condition in named.items()}


def test_the_revisions_read_off_the_files_are_those_that_alembic_walks() -> None:
    walked = [each.revision for each in ScriptDirectory.from_config(schema.config()).walk_revisions()]

    assert schema.revisions() == walked[::-1]


async def test_where_nothing_is_to_be_brought_about_alembic_is_not_loaded(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    await (await schema.ready(url)).close()
    opening = (
        "import asyncio, sys\nfrom bot.store import schema\n"
        f"asyncio.run(schema.ready({url!r}))\nprint('alembic' in sys.modules)"
    )

    done = await asyncio.create_subprocess_exec(sys.executable, "-c", opening, stdout=subprocess.PIPE)

    assert (await done.communicate())[0].split() == [b"False"]


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


async def brought(store: Store, revision: str) -> None:
    """Bring a database without tables up to a revision."""
    async with store.rebuilding() as db:
        await db.run_sync(lambda c: command.downgrade(schema.config(c), "base"))
        await db.run_sync(lambda c: command.upgrade(schema.config(c), revision))


async def test_there_is_a_step_to_be_tested() -> None:
    assert STEPS


@pytest.mark.parametrize(("older", "newer"), STEPS)
async def test_going_up_keeps_every_row_of_a_filled_database(store: Store, older: str, newer: str) -> None:
    await brought(store, older)
    await fill(store)
    before = await rows_of(store)
    async with store.rebuilding() as db:
        await db.run_sync(lambda c: command.upgrade(schema.config(c), newer))
    after = await rows_of(store)

    assert all(before.values())
    assert {name: within(after[name], rows) for name, rows in before.items()} == before


@pytest.mark.parametrize(("older", "newer"), STEPS)
async def test_going_down_keeps_every_row_that_leans_on_nothing_newer(store: Store, older: str, newer: str) -> None:
    await brought(store, newer)
    await fill(store)
    tables, before = await tables_of(store), await rows_of(store)
    await schema.downgrade(store, older)
    after = await rows_of(store)
    lost = set(before) - set(after)
    leaning = leaning_on(tables, lost)

    assert all(before.values())
    for name, rows in after.items():
        kept: Rows = within(before[name], rows)
        assert rows == kept if name not in leaning else rows != [] and all(row in kept for row in rows), name


@pytest.mark.parametrize(("older", "newer"), STEPS)
async def test_a_filled_database_goes_down_and_up_and_is_of_this_version(store: Store, older: str, newer: str) -> None:
    await brought(store, newer)
    await fill(store)
    await schema.downgrade(store, older)
    down = await rows_of(store)
    await schema.upgrade(store)
    up = await rows_of(store)

    assert await schema.current(store) == schema.head()
    assert {name: within(up[name], rows) for name, rows in down.items()} == down
    await fill(store)  # every law holds again, and every trigger runs


async def test_there_is_no_way_down_to_what_is_not_below(store: Store) -> None:
    head = schema.head()
    assert head is not None
    for revision in (head, "base", "nowhere", ""):
        with pytest.raises(schema.UnknownRevisionError):
            await schema.downgrade(store, revision)

    assert await schema.current(store) == head


@pytest.mark.parametrize("revision", schema.revisions())
async def test_a_database_of_each_revision_is_known_as_ours(store: Store, revision: str) -> None:
    await brought(store, revision)

    assert await schema.current(store) == revision
    assert schema.ours(revision, await tables_of(store))


FOREIGN = {
    "a table that is called as ours is": ["CREATE TABLE answer (x INTEGER)"],
    "the migrations of another program": [
        "CREATE TABLE song (x INTEGER)",
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "INSERT INTO alembic_version VALUES ('ab12')",
    ],
    "another program's whose revision is called as ours": [
        "CREATE TABLE answer (x INTEGER)",
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        f"INSERT INTO alembic_version VALUES ('{schema.head()}')",
    ],
}


@pytest.mark.parametrize("made", FOREIGN.values(), ids=FOREIGN)
async def test_somebody_elses_database_is_told_and_left_alone(store: Store, made: list[str]) -> None:
    async with store.writing() as db:
        await db.run_sync(lambda c: command.downgrade(schema.config(c), "base"))
        await db.execute(text("DROP TABLE alembic_version"))
        for statement in made:
            await db.execute(text(statement))
    before = await tables_of(store)
    for work in (schema.current, schema.upgrade):
        with pytest.raises(schema.ForeignError):
            await work(store)

    assert (await tables_of(store)).keys() == before.keys()


async def test_a_file_is_ours_alone_and_a_servers_database_is_not(store: Store) -> None:
    async with store.writing() as db:
        await db.run_sync(lambda c: command.downgrade(schema.config(c), "base"))
        await db.execute(text("CREATE TABLE song (x INTEGER)"))
    if store.engine.dialect.name == "sqlite":
        with pytest.raises(schema.ForeignError):
            await schema.upgrade(store)
    else:
        await schema.upgrade(store)
        assert await schema.current(store) == schema.head()
        assert "song" in await tables_of(store)


async def test_a_database_of_a_newer_version_is_left_alone(store: Store) -> None:
    async with store.writing() as db:
        await db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(schema.UnknownRevisionError):
        await schema.upgrade(store)

    assert await schema.current(store) == "9999"
