"""A database that is gone for a while: a lock that nobody gives back, or a line that is cut."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Protocol

PIECE = 65_536  # bytes


class Outage(Protocol):
    """Something that takes the database away."""

    async def last(self, seconds: float) -> None:
        """Take it away for so long."""


class Locked:
    """A SQLite file that another process will not let anyone write to."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def last(self, seconds: float) -> None:
        """Hold the write lock."""
        with closing(sqlite3.connect(self._file, isolation_level=None, timeout=10, check_same_thread=False)) as other:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            await asyncio.sleep(seconds)
            other.execute("ROLLBACK")


class Relay:
    """A line to a server, which can be cut; an async context manager."""

    def __init__(self, host: str, port: int) -> None:
        self._there = host, port
        self._open: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._cut = False
        self.port = 0

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        self._sever()
        await asyncio.gather(*self._carrying, return_exceptions=True)
        await self._server.wait_closed()

    async def last(self, seconds: float) -> None:
        """Cut every line, and let none be laid meanwhile."""
        self._cut = True
        self._sever()
        await asyncio.sleep(seconds)
        self._cut = False

    def _sever(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        if self._cut:
            back.transport.abort()
            return
        far, forth = await asyncio.open_connection(*self._there)
        self._open |= {back, forth}
        try:
            await asyncio.gather(pump(near, forth), pump(far, back))
        finally:
            for writer in (back, forth):
                self._open.discard(writer)
                writer.transport.abort()


async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Carry bytes one way until there are no more."""
    try:
        while piece := await source.read(PIECE):
            target.write(piece)
            await target.drain()
    except ConnectionError:
        return
    finally:
        target.transport.abort()
