"""Real databases for tests: a fresh SQLite file, and a fresh PostgreSQL database where a server is given."""

from __future__ import annotations

import asyncio
import atexit
import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.schema import upgrade
from bot.store.store import Store, open_store

POSTGRES = os.environ.get("GAUSS_TEST_POSTGRES", "")  # a URL that may create databases


def sqlite_url(folder: Path) -> str:
    """Return the URL of a SQLite file in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'elder.sqlite3'}"


_made: dict[str, str | bytes] = {}  # what is dear to make and is made once in a process: databases with their tables


async def with_tables() -> bytes:
    """Return an empty SQLite database whose schema is up to date."""
    if "sqlite" not in _made:
        with TemporaryDirectory() as folder:
            store = open_store(sqlite_url(Path(folder)))
            await upgrade(store)
            await store.close()
            _made["sqlite"] = written(Path(folder))
    made = _made["sqlite"]
    assert isinstance(made, bytes)
    return made


def written(folder: Path) -> bytes:
    """Return the database file of a folder."""
    return (folder / "elder.sqlite3").read_bytes()


def laid_out(url: str, made: bytes) -> None:
    """Put a database where a SQLite URL points, unless one is there."""
    database = make_url(url).database
    if database and not Path(database).exists():
        Path(database).write_bytes(made)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Give a store at a URL with its schema up to date, and close it."""
    if make_url(url).get_backend_name() == "sqlite":
        laid_out(url, await with_tables())
    store = open_store(url)
    try:
        await upgrade(store)
        yield store
    finally:
        await store.close()


async def template(server: AsyncEngine) -> str:
    """Return the name of a PostgreSQL database with its tables, to be copied; this process's own."""
    if "postgres" not in _made:
        name = f"gauss_template_{uuid.uuid4().hex}"
        async with server.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        store = open_store(make_url(POSTGRES).set(database=name).render_as_string(hide_password=False))
        await upgrade(store)
        await store.close()
        _made["postgres"] = name
        atexit.register(lambda: asyncio.run(dropped(name)))
    made = _made["postgres"]
    assert isinstance(made, str)
    return made


async def dropped(name: str) -> None:
    """Drop a PostgreSQL database."""
    server = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    await server.dispose()


@asynccontextmanager
async def postgres_url(*, tables: bool = False) -> AsyncIterator[str]:
    """Give the URL of a new PostgreSQL database, empty or with its tables, and drop it afterwards."""
    name = f"gauss_{uuid.uuid4().hex}"
    server = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    like = f" TEMPLATE {await template(server)}" if tables else ""
    async with server.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}{like}"))
    try:
        yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    finally:
        async with server.connect() as connection:
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        await server.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """A new store on each kind of database in turn."""
    if request.param == "sqlite":
        async with opened(sqlite_url(tmp_path)) as sqlite:
            yield sqlite
        return
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    async with postgres_url(tables=True) as url, opened(url) as postgres:
        yield postgres
