"""A campaign: so many lives of the bot, each ended by a kill at an instant of its own, and the account afterwards."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.durability.battle import Fighter
from tests.durability.instant import Instants
from tests.durability.outage import Outage
from tests.durability.raid import Raider
from tests.durability.scenario import Scenario, Tally, World
from tests.durability.session import Racer, Student
from tests.standin.nursery import Nursery

SCENARIOS: Mapping[type[Scenario], int] = {Fighter: 3, Raider: 4, Student: 3, Racer: 2}  # and how many learners play it
FIRST_LEARNER = 2000
STARTING = 30.0  # seconds until a bot must be there
EARLY, GONE = 0.1, 0.06  # shares of lives: killed before it is ready; database taken away
LOOKED_AT, LONG = 0.1, 0.03  # shares: all is looked at before anyone plays on; nobody is up for long before that
OUTAGES = (0.3, 2.5)  # seconds
ABSENT = 11.0  # seconds: an absence that sessions account for


@dataclass(frozen=True)
class Account:
    """What a campaign came to."""

    kills: int
    outages: int
    tallies: Mapping[str, Tally]  # by scenario

    @property
    def tally(self) -> Tally:
        """All of it together."""
        return sum(self.tallies.values(), Tally())

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
        self._instants = Instants(world.discord, world.play.house.store, world.random)
        self._fallen_since: float | None = None  # by the loop's clock
        roles = [(role, n == 0) for role, learners in SCENARIOS.items() for n in range(learners)]
        self._cast = [role(world, FIRST_LEARNER + n, leads=leads) for n, (role, leads) in enumerate(roles)]

    async def run(self, kills: int) -> Account:
        """Kill so many bots, then let one live until every game is over."""
        for _ in range(kills):
            await self._life()
        async with self._living():
            await self._look()
            self._world.fallen.clear()
            await asyncio.gather(*(each.finish() for each in self._cast))
            await self._look()
        return Account(kills, self._outages, await self._tallies())

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
        long = random.random() < LONG
        if long:
            await asyncio.sleep(ABSENT)
        pid = self._nursery.start(self._kind, self._world.discord.port, self._settings)
        if not long and random.random() < EARLY:
            await asyncio.sleep(random.uniform(0, 0.12))
            await self._kill(pid)
            return
        await self._ready()
        if long or random.random() < LOOKED_AT:
            await self._look()
        self._fallen_since = None
        self._world.fallen.clear()
        playing = [asyncio.ensure_future(each.play()) for each in self._cast]
        if random.random() < GONE:
            self._outages += 1
            await asyncio.sleep(random.uniform(0, 0.2))
            await self._outage.last(random.uniform(*OUTAGES))
        await self._instants.strike(pid)
        await self._kill(pid)
        self._world.fallen.set()
        await asyncio.gather(*playing)
        for each in self._cast:
            await each.remember()

    async def _look(self) -> None:
        """Wait until all is in order with a bot that has just come up, or after all is over."""
        up, since = asyncio.get_running_loop().time(), self._fallen_since
        await asyncio.gather(*(each.settled(0.0 if since is None else up - since) for each in self._cast))
        self._fallen_since = None

    async def _kill(self, pid: int) -> None:
        code = self._nursery.kill(pid)
        if code != -signal.SIGKILL:
            raise RuntimeError(f"the bot had ended by itself, with {code}")
        if self._fallen_since is None:
            self._fallen_since = asyncio.get_running_loop().time()
        if self._world.discord.gateway.ready.is_set():
            await self._world.discord.gateway.left.wait()

    async def _tallies(self) -> Mapping[str, Tally]:
        tallies: dict[str, Tally] = {}
        for each in self._cast:
            name = type(each).__name__
            tallies[name] = tallies.get(name, Tally()) + await each.tally()
        return tallies

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
