"""A PostgreSQL database that several processes share, each with a store of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.store.store import Store
from tests.databases import POSTGRES, opened, postgres_url, store

__all__ = ["store"]

Another = Callable[[], Coroutine[Any, Any, Store]]


@pytest.fixture
async def another() -> AsyncIterator[Another]:
    """Open one more store on the same new PostgreSQL database."""
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    async with postgres_url() as url, AsyncExitStack() as stack:

        async def open_one() -> Store:
            return await stack.enter_async_context(opened(url))

        yield open_one
