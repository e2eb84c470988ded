"""A copy is the database as it was at one instant, is read back before it counts, and is put back whole or not."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from bot.store import copies, dumps, schema
from bot.store.moving import move
from bot.store.store import Store
from bot.store.trouble import trouble
from tests.databases import POSTGRES, opened, postgres_url, sqlite_url
from tests.store.filled import fill, rows_of
from tests.store.opening import at

ONE = "SELECT 1, 2, 1, 1"


def file_of(folder: Path) -> Path:
    """Return where the SQLite database of a folder lies."""
    return folder / "elder.sqlite3"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Store]:
    """A filled SQLite database, open."""
    async with opened(sqlite_url(tmp_path)) as store:
        await fill(store)
        yield store


async def test_a_live_database_is_copied_while_others_write(live: Store, tmp_path: Path, copy: Path) -> None:
    before = await rows_of(live)
    async with live.writing() as db:
        await db.execute(text("INSERT INTO memo (name, value) VALUES ('underway', '')"))
        held = copies.back_up(file_of(tmp_path), copy)

    assert held.rows == {name: len(rows) for name, rows in before.items()}
    assert held.revision == schema.head()
    assert copies.examined(copy) == held
    assert sorted(path.name for path in copy.parent.glob("copy*")) == ["copy"]


async def test_what_is_put_back_is_what_was_copied(live: Store, tmp_path: Path, copy: Path, elsewhere: Path) -> None:
    copies.back_up(file_of(tmp_path), copy)
    async with opened(sqlite_url(elsewhere)):  # empty, and open meanwhile
        copies.put_back(copy, file_of(elsewhere))
    async with opened(sqlite_url(elsewhere)) as restored:
        assert await rows_of(restored) == await rows_of(live)


async def test_nothing_is_put_over_what_is_there(live: Store, tmp_path: Path, copy: Path) -> None:
    held = copies.back_up(file_of(tmp_path), copy)
    with pytest.raises(copies.NotEmptyError):
        copies.put_back(copy, file_of(tmp_path))

    assert {name: len(rows) for name, rows in (await rows_of(live)).items()} == held.rows


def test_a_copy_never_overwrites(tmp_path: Path, copy: Path) -> None:
    source = tmp_path / "source"
    sqlite3.connect(source).close()
    source.touch()
    copy.write_text("dear")
    with pytest.raises(FileExistsError):
        copies.back_up(source, copy)

    assert copy.read_text() == "dear"


def test_only_a_file_that_exists_is_copied(tmp_path: Path, copy: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copies.back_up(tmp_path / "nowhere", copy)

    assert not copy.exists()


def test_a_database_without_tables_is_not_copied(tmp_path: Path, copy: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(copies.NoTablesError):
        copies.back_up(tmp_path / "empty", copy)

    assert list(copy.parent.glob("copy*")) == []


async def test_a_copy_for_which_there_is_no_room_is_told_apart_from_its_database(
    live: Store, tmp_path: Path, copy: Path
) -> None:
    for file in (tmp_path / "nowhere" / "copy", tmp_path / ("x" * 300)):
        with pytest.raises(copies.UnwrittenError):
            copies.back_up(file_of(tmp_path), file)
    with closing(sqlite3.connect(copy)) as full:
        full.execute("PRAGMA max_page_count = 1")
        with pytest.raises(copies.UnwrittenError) as refusal, copies.filling():
            full.execute("CREATE TABLE one (a)")

    assert refusal.value.why.errno == errno.ENOSPC


async def test_a_database_beside_which_nothing_may_be_written_is_read_all_the_same_unless_it_is_written_to(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        await fill(store)
        rows = await rows_of(store)
    file = file_of(tmp_path)
    shut_once(monkeypatch)
    assert copies.back_up(file, copy).rows == {name: len(found) for name, found in rows.items()}

    shut_once(monkeypatch)
    with pytest.raises(sqlite3.OperationalError) as meanwhile, copies.reading(file):
        os.utime(file, (0, 0))
    assert trouble(meanwhile.value) == "busy"

    shut_once(monkeypatch)
    (tmp_path / f"{file.name}-wal").touch()
    with pytest.raises(sqlite3.OperationalError) as shut, copies.reading(file):
        pass
    assert trouble(shut.value) == "lost"


def shut_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next database that is begun to be read be one beside which SQLite may make no file."""
    begin = copies._begin

    def shut(_: sqlite3.Connection) -> None:
        monkeypatch.setattr(copies, "_begin", begin)
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorname = "SQLITE_CANTOPEN"
        raise error

    monkeypatch.setattr(copies, "_begin", shut)


