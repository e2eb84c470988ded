"""Whoever is called off while the database is being opened leaves nothing open behind."""

from __future__ import annotations

import asyncio
import gc
import warnings
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store.store import Store, open_store
from tests.databases import opened, sqlite_url

MOST = 40  # turns of the loop, more than an opening takes when the thread is quick


async def asked(store: Store) -> None:
    async with store.reading() as db:
        await db.execute(text("SELECT 1"))


async def called_off(store: Store, turns: int) -> None:
    """Ask, and be called off so many turns of the loop later."""
    asking = asyncio.ensure_future(asked(store))
    for _ in range(turns):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])


@pytest.mark.parametrize("nap", [0.0, 0.001])
async def test_a_reading_that_is_called_off_at_any_moment_leaves_no_connection_open(tmp_path: Path, nap: float) -> None:
    url = sqlite_url(tmp_path)
    async with opened(url):
        pass
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", ResourceWarning)
        for turns in range(MOST):
            store = open_store(url)
            await called_off(store, turns)
            await asyncio.sleep(nap)
            await store.close()
        gc.collect()

    assert [str(each.message) for each in warned] == []
