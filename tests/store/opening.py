"""Opens a database as it is, whatever is in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.store.store import Store, open_store


@asynccontextmanager
async def at(url: str) -> AsyncIterator[Store]:
    """Give a store at a URL as it is."""
    store = open_store(url)
    try:
        yield store
    finally:
        await store.close()
