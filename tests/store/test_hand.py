"""Laws of work done in one journey: kept whole or not at all, and what was there before is seen while it is done."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, func, insert, select

from bot.store import learners
from bot.store.store import Store, open_store
from bot.store.tables import learner

AT = datetime(2026, 1, 1, tzinfo=UTC)


def come(db: Connection, *ids: int) -> int:
    """Write learners down; return how many there are."""
    db.execute(insert(learner), [{"id": id, "name": "x", "text_only": False, "met": AT} for id in ids])
    return count(db)


def count(db: Connection) -> int:
    """Return how many learners there are."""
    return db.execute(select(func.count()).select_from(learner)).scalar_one()


def stumble(db: Connection) -> None:
    """Write a learner down, and fail."""
    come(db, 9)
    raise ZeroDivisionError


async def test_what_is_written_is_read_whichever_way_one_looks(store: Store) -> None:
    assert await store.write(lambda db: come(db, 1, 2)) == 2
    assert await store.read(count) == 2
    async with store.writing() as db:
        await learners.meet(db, 3, "y", AT)
    assert await store.read(count) == 3


async def test_work_that_fails_leaves_nothing_and_hinders_nobody(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        await store.write(stumble)

    assert await store.write(lambda db: come(db, 1)) == 1


async def test_writings_of_both_kinds_wait_for_each_other(store: Store) -> None:
    async def met(id: int) -> None:
        async with store.writing() as db:
            await learners.meet(db, id, "y", AT)

    by_hand = [store.write(lambda db, id=id: come(db, id)) for id in range(1, 20, 2)]  # type: ignore[misc]
    await asyncio.gather(*by_hand, *map(met, range(2, 21, 2)))

    assert await store.read(count) == 20


async def test_a_database_in_memory_is_one_database() -> None:
    store = open_store("sqlite+aiosqlite:///:memory:")

    assert store.together is None
    await store.close()
