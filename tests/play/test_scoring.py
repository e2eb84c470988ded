"""Whatever happened, in whatever order it was taken in, the standings are what the answers make them."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from sqlalchemy import event

from bot.play.board.scoring import score
from bot.store.store import Store
from tests.play.histories import LEARNERS, History, by_hand, remembered
from tests.play.stage import staged

pytestmark = pytest.mark.board


async def drained(store: Store) -> None:
    """Take in all that is left."""
    while (await score(store)).taken:
        pass


@pytest.mark.parametrize("seed", range(6))
async def test_standings_are_the_fold_of_any_history_taken_in_by_pieces(store: Store, seed: int) -> None:
    random = Random(seed)
    history = History(store, random)
    await history.begin()
    for _ in range(120):
        await history.happen()
        if random.random() < 0.2:
            await score(store, random.choice([None, *LEARNERS]), limit=random.randint(1, 9))
    await drained(store)

    assert await remembered(store) == by_hand(history)


async def test_taking_in_again_or_making_all_of_it_again_changes_nothing(store: Store) -> None:
    history = History(store, Random(1))
    await history.begin()
    for _ in range(80):
        await history.happen()
    await drained(store)
    before = await remembered(store)
    again = await score(store)
    await staged(store).boards.rescore()

    assert (again.taken, again.guilds) == (0, frozenset())
    assert await remembered(store) == before == by_hand(history)


async def test_several_may_take_in_at_once(store: Store) -> None:
    history = History(store, Random(2))
    await history.begin()
    for _ in range(100):
        await history.happen()
        if len(history.given) % 10 == 0:
            await asyncio.gather(*(score(store, limit=3) for _ in range(4)))
    await asyncio.gather(*(drained(store) for _ in range(4)))

    assert await remembered(store) == by_hand(history)


async def test_whoever_is_forgotten_stands_nowhere_and_those_below_move_up(store: Store) -> None:
    history = History(store, Random(3))
    await history.begin()
    for _ in range(100):
        await history.happen()
    await drained(store)
    await history.forget(2)

    assert await remembered(store) == by_hand(history)


async def test_a_batch_that_fails_is_taken_in_by_the_next(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    history = History(store, Random(4))
    await history.begin()
    for _ in range(40):
        await history.happen()
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.nodes.shift", None)
        with pytest.raises(TypeError):
            await score(store)
    await drained(store)

    assert await remembered(store) == by_hand(history)


async def test_a_batch_takes_as_many_statements_for_many_notes_as_for_few(store: Store) -> None:
    history, statements = History(store, Random(5)), list[str]()
    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
    await history.begin()
    counts = []
    for answers in (1, 60):
        for _ in range(answers):
            await history.answer()
        statements.clear()
        await score(store, limit=100)
        counts.append(len(statements))

    assert counts[1] <= counts[0] + 2
