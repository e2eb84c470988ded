"""What one process does at a time: the locks, the seat, the turns to introduce oneself, the telling of the commands."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from bot.store import identifies
from bot.store.locks import CHORES, COMMANDS, Seat, only
from bot.store.store import Store
from tests.scale.conftest import Another

HOLDERS = text("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = :key AND granted")
END = text("SELECT pg_terminate_backend(:pid, 10000)")  # and wait until it has ended


async def kill_holder(store: Store, key: int) -> None:
    """End the session that holds a lock, as the end of its process would."""
    async with store.reading() as db:
        pid = (await db.execute(HOLDERS, {"key": key})).scalar_one()
        assert (await db.execute(END, {"pid": pid})).scalar_one()


async def test_on_sqlite_there_is_nobody_else(store: Store) -> None:
    if store.engine.dialect.name != "sqlite":
        pytest.skip("several may be there")
    async with only(store, COMMANDS), only(store, COMMANDS):
        assert await Seat(store, CHORES).held()
        assert await identifies.turn(store, 3, 1) == await identifies.turn(store, 3, 1) == 0.0


@pytest.mark.postgres
async def test_one_process_has_the_seat_until_it_leaves_it(another: Another) -> None:
    first, second = Seat(await another(), CHORES), Seat(await another(), CHORES)
    assert [await first.held(), await second.held(), await first.held()] == [True, False, True]

    await first.leave()
    assert [await second.held(), await first.held()] == [True, False]
    await second.leave()


@pytest.mark.postgres
async def test_the_seat_of_a_process_that_died_goes_to_another_and_the_dead_one_knows(another: Another) -> None:
    stores = await another(), await another()
    first, second = (Seat(store, CHORES) for store in stores)
    assert await first.held()
    await kill_holder(stores[1], CHORES)

    assert await second.held()
    assert not await first.held()
    await second.leave()
    assert await first.held()
    await first.leave()


@pytest.mark.postgres
async def test_what_is_for_one_at_a_time_is_done_one_after_another(another: Another) -> None:
    inside, most = 0, 0

    async def do(store: Store) -> None:
        nonlocal inside, most
        async with only(store, COMMANDS):
            inside += 1
            most = max(most, inside)
            await store.remember("scale", "here")  # while others knock
            inside -= 1

    await asyncio.gather(*[do(store) for store in [await another() for _ in range(3)] for _ in range(3)])

    assert most == 1


@pytest.mark.postgres
async def test_a_lock_whose_holder_died_is_free(another: Another) -> None:
    first, second = await another(), await another()
    async with only(first, COMMANDS):
        await kill_holder(second, COMMANDS)
        async with only(second, COMMANDS):
            await second.remember("scale", "told")


@pytest.mark.postgres
async def test_a_session_that_could_not_be_begun_is_kept_by_nobody(
    another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await another()
    monkeypatch.setattr("bot.store.locks.NOTICED", {"no_such_thing": 1})
    with pytest.raises(DBAPIError):
        await Seat(store, CHORES).held()
    with pytest.raises(DBAPIError):
        async with only(store, COMMANDS):
            raise AssertionError("not begun")

    assert isinstance(store.engine.pool, QueuePool)
    assert store.engine.pool.checkedout() == 0


@pytest.mark.postgres
async def test_shards_of_one_bucket_take_turns_and_those_of_others_do_not_wait(another: Another) -> None:
    stores = [await another() for _ in range(3)]
    async with stores[0].reading() as db:
        begun = float((await db.execute(identifies.NOW)).scalar_one())
    same = await asyncio.gather(*(identifies.turn(store, 4 * n, 4) for n, store in enumerate(stores)))
    last = float(await stores[0].recall("discord.identify.0") or 0)
    others = [await identifies.turn(stores[0], n, 4) for n in (1, 2, 3)]

    assert min(same) == 0.0
    assert last >= begun + 2 * identifies.APART
    assert others == [0.0, 0.0, 0.0]
