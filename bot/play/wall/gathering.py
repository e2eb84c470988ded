"""What comes from many at once, settled together: whoever comes first settles for all that wait by then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Wish = TypeVar("Wish")
Outcome = TypeVar("Outcome")

MOST = 100  # settled together; the others wait for the next turn
STILL = 3  # turns of the loop in which nobody comes, after which nobody is waited for any more: a batch is dear


class Waiting(Generic[Wish, Outcome]):
    """A wish, and what became of it; `called` is done once it is settled, or it is its wisher's turn to settle."""

    __slots__ = ("called", "outcome", "settled", "wish")

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.outcome: Outcome | Exception | None = None
        self.settled = False

    def settle(self, outcome: Outcome | Exception) -> None:
        """Give it its outcome."""
        self.outcome, self.settled = outcome, True
        self.call()

    def call(self) -> None:
        """Call its wisher, unless they were called before or wait no longer."""
        if not self.called.done():
            self.called.set_result(None)


class Gathering(Generic[Wish, Outcome]):
    """Turns what comes one by one into batches, without a task of its own; one batch is under way at a time.

    `settle` returns an outcome for each wish, in their order. Where it raises, it raises for all of the batch.
    """

    def __init__(self, settle: Callable[[Sequence[Wish]], Awaitable[Sequence[Outcome]]]) -> None:
        self._settle = settle
        self._waiting: list[Waiting[Wish, Outcome]] = []
        self._settler: Waiting[Wish, Outcome] | None = None  # whose wisher settles, or is called to

    async def take(self, wish: Wish) -> Outcome:
        """Return the outcome of one wish."""
        mine: Waiting[Wish, Outcome] = Waiting(wish)
        self._waiting.append(mine)
        if self._settler is None:
            self._call_next()
        try:
            await mine.called
            if not mine.settled:
                await self._breathe()
            while not mine.settled:
                await self._settle_some()
        finally:
            if self._settler is mine:
                self._call_next()
        if isinstance(mine.outcome, Exception):
            raise mine.outcome
        return mine.outcome  # type: ignore[return-value]

    def _call_next(self) -> None:
        """Call one who waits to settle; what those wished who wait no longer is settled along."""
        self._settler = next((each for each in self._waiting if not each.called.done()), None)
        if self._settler is not None:
            self._settler.call()

    async def _breathe(self) -> None:
        """Let those settle along who come in the same breath; one who comes alone hardly waits."""
        still = 0
        while still < STILL and len(self._waiting) < MOST:
            there = len(self._waiting)
            await asyncio.sleep(0)
            still = still + 1 if len(self._waiting) == there else 0

    async def _settle_some(self) -> None:
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        try:
            outcomes: Sequence[Outcome | Exception] = await self._settle([each.wish for each in batch])
        except asyncio.CancelledError:
            self._waiting = [*batch, *self._waiting]  # the next to come settles them
            raise
        except Exception as fault:
            outcomes = [fault] * len(batch)
        for each, outcome in zip(batch, outcomes, strict=True):
            each.settle(outcome)
