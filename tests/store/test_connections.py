"""Connections are opened when more are wanted at once, up to a bound, and kept for whoever comes next."""

from __future__ import annotations

import asyncio

from sqlalchemy import event, text

from bot.store.store import CONNECTIONS, Store

CROWD = 4 * CONNECTIONS


async def test_a_crowd_that_comes_again_finds_the_connections_of_the_first_time(store: Store) -> None:
    opened: list[object] = []
    event.listen(store.engine.sync_engine, "connect", lambda connection, _: opened.append(connection))

    async def look() -> None:
        async with store.reading() as db:
            await db.execute(text("SELECT 1"))
            await asyncio.sleep(0.01)  # all that there may be are out at once

    await asyncio.gather(*(look() for _ in range(CROWD)))
    first = len(opened)
    await asyncio.gather(*(look() for _ in range(CROWD)))

    assert 0 < first <= CONNECTIONS
    assert len(opened) <= CONNECTIONS, "some were closed, and opened anew"
