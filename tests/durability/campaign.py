"""A campaign: so many lives of the bot, each ended by a kill at an instant of its own, and the account afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.durability.battle import Fighter
from tests.durability.outage import Outage
from tests.durability.scenario import Scenario, Tally, World
from tests.standin.nursery import Nursery
from tests.standin.server import Call

SCENARIOS: Sequence[type[Scenario]] = (Fighter,)
LEARNERS = 6
FIRST_LEARNER = 2000
STARTING = 30.0  # seconds until a bot must be there
CALLS = 40  # a kill by count strikes at one of the first so many calls
LIVES = 0.7  # seconds: a kill by time strikes within them
EARLY, BY_COUNT, GONE = 0.1, 0.5, 0.06  # shares: killed before it is ready, by a count of calls; database taken away
OUTAGES = (0.3, 2.5)  # seconds


@dataclass(frozen=True)
class Account:
    """What a campaign came to."""

    kills: int
    outages: int
    tally: Tally

    def __str__(self) -> str:
        lost, doubled, stuck = map(len, (self.tally.lost, self.tally.doubled, self.tally.stuck))
        return f"{self.kills} kills, {lost} lost, {doubled} doubled, {stuck} stuck"


class Campaign:
    """Learners on one side, a bot that dies on the other."""

    def __init__(
        self, world: World, nursery: Nursery, settings: Mapping[str, str], outage: Outage, kind: str = "bot"
    ) -> None:
        self._world = world
        self._nursery = nursery
        self._kind = kind
        self._settings = settings
        self._outage = outage
        self._outages = 0
        self._cast = [SCENARIOS[n % len(SCENARIOS)](world, FIRST_LEARNER + n) for n in range(LEARNERS)]

    async def run(self, kills: int) -> Account:
        """Kill so many bots, then let one live until every game is over."""
        for _ in range(kills):
            await self._life()
        self._world.fallen.clear()
        async with self._living():
            await asyncio.gather(*(each.finish() for each in self._cast))
        return Account(kills, self._outages, sum([await each.tally() for each in self._cast], Tally()))

    async def soak(self, seconds: float) -> tuple[Account, float]:
        """Let one bot be played on; return the account, and its memory at the end ÷ that after a fifth of the time."""
        async with self._living() as pid:
            playing = [asyncio.ensure_future(each.play()) for each in self._cast]
            await asyncio.sleep(seconds / 5)
            early = resident(pid)
            await asyncio.sleep(seconds * 4 / 5)
            growth = resident(pid) / early
            self._world.fallen.set()
            await asyncio.gather(*playing)
        return await self.run(0), growth

    async def _life(self) -> None:
        """Start a bot, have everyone play, kill it."""
        random = self._world.random
        pid = self._nursery.start(self._kind, self._world.discord.port, self._settings)
        if random.random() < EARLY:
            await asyncio.sleep(random.uniform(0, 0.12))
            await self._kill(pid)
            return
        await self._ready()
        self._world.fallen.clear()
        playing = [asyncio.ensure_future(each.play()) for each in self._cast]
        if random.random() < GONE:
            self._outages += 1
            await asyncio.sleep(random.uniform(0, 0.2))
            await self._outage.last(random.uniform(*OUTAGES))
        await self._instant(pid)
        await self._kill(pid)
        self._world.fallen.set()
        await asyncio.gather(*playing)

    async def _instant(self, pid: int) -> None:
        """Wait for the instant: a moment, or a call, before Discord takes it or just after."""
        random, discord = self._world.random, self._world.discord
        if random.random() >= BY_COUNT:
            await asyncio.sleep(random.uniform(0, LIVES))
            return
        number, after, struck = random.randrange(1, CALLS), random.random() < 0.5, asyncio.Event()
        calls = count(1)

        def watch(call: Call, done: bool) -> None:
            if done == after and next(calls) == number:
                os.kill(pid, signal.SIGKILL)
                struck.set()

        discord.watch = watch
        try:
            await asyncio.wait_for(struck.wait(), 3 * LIVES)
        except TimeoutError:
            return
        finally:
            discord.watch = lambda call, done: None

    async def _kill(self, pid: int) -> None:
        code = self._nursery.kill(pid)
        if code != -signal.SIGKILL:
            raise RuntimeError(f"the bot had ended by itself, with {code}")
        if self._world.discord.gateway.ready.is_set():
            await self._world.discord.gateway.left.wait()

    async def _ready(self) -> None:
        await asyncio.wait_for(self._world.discord.gateway.ready.wait(), STARTING)

    @asynccontextmanager
    async def _living(self) -> AsyncIterator[int]:
        pid = self._nursery.start(self._kind, self._world.discord.port, self._settings)
        await self._ready()
        try:
            yield pid
        finally:
            await self._kill(pid)


def resident(pid: int) -> int:
    """Return how many pages of memory a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