async def test_of_a_damaged_database_no_copy_is_kept(live: Store, tmp_path: Path, copy: Path) -> None:
    copies.back_up(file_of(tmp_path), tmp_path / "sound")
    damaged = damage(tmp_path / "sound", tmp_path / "damaged")
    with pytest.raises((copies.UnsoundError, sqlite3.DatabaseError)):
        copies.back_up(damaged, copy)

    assert list(copy.parent.glob("copy*")) == []


async def test_a_copy_that_lacks_rows_or_pages_is_not_put_back(
    live: Store, tmp_path: Path, copy: Path, elsewhere: Path
) -> None:
    copies.back_up(file_of(tmp_path), copy)
    for broken in (damage(copy, tmp_path / "damaged"), short(copy, tmp_path / "short")):
        with pytest.raises(copies.UnsoundError):
            copies.put_back(broken, file_of(elsewhere))

    assert not file_of(elsewhere).exists()


async def test_a_copy_whose_rows_refer_to_none_is_not_sound(live: Store, tmp_path: Path, copy: Path) -> None:
    copies.back_up(file_of(tmp_path), copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DELETE FROM learner")
    with pytest.raises(copies.UnsoundError):
        copies.examined(copy)


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A sound SQLite file that is not the elder's."""
    with closing(sqlite3.connect(tmp_path / "foreign")) as db, db:
        db.execute("CREATE TABLE answer (x)")
    return tmp_path / "foreign"


def test_what_is_not_ours_is_no_copy_and_is_not_put_back(foreign: Path, elsewhere: Path) -> None:
    assert not copies.examined(foreign).ours
    with pytest.raises(copies.NoTablesError):
        copies.put_back(foreign, file_of(elsewhere))

    assert list(elsewhere.iterdir()) == []


async def test_nothing_is_put_over_what_is_somebody_elses_though_it_has_no_row(
    live: Store, tmp_path: Path, copy: Path, foreign: Path
) -> None:
    copies.back_up(file_of(tmp_path), copy)
    with pytest.raises(schema.ForeignError):
        copies.put_back(copy, foreign)

    assert copies.examined(foreign) == copies.Holding(None, {"answer": 0})


async def test_a_page_that_was_overwritten_is_found_whichever_it_is(live: Store, tmp_path: Path, copy: Path) -> None:
    copies.back_up(file_of(tmp_path), copy)
    with closing(sqlite3.connect(copy)) as db:
        db.execute("VACUUM")  # so that each page is in use

    assert not damaged(copy)
    assert all(map(damaged, each_page_overwritten(copy, tmp_path / "damaged")))


def each_page_overwritten(file: Path, target: Path) -> Iterator[Path]:
    """Copy a file again and again, one page overwritten, each but the first in turn."""
    data, size = file.read_bytes(), 4096
    for place in range(size, len(data), size):
        target.write_bytes(data[:place] + b"\xff" * size + data[place + size :])
        yield target


def damaged(file: Path) -> bool:
    """Whether a database is found to be damaged."""
    try:
        with closing(sqlite3.connect(file)) as db:
            return not copies.sound(db)
    except sqlite3.DatabaseError as error:
        return trouble(error) == "corrupt"


@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_takes_no_file_is_told_apart_from_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    def refuse(_: Path) -> None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))  # what /proc says

    monkeypatch.setattr(copies, "made_private", refuse)
    target = tmp_path / "copy" if there else tmp_path / "nowhere" / "copy"
    with pytest.raises(copies.UnwrittenError) as refusal, copies.made_whole(target):
        pass

    assert refusal.value.why.errno == (errno.EACCES if there else errno.ENOENT)


def damage(file: Path, target: Path) -> Path:
    """Copy a file, every page but the first overwritten in its middle."""
    data = bytearray(file.read_bytes())
    for place in range(4096, len(data), 4096):
        data[place : place + 2000] = b"\xff" * 2000
    target.write_bytes(data)
    return target


