"""Real databases for tests: a fresh SQLite file, and a fresh PostgreSQL database where a server is given."""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.schema import upgrade
from bot.store.store import Store, open_store

POSTGRES = os.environ.get("GAUSS_TEST_POSTGRES", "")  # a URL that may create databases


def sqlite_url(folder: Path) -> str:
    """Return the URL of a SQLite file in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'elder.sqlite3'}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Give a store at a URL with its schema up to date, and close it."""
    store = open_store(url)
    try:
        await upgrade(store)
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def postgres_url() -> AsyncIterator[str]:
    """Give the URL of a new PostgreSQL database, and drop it afterwards."""
    name = f"gauss_{uuid.uuid4().hex}"
    server = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
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
    async with postgres_url() as url, opened(url) as postgres:
        yield postgres
