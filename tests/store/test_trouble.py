"""A database in trouble is told apart from a fault of ours, and what was kept before the trouble is kept after it."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import ssl
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.store.store import LostError, Store
from bot.store.trouble import HINDRANCES, TROUBLES, hindrance, trouble
from tests.databases import POSTGRES, opened, postgres_url, sqlite_url
from tests.store.opening import at

LONG = "x" * 100_000


async def kind_of(store: Store) -> str | None:
    """Return what trouble a writing meets."""
    with pytest.raises(Exception) as met:  # noqa: PT011  (which one is what is asked)
        await store.remember("name", LONG)
    return trouble(met.value)


async def test_a_full_disk_keeps_what_was_kept_and_takes_more_once_there_is_room(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        await store.remember("before", "kept")
        async with store.reading() as db:
            pages = (await db.execute(text("PRAGMA page_count"))).scalar_one()
            await db.execute(text(f"PRAGMA max_page_count = {pages}"))
        told = await kind_of(store)
        kept = (await store.recall("before"), await store.recall("name"))
        async with store.reading() as db:
            await db.execute(text("PRAGMA max_page_count = 100000"))
        await store.remember("name", LONG)

        assert (told, kept) == ("full", ("kept", None))
        assert await store.recall("name") == LONG


async def test_a_file_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        await store.remember("before", "kept")
    async with at(f"sqlite+aiosqlite:///file:{tmp_path}/elder.sqlite3?mode=ro&uri=true") as store:
        assert await kind_of(store) == "readonly"
        assert await store.recall("before") == "kept"


async def test_a_damaged_file_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        await store.remember("before", "kept")
    file = tmp_path / "elder.sqlite3"
    data = file.read_bytes()
    for broken in (data[:100] + b"\xff" * (len(data) - 100), b"no database at all" * 1000):
        file.write_bytes(broken)
        async with at(sqlite_url(tmp_path)) as store:
            assert await kind_of(store) == "corrupt"
        assert file.read_bytes() == broken


def test_a_file_in_a_folder_that_is_gone_is_lost(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error) as met:
        sqlite3.connect(tmp_path / "nowhere" / "elder.sqlite3")

    assert trouble(met.value) == "lost"


async def test_another_writer_that_does_not_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.store.LOCK_PATIENCE", 1)
    async with opened(sqlite_url(tmp_path)) as one, at(sqlite_url(tmp_path)) as other, one.writing():
        assert await kind_of(other) == "busy"


def test_a_fault_of_ours_is_no_trouble_of_the_database() -> None:
    told = [trouble(fault) for fault in (ValueError("lost"), KeyError("full"), OSError(28, "full"), TimeoutError())]

    assert told == [None] * 4


async def test_a_law_that_is_broken_is_no_trouble_of_the_database(store: Store) -> None:
    twice = text("INSERT INTO memo (name, value) VALUES ('a', 'b'), ('a', 'b')")
    async with store.writing() as db:
        with pytest.raises(IntegrityError) as met:
            await db.execute(twice)
        await db.rollback()

    assert trouble(met.value) is None


async def cut_off(store: Store, other: Store) -> None:
    """Write, and have the server end the connection half-way."""
    async with store.writing() as db:
        number = (await db.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        async with other.reading() as killer:
            await killer.execute(text(f"SELECT pg_terminate_backend({number}, 5000)"))
        await db.execute(text("INSERT INTO memo (name, value) VALUES ('name', '')"))


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
async def test_a_lost_server_is_told_and_found_again() -> None:
    async with postgres_url() as url, opened(url) as store, at(url) as other:
        await store.remember("before", "kept")
        told = []
        for _ in range(3):  # in mid-writing
            with pytest.raises(DBAPIError) as met:
                await cut_off(store, other)
            told.append(trouble(met.value))

        assert told == ["lost"] * 3
        assert (await store.recall("before"), await store.recall("name")) == ("kept", None)


async def test_a_server_that_is_not_there_is_lost() -> None:
    pytest.importorskip("asyncpg")
    async with at("postgresql+asyncpg://elder@127.0.0.1:9/elder") as store:
        with pytest.raises(LostError) as met:
            await store.recall("before")

    assert trouble(met.value) == "lost"
    assert "lost" in TROUBLES
    assert hindrance(met.value) == "refused"


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"database": "no_such_database"}, "missing"),
        ({"username": "no_such_role"}, "login"),
        ({"port": 9}, "refused"),
    ],
)
async def test_what_keeps_a_server_from_being_reached_is_told(changed: dict[str, Any], why: str) -> None:
    async with at(make_url(POSTGRES).set(**changed).render_as_string(hide_password=False)) as store:
        with pytest.raises((DBAPIError, LostError)) as met:
            await store.recall("before")

    assert (trouble(met.value), hindrance(met.value)) == ("lost", why)
    assert why in HINDRANCES


async def without_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer as a server that speaks no TLS."""
    await reader.read(8)
    writer.write(b"N")
    await writer.drain()
    writer.close()


@pytest.mark.parametrize("ssl", ["require", "verify-full"])
async def test_a_server_that_does_not_speak_tls_is_told(ssl: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("asyncpg")
    monkeypatch.setenv("HOME", "/nowhere")  # where no certificate is, either
    async with await asyncio.start_server(without_tls, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with at(f"postgresql+asyncpg://elder:hush@127.0.0.1:{port}/elder?ssl={ssl}") as store:
            with pytest.raises((DBAPIError, LostError)) as met:
                await store.recall("before")

    assert hindrance(met.value) == "tls"


@pytest.mark.parametrize(
    ("cause", "why"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "host"),
        (ssl.SSLCertVerificationError(1, "certificate verify failed"), "tls"),
        (FileNotFoundError(2, "No such file or directory"), None),
    ],
)
def test_why_a_server_was_not_reached_is_told_by_the_first_cause_that_says_so(cause: OSError, why: str | None) -> None:
    lost = LostError(cause.errno, "the database's server cannot be reached")
    lost.__cause__ = cause

    assert (trouble(lost), hindrance(lost)) == ("lost", why)
