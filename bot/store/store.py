"""The door to the database: short readings and short writings, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from functools import lru_cache
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import memos
from bot.store.hand import Found, Hand, Work

CONNECTIONS = 15  # at the most; one that was opened is kept, for opening one is dear on either kind
LOCK_PATIENCE = 5000  # ms a SQLite connection waits for another's write
PAGES = 512  # KiB of a SQLite file that one connection keeps at the most; the system keeps the rest for all of them
NOWHERE = (None, "", ":memory:")  # where SQLite keeps what only one connection sees
FOREIGN_KEYS = text("PRAGMA foreign_key_check")


Heed = Callable[[float, float], None]  # told of each writing how many seconds it waited for its turn, and took in all


def unheeded(waited: float, took: float) -> None:
    """Take no notice of how long a writing took."""


class LostError(ConnectionError):
    """The database's server cannot be reached."""


class ForeignKeysError(Exception):
    """Making tables anew would leave a row that refers to none."""


DOCUMENTS = 8192  # of those read last kept as they were read; the shipped bank has fewer problems


class Document(dict[str, Any]):
    """A JSON object as stored. Nobody changes it, so that what is made of it can be kept by its identity."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class Store:
    """One database. `reading` and `writing` each give a connection in a transaction of their own.

    `read` and `write` do the same for work that awaits nothing, the cheaper for that where the database is SQLite.
    """

    def __init__(self, engine: AsyncEngine, together: Engine | None = None) -> None:
        self.engine = engine
        self.together = together  # the same database without an asynchronous driver; None where there is no such way
        self._readers = None if together is None else Hand(together, "reader")
        self._writers = None if together is None else Hand(together, "writer")
        self.heed: Heed = unheeded
        # SQLite has one writer at a time: those of this process wait in a row, not by asking again and again.
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @property
    def engines(self) -> tuple[Engine, ...]:
        """Every engine by which this store reaches its database."""
        own = self.engine.sync_engine
        return (own,) if self.together is None else (own, self.together)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that only reads, from one consistent state."""
        async with self._connected() as connection:
            await connection.execution_options(read_only=True)
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all kept when the block ends, or none if it raises."""
        time = asyncio.get_running_loop().time
        begun = time()
        async with self._turn, self._connected() as connection, connection.begin():
            waited = time() - begun
            yield connection
        self.heed(waited, time() - begun)

    async def read(self, work: Work[Found]) -> Found:
        """Return what work finds in one consistent state."""
        if self._readers is not None:
            return await self._readers.read(work)
        async with self.reading() as db:
            return await db.run_sync(work)

    async def write(self, work: Work[Found]) -> Found:
        """Return what work finds, all its changes kept; none are if it raises."""
        if self._writers is None:
            async with self.writing() as db:
                return await db.run_sync(work)
        time = asyncio.get_running_loop().time
        begun = time()
        async with self._turn:
            waited = time() - begun
            found = await self._writers.write(work)
        self.heed(waited, time() - begun)
        return found

    @asynccontextmanager
    async def rebuilding(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that may make tables anew: SQLite then looks at foreign keys once, before all is kept.

        Raises ForeignKeysError, and keeps nothing, if a row would be left that refers to none.
        """
        async with self._connected() as connection:
            await connection.execution_options(rebuilding=True)
            try:
                async with connection.begin():
                    yield connection
                    if self.engine.dialect.name == "sqlite" and (await connection.execute(FOREIGN_KEYS)).first():
                        raise ForeignKeysError
            finally:
                await connection.invalidate()  # it does not look at foreign keys; the next one does

    async def remember(self, name: str, value: str) -> None:
        """Keep a note for the bot itself, in place of an older one of that name."""
        async with self.writing() as db:
            await memos.keep(db, name, value)

    async def recall(self, name: str) -> str | None:
        """Return the note of that name, or None."""
        async with self.reading() as db:
            return await memos.find(db, name)

    async def close(self) -> None:
        """Let go of every connection."""
        for hand in (self._readers, self._writers):
            if hand is not None:
                await hand.close()
        if self.together is not None:
            self.together.dispose()
        await self.engine.dispose()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self.engine.connect())
            except OSError as error:  # the driver's own: later on nobody could tell it from Discord's
                raise LostError(error.errno, "the database's server cannot be reached") from error
            yield connection


def open_store(url: str) -> Store:
    """Return the store at a URL (`sqlite+aiosqlite:///…` or `postgresql+asyncpg://…`); connects on first use."""
    sqlite, named = make_url(url).get_backend_name() == "sqlite", make_url(url).database not in NOWHERE
    pool = {"pool_size": CONNECTIONS, "max_overflow": 0} if named else {}
    engine = create_async_engine(
        url,
        **pool,
        pool_pre_ping=not sqlite,
        hide_parameters=True,  # a logged error must not carry what a learner typed
        json_deserializer=document,
    )
    if not sqlite:
        return Store(engine)
    together = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True, json_deserializer=document)
    for each in (engine.sync_engine, together):
        event.listen(each, "connect", prepare_sqlite)
        event.listen(each, "begin", begin_sqlite)
    return Store(engine, together if named else None)


def document(text: str) -> Any:
    """Return what a JSON column holds; for the same object again, the very same Document."""
    return _known(text) if text.startswith("{") else json.loads(text)


@lru_cache(maxsize=DOCUMENTS)
def _known(text: str) -> Document:
    return Document(json.loads(text))


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Make a new SQLite connection durable across a crash of the process, patient, and strict about foreign keys."""
    connection.isolation_level = None  # the driver must not begin transactions of its own: `begin_sqlite` does
    patience, pages = f"busy_timeout={LOCK_PATIENCE}", f"cache_size=-{PAGES}"
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", patience, pages):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: Any) -> None:
    """Take the write lock at once when writing: a lock taken half-way cannot be waited for."""
    options = connection.get_execution_options()
    if options.get("rebuilding", False):
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")  # means nothing within a transaction
    connection.exec_driver_sql("BEGIN" if options.get("read_only", False) else "BEGIN IMMEDIATE")
