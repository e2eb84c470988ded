"""Opens what a game stands on: the store, the bank and the workshop, and closes them in order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from secrets import randbits

from bot.cli.database import open_current, troubled
from bot.play import Play
from bot.store.shards import WHOLE, Shards
from bot.store.store import Store
from bot.workshop import Workshop
from quizbank.bank import Bank, open_bank


@dataclass(frozen=True)
class Opened:
    """All that is open while a game is on."""

    store: Store
    bank: Bank
    workshop: Workshop
    play: Play


@asynccontextmanager
async def opened(
    url: str,
    *,
    workers: int,
    clock: Callable[[], datetime],
    secrets: Callable[[int], int] = randbits,
    shards: Shards = WHOLE,
) -> AsyncIterator[Opened]:
    """Open everything for the game kept at a database URL; the workshop warms while the game begins."""
    store = await open_current(url)
    bank = open_bank()
    workshop = Workshop(workers=workers)
    workshop.warm()
    try:
        with troubled(url):
            play = Play(store, bank, workshop, clock=clock, secrets=secrets, shards=shards)
            yield Opened(store, bank, workshop, play)
    finally:
        await workshop.close()
        await store.close()
