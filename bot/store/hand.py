"""A hand for what many ask together: whole transactions, one after another, in a thread of its own.

SQLite's asynchronous driver makes a journey to such a thread for each statement; here one is made for a transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

Found = TypeVar("Found")
Work = Callable[[Connection], Found]  # done within one transaction, and maybe in another thread: it shares nothing


class Hand:
    """One thread, doing what it is given in the order it comes."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"gauss-{name}")

    async def read(self, work: Work[Found]) -> Found:
        """Return what work finds, from one consistent state."""
        return await self._done(self._read, work)

    async def write(self, work: Work[Found]) -> Found:
        """Return what work finds, its changes kept; none are if it raises."""
        return await self._done(self._write, work)

    async def close(self) -> None:
        """Wait for what is being done, and take no more."""
        await asyncio.to_thread(self._thread.shutdown)

    async def _done(self, how: Callable[[Work[Found]], Found], work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._thread, how, work)

    def _read(self, work: Work[Found]) -> Found:
        with self._engine.connect().execution_options(read_only=True) as connection:
            return work(connection)

    def _write(self, work: Work[Found]) -> Found:
        with self._engine.begin() as connection:
            return work(connection)