def short(file: Path, target: Path) -> Path:
    """Copy the first half of a file."""
    data = file.read_bytes()
    target.write_bytes(data[: len(data) // 2])
    return target


@pytest.fixture
async def server() -> AsyncIterator[Store]:
    """A filled PostgreSQL database, open."""
    async with postgres_url() as url, opened(url) as store:
        await fill(store)
        yield store


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
class TestPostgres:
    async def test_a_dump_of_a_live_database_is_put_back_row_by_row(self, server: Store, copy: Path) -> None:
        before = await rows_of(server)
        async with server.writing() as db:
            await db.execute(text("INSERT INTO memo (name, value) VALUES ('underway', '')"))
            held = await dumps.dump(server, copy)
        async with postgres_url() as url, opened(url) as other:
            await dumps.put_back(other, copy)
            restored = await rows_of(other)

        assert restored == before
        assert held.rows == {name: len(rows) for name, rows in before.items()}
        assert held.revision == schema.head()

    async def test_a_dump_is_not_put_over_what_is_there(self, server: Store, copy: Path) -> None:
        await dumps.dump(server, copy)
        before = await rows_of(server)
        with pytest.raises(copies.NotEmptyError):
            await dumps.put_back(server, copy)

        assert await rows_of(server) == before

    async def test_a_dump_cut_short_is_not_put_back(self, server: Store, copy: Path, tmp_path: Path) -> None:
        await dumps.dump(server, copy)
        with pytest.raises(copies.UnsoundError):
            await dumps.put_back(server, short(copy, tmp_path / "short"))

    async def test_a_tool_that_fails_leaves_no_file_and_says_no_password(self, copy: Path) -> None:
        async with postgres_url() as url, opened(url) as store:
            with pytest.raises(dumps.ToolError) as refusal:
                await asyncio.to_thread(dumps.run, "pg_dump", "--nonsense", url=store.engine.url.set(password="hush"))

        assert "hush" not in str(refusal.value)

    async def test_a_missing_tool_is_named(
        self, server: Store, copy: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(elsewhere))
        with pytest.raises(dumps.ToolError) as refusal:
            await dumps.dump(server, copy)

        assert (refusal.value.tool, refusal.value.said) == ("pg_dump", None)
        assert list(copy.parent.glob("copy*")) == []

    async def test_a_sqlite_database_moves_to_postgresql_as_it_is(self, live: Store) -> None:
        async with postgres_url() as url, opened(url) as other:
            await move(live, other)
            moved, old = await rows_of(other), await rows_of(live)
            async with other.writing() as db:  # it numbers on from there, and its triggers run again
                await db.execute(text("UPDATE learner SET worldwide = NOT worldwide"))
                await db.execute(text("INSERT INTO raid_member (raid_id, learner_id, joined, joined_after) " + ONE))
            after = await rows_of(other)

        assert moved == old
        assert len(after["raid_member"]) == len(old["raid_member"]) + 1
        assert len(after["unscored"]) == len(old["unscored"]) + len(old["learner"])

    async def test_a_table_of_somebody_elses_is_left_alone_and_does_not_matter(
        self, live: Store, server: Store, copy: Path
    ) -> None:
        await dumps.dump(server, copy)
        songs = "CREATE TABLE song (x INTEGER)", "INSERT INTO song VALUES (1)"
        for filled, made in ((True, songs), (False, songs), (True, songs[:1]), (False, songs[:1])):
            async with postgres_url() as url, at(url) as other:
                async with other.writing() as db:
                    for statement in made:
                        await db.execute(text(statement))
                if filled:
                    held = await dumps.put_back(other, copy)
                else:
                    await schema.upgrade(other)
                    held = await move(live, other)
                rows = await rows_of(other)

            assert len(rows.pop("song")) == len(made) - 1
            assert {name: len(found) for name, found in rows.items()} == held.rows

    async def test_a_table_that_is_somebody_elses_is_not_put_over(self, server: Store, copy: Path) -> None:
        await dumps.dump(server, copy)
        async with postgres_url() as url, at(url) as other:
            async with other.writing() as db:
                await db.execute(text("CREATE TABLE answer (x INTEGER)"))
            with pytest.raises(schema.ForeignError):
                await dumps.put_back(other, copy)
            left = await rows_of(other)

        assert left == {"answer": []}

    async def test_a_dump_that_is_not_ours_is_not_put_back(self, copy: Path) -> None:
        async with postgres_url() as url, at(url) as store:
            async with store.writing() as db:
                await db.execute(text("CREATE TABLE song (x INTEGER)"))
            with pytest.raises(copies.NoTablesError):
                await dumps.dump(store, copy)
            await asyncio.to_thread(dumps.run, "pg_dump", "-Fc", f"--file={copy}", url=store.engine.url)
        async with postgres_url() as url, at(url) as other:
            with pytest.raises(copies.NoTablesError):
                await dumps.put_back(other, copy)
            left = await rows_of(other)

        assert left == {}

    async def test_nothing_moves_into_what_is_not_empty(self, live: Store, server: Store) -> None:
        before = await rows_of(server)
        with pytest.raises(copies.NotEmptyError):
            await move(live, server)

        assert await rows_of(server) == before


def test_a_url_for_the_tools_holds_no_password_and_no_option_of_the_driver() -> None:
    url = make_url("postgresql+asyncpg://elder:hush@db:5433/elder?ssl=require&prepared_statement_cache_size=0")

    assert dumps.for_tools(url) == "postgresql://elder@db:5433/elder?sslmode=require"
