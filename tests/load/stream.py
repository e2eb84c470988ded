"""Touches that arrive: as many as can be borne, or as a Poisson stream; how long each took, and what held the loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import Final

from tests.load.town import Touch, Town

TOGETHER: Final = 32  # touches under way at once while the limit is looked for
TURN: Final = 5.0  # seconds between two turns of the clockwork
PROBE: Final = 0.005  # seconds between two looks at the loop


@dataclass
class Account:
    """What a stretch of time brought."""

    seconds: float = 0.0
    cpu: float = 0.0
    latencies: dict[str, list[float]] = field(default_factory=dict)
    lags: list[float] = field(default_factory=list)

    @property
    def all(self) -> list[float]:
        """Every latency."""
        return [each for kind in self.latencies.values() for each in kind]

    def note(self, kind: str, latency: float) -> None:
        """Take down one touch."""
        self.latencies.setdefault(kind, []).append(latency)


def quantile(values: Sequence[float], at: float) -> float:
    """Return a quantile; of nothing it is 0."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(at * len(ordered)))] if ordered else 0.0


@asynccontextmanager
async def watched(town: Town) -> AsyncIterator[Account]:
    """Give an account; the clockwork turns meanwhile, and the loop is looked at."""
    account = Account()
    companions = [asyncio.create_task(clockwork(town)), asyncio.create_task(probe(account.lags))]
    begun, cpu = perf_counter(), process_time()
    try:
        yield account
    finally:
        account.seconds, account.cpu = perf_counter() - begun, process_time() - cpu
        for each in companions:
            each.cancel()
        await asyncio.gather(*companions, return_exceptions=True)


async def flat_out(town: Town, seconds: float) -> Account:
    """Let so many touch the games together, each as soon as it is done."""
    touches = town.touches()
    async with watched(town) as account:
        end = perf_counter() + seconds
        await asyncio.gather(*(hasten(touches, account, end) for _ in range(TOGETHER)))
    return account


async def hasten(touches: Iterator[tuple[str, Touch]], account: Account, end: float) -> None:
    """Touch one after another until the time is over."""
    while perf_counter() < end:
        kind, touch = next(touches)
        begun = perf_counter()
        if await touch():
            account.note(kind, perf_counter() - begun)


async def poisson(town: Town, seconds: float, rate: float, random: Random) -> Account:
    """Let touches arrive by chance, so many a second on average, whether those before are done or not."""
    touches = town.touches()
    async with watched(town) as account:
        at = begun = perf_counter()
        async with asyncio.TaskGroup() as group:
            while (at := at + random.expovariate(rate)) < begun + seconds:
                await asyncio.sleep(max(0.0, at - perf_counter()))
                group.create_task(arrival(*next(touches), account, at))
    return account


async def arrival(kind: str, touch: Touch, account: Account, at: float) -> None:
    """Do one touch; its time counts from when it came."""
    if await touch():
        account.note(kind, perf_counter() - at)


async def clockwork(town: Town) -> None:
    """Turn, again and again."""
    while True:
        await town.turn()
        await asyncio.sleep(TURN)


async def probe(lags: list[float]) -> None:
    """Note by how much the loop is late."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(PROBE)
        lags.append(perf_counter() - begun - PROBE)
