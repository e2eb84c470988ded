"""Laws of what is settled together: everyone gets their own outcome, and few turns are needed for many."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.play.wall.gathering import MOST, STILL, Gathering


class Squares:
    """Squares numbers, and remembers in which batches they came; stops at a gate as long as it is shut."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.begun = asyncio.Event()  # somebody is at it

    async def settle(self, wishes: Sequence[int]) -> Sequence[int]:
        self.begun.set()
        await self.gate.wait()
        if -1 in wishes:
            raise ZeroDivisionError
        self.batches.append(list(wishes))
        return [wish**2 for wish in wishes]


async def test_each_of_many_gets_its_own_outcome_and_those_who_waited_are_settled_together() -> None:
    squares = Squares()
    gathering = Gathering(squares.settle)

    outcomes = await asyncio.gather(*map(gathering.take, range(3 * MOST)))

    assert outcomes == [wish**2 for wish in range(3 * MOST)]
    assert len(squares.batches) == 3


async def test_a_fault_reaches_all_of_its_batch_and_nobody_after_it() -> None:
    gathering = Gathering(Squares().settle)

    failed = await asyncio.gather(*map(gathering.take, (1, -1, 2)), return_exceptions=True)

    assert [type(each) for each in failed] == [ZeroDivisionError] * 3
    assert await gathering.take(3) == 9


async def test_who_settles_for_others_and_is_cancelled_leaves_them_to_the_next() -> None:
    squares = Squares()
    squares.gate.clear()
    gathering = Gathering(squares.settle)
    first, second = (asyncio.ensure_future(gathering.take(wish)) for wish in (1, 2))
    await squares.begun.wait()

    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    squares.gate.set()

    assert await second == 4
    assert squares.batches == [[1, 2]]


async def test_who_is_called_to_settle_and_is_cancelled_calls_the_next() -> None:
    squares = Squares()
    squares.gate.clear()
    gathering = Gathering(squares.settle)
    first = asyncio.ensure_future(gathering.take(1))
    await squares.begun.wait()
    second, third = (asyncio.ensure_future(gathering.take(wish)) for wish in (2, 3))
    await asyncio.sleep(0)

    squares.gate.set()
    assert await first == 1
    second.cancel()  # called, and not yet awake

    assert await asyncio.wait_for(third, 1) == 9
    assert second.cancelled()


async def test_who_comes_while_several_are_gathered_is_settled_along_and_one_alone_is_not_kept_waiting() -> None:
    squares = Squares()
    gathering = Gathering(squares.settle)
    coming = [asyncio.ensure_future(after(turns, gathering, turns)) for turns in range(2 * STILL)]  # one at each turn

    assert await asyncio.gather(*coming) == [turns**2 for turns in range(2 * STILL)]
    assert await gathering.take(9) == 81
    assert squares.batches == [list(range(2 * STILL)), [9]]


async def after(turns: int, gathering: Gathering[int, int], wish: int) -> int:
    """Wish for something after so many turns of the loop."""
    for _ in range(turns):
        await asyncio.sleep(0)
    return await gathering.take(wish)
