"""What comes from many at once, settled together: whoever comes first settles for all that wait by then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Wish = TypeVar("Wish")
Outcome = TypeVar("Outcome")

MOST = 100  # settled together; the others wait for the next turn


class Gathering(Generic[Wish, Outcome]):
    """Turns what comes one by one into batches, without a task of its own; one batch is under way at a time.

    `settle` returns an outcome for each wish, in their order. Where it raises, it raises for all of the batch.
    """

    def __init__(self, settle: Callable[[Sequence[Wish]], Awaitable[Sequence[Outcome]]]) -> None:
        self._settle = settle
        self._waiting: list[tuple[Wish, asyncio.Future[Outcome]]] = []
        self._turn = asyncio.Lock()

    async def take(self, wish: Wish) -> Outcome:
        """Return the outcome of one wish."""
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((wish, outcome))
        async with self._turn:
            if not outcome.done():
                await asyncio.sleep(0)  # who comes in the same breath is settled along
            while not outcome.done():
                await self._settle_some()
        return outcome.result()

    async def _settle_some(self) -> None:
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        try:
            outcomes = await self._settle([wish for wish, _ in batch])
        except asyncio.CancelledError:
            self._waiting = [*batch, *self._waiting]  # the next to come settles them
            raise
        except Exception as fault:
            for _, outcome in batch:
                outcome.set_exception(fault)
                outcome.exception()  # it is raised where it is awaited; one who was cancelled meanwhile awaits nothing
            return
        for (_, outcome), found in zip(batch, outcomes, strict=True):
            outcome.set_result(found)
