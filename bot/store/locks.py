"""What only one process may do at a time, of all that share a PostgreSQL database; on SQLite there is but one.

The locks are the database session's own: they are free as soon as whoever holds them has ended, however they ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.store import Store

COMMANDS: Final = 0x6A56  # telling Discord the commands; 0x6A55 is an upgrade of the schema
CHORES: Final = 0x6A57  # the chores that are done for all
IDENTIFIES: Final = 0x6A58  # by bucket: a second key
NOTICED: Final = {"idle": 15, "interval": 5, "count": 3}  # seconds: so soon is a machine that vanished taken for dead

TAKE: Final = text("SELECT pg_advisory_lock(:key)")
TRY: Final = text("SELECT pg_try_advisory_lock(:key)")
ALIVE: Final = text("SELECT 1")


@asynccontextmanager
async def only(store: Store, key: int) -> AsyncIterator[None]:
    """Let one process at a time do what is inside; the others wait for it."""
    if store.engine.dialect.name == "sqlite":
        yield
        return
    connection = await _session(store)
    try:
        await connection.execute(TAKE, {"key": key})
        yield
    finally:
        await _end(connection)


class Seat:
    """A seat for one process: whoever asks first has it, until they leave it or end."""

    def __init__(self, store: Store, key: int) -> None:
        self._store = store
        self._key = key
        self._session: AsyncConnection | None = None

    async def held(self) -> bool:
        """Take the seat if it is free; whether it is this process's now."""
        if self._store.engine.dialect.name == "sqlite":
            return True
        if self._session is not None:
            if await _lives(self._session):
                return True
            await self.leave()
        session = await _session(self._store)
        try:
            if (await session.execute(TRY, {"key": self._key})).scalar_one():
                self._session = session
        finally:
            if self._session is None:
                await _end(session)
        return self._session is not None

    async def leave(self) -> None:
        """Leave the seat to others."""
        session, self._session = self._session, None
        if session is not None:
            await _end(session)


async def _session(store: Store) -> AsyncConnection:
    """Return a session that holds no transaction open, and whose end the server notices even if nobody tells it."""
    connection = await store.engine.connect()
    try:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        for name, value in NOTICED.items():
            await connection.execute(text(f"SET tcp_keepalives_{name} = {value}"))
    except BaseException:  # cancelled, too: nobody else knows of it yet
        await _end(connection)
        raise
    return connection


async def _lives(connection: AsyncConnection) -> bool:
    try:
        await connection.execute(ALIVE)
    except (DBAPIError, OSError):
        return False
    return True


async def _end(connection: AsyncConnection) -> None:
    """End a session, and with it every lock it holds; the pool keeps none of it."""
    await connection.invalidate()
    await connection.close()
