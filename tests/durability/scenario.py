"""What one learner does while the bot lives and dies, and how it is held against the store afterwards."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field, fields
from random import Random

from bot.play import Play
from tests.standin.interaction import Interaction
from tests.standin.server import Standin

PATIENCE = 3.5  # seconds a learner waits for an answer; Discord itself gives up after three
SETTLING, LOOK = 180.0, 0.3  # seconds until all has to be in order, many walls in one channel; between two looks


@dataclass(frozen=True)
class World:
    """Where they play: Discord, and the same store seen from outside the bot."""

    discord: Standin
    play: Play
    random: Random
    rest: float = 0.0  # seconds between two things that one learner does
    settling: float = SETTLING
    fallen: asyncio.Event = field(default_factory=asyncio.Event)  # the bot is dead
    taken_down: set[int] = field(default_factory=set)  # messages, by one who may


class FallenError(Exception):
    """The bot died before it answered."""


@dataclass(frozen=True)
class Tally:
    """What was sent and what became of it; what does not hold, a sentence each."""

    sent: int = 0
    acknowledged: int = 0
    silent: int = 0  # kept, though the bot died before it could say so
    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """All that does not hold."""
        return self.lost + self.doubled + self.stuck

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


class Scenario(ABC):
    """One learner at one kind of game; where it is played together, one of them `leads` and looks after it for all."""

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        self.world = world
        self.learner = learner
        self.leads = leads
        self.unanswered: Interaction | None = None
        self.unsettled: list[str] = []  # what was not as it has to be after a restart

    @abstractmethod
    async def step(self) -> None:
        """Do one thing more, whatever was seen last."""

    @abstractmethod
    async def finish(self) -> None:
        """Bring the game to its end, with a bot that lives."""

    @abstractmethod
    async def tally(self) -> Tally:
        """Hold what was seen against what is stored, once all is over."""

    async def remember(self) -> None:
        """Take note of what a bot that has just died leaves behind."""
        return

    async def disorder(self, absent: float) -> str | None:
        """Return what is not yet as it has to be with a bot that is up again after so many seconds; None if all is."""
        return None

    async def settled(self, absent: float) -> None:
        """Wait until all is as it has to be after a restart; take note of what never is."""
        left = await self.disorder(absent)
        end = asyncio.get_running_loop().time() + self.world.settling
        while left is not None and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(LOOK)
            left = await self.disorder(absent)
        self.unsettled += [] if left is None or left in self.unsettled else [left]

    async def play(self) -> None:
        """Do one thing after another, first sending again what a dead bot left unanswered; the bot's death ends it."""
        left, self.unanswered = self.unanswered, None
        if left is not None and self.world.random.random() < 0.5:
            self.world.discord.deliver(left)
        with suppress(FallenError):
            while not self.world.fallen.is_set():
                await self.step()
                await asyncio.sleep(self.world.rest)

    async def answered(self, sent: Interaction) -> Interaction | None:
        """Wait for what is seen; None if nothing is, FallenError if nothing can be any more."""
        self.unanswered = sent
        await first_of(sent.seen, self.world.fallen)
        if sent.seen.is_set():
            self.unanswered = None
            return sent
        if self.world.fallen.is_set():
            raise FallenError
        return None


async def first_of(*events: asyncio.Event) -> None:
    """Wait for any of them, as long as a learner would."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
