"""What the benches of the answer path stand on: battles by the thousand, a bot and its floor, and CPU by process."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from random import Random

from sqlalchemy import func, insert, select

from bot.cogs.frame.ids import Touch
from bot.play.drawing import families_for
from bot.store.store import Store
from bot.store.tables import answer, battle, learner, question, unscored
from engine.rules.wall import Wall
from quizbank.bank import Bank, open_bank
from quizbank.certificate import Certificate
from tests.databases import opened, sqlite_url
from tests.durability.theatre import settings_of
from tests.standin.interaction import Interaction
from tests.standin.nursery import Nursery
from tests.standin.payloads import CHANNEL, GUILD
from tests.standin.server import Standin
from tests.standin.snowflakes import snowflake

FIRST = 5000  # the first learner's id
AT = datetime(2026, 1, 1, tzinfo=UTC)
IDLE, WAIT = 0.25, 60.0  # seconds: looked at for so long, a bot that rests has nothing left to do; until it is given up
RESTING = 30_000_000  # ns of CPU within that time; its clock ticks on
TIER = "adept"


def cpu(pid: int) -> int:
    """Return the nanoseconds of CPU that a process has had, all its threads together."""
    return time.clock_gettime_ns(~pid << 3 | 2)  # the kernel's number for another process's clock


@dataclass(frozen=True)
class Served:
    """A bot that is connected, and the Discord it is connected to."""

    discord: Standin
    pid: int

    async def idle(self) -> None:
        """Wait until it calls nobody and reckons nothing any more."""
        while True:
            calls, spent = len(self.discord.calls), cpu(self.pid)
            await asyncio.sleep(IDLE)
            if calls == len(self.discord.calls) and cpu(self.pid) - spent < RESTING:
                return

    async def open(self, battles: Sequence[int], turn: int, abreast: int) -> None:
        """Have each learner open the sheet of a turn: that is when its question is put, if it is not yet."""
        await self.press([(FIRST + id, str(Touch("ask", (id, turn)))) for id in battles], abreast)

    async def press(self, buttons: Sequence[tuple[int, str]], abreast: int) -> None:
        """Have each learner press a button, so many at a time."""
        for start in range(0, len(buttons), abreast):
            pressed = [self.discord.press(*each) for each in buttons[start : start + abreast]]
            for each in pressed:
                await asyncio.wait_for(each.seen.wait(), WAIT)

    async def prepare(self, sheets: Sequence[tuple[int, str, str]], abreast: int) -> None:
        """Have the floor open these sheets: discord.py takes in what it has opened."""
        await self.press([(learner_id, custom_id) for learner_id, custom_id, _ in sheets], abreast)

    async def send(self, sheets: Sequence[tuple[int, str, str]], abreast: int) -> tuple[list[Interaction], float]:
        """Send sheets in, so many at a time; return the interactions and the milliseconds of CPU for each."""
        await self.idle()
        before, sent = cpu(self.pid), list[Interaction]()
        waiting = iter(sheets)

        async def one_after_another() -> None:
            for learner_id, custom_id, text in waiting:
                sent.append(self.discord.submit(learner_id, custom_id, text))
                await asyncio.wait_for(sent[-1].seen.wait(), WAIT)

        await asyncio.gather(*(one_after_another() for _ in range(abreast)))
        await self.idle()
        return sent, (cpu(self.pid) - before) / 1e6 / len(sheets)


@asynccontextmanager
async def served(nursery: Nursery, kind: str, settings: Mapping[str, str]) -> AsyncIterator[Served]:
    """Start a bot, or its floor, with a Discord of its own."""
    async with Standin() as discord:
        pid = nursery.start(kind, discord.port, settings)
        await asyncio.wait_for(discord.gateway.ready.wait(), WAIT)
        try:
            yield Served(discord, pid)
        finally:
            nursery.kill(pid)


@dataclass(frozen=True)
class Field:
    """A store full of open battles, and the settings that lead there."""

    store: Store
    bank: Bank
    settings: Mapping[str, str]

    async def sheets(self, battles: Sequence[int], *, right: bool) -> list[tuple[int, str, str]]:
        """Return for each battle what its learner sends in to the question that is open: right, or wrong."""
        latest = select(func.max(question.c.id)).where(question.c.battle_id.in_(battles)).group_by(question.c.battle_id)
        columns = question.c.battle_id, question.c.learner_id, question.c.turn, question.c.certificate
        async with self.store.reading() as db:
            rows = (await db.execute(select(*columns).where(question.c.id.in_(latest)))).all()
        return [
            (who, str(Touch("said", (id, turn, 1, snowflake()))), typed(certificate) if right else "-1")
            for id, who, turn, certificate in rows
        ]

    async def scored(self) -> None:
        """Wait until every answer that is kept is on the boards."""
        left = select(func.count()).select_from(unscored)
        for _ in range(round(WAIT / IDLE)):
            async with self.store.reading() as db:
                if not (await db.execute(left)).scalar_one():
                    return
            await asyncio.sleep(IDLE)
        raise TimeoutError

    async def kept(self, sent: Sequence[Interaction]) -> int:
        """Return how many answers are kept of these interactions."""
        mine = answer.c.interaction.in_([each.id for each in sent])
        async with self.store.reading() as db:
            return (await db.execute(select(func.count()).where(mine))).scalar_one()


@asynccontextmanager
async def field_of(battles: int, *, public: int = 0) -> AsyncIterator[Field]:
    """Give a SQLite store with open battles, numbered from 1; the first `public` of them have a message to redraw."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder, bank = Path(name), open_bank()
        url = sqlite_url(folder)
        async with opened(url) as store:
            await fill(store, bank, battles, public)
            yield Field(store, bank, settings_of(url, folder))


async def fill(store: Store, bank: Bank, battles: int, public: int) -> None:
    """Begin the battles, each with its first question."""
    random, asking = Random(20260101), Wall().asking
    assert asking is not None
    pool = [each for family in families_for(bank, asking, TIER) for each in bank.certificates[family]]
    drawn = islice(cycle(random.sample(pool, len(pool))), battles)
    async with store.writing() as db:
        for start in range(0, battles, 1000):
            ids = range(start + 1, min(start + 1000, battles) + 1)
            await db.execute(insert(learner), [begun_learner(id) for id in ids])
            await db.execute(insert(battle), [begun_battle(id, public=id <= public) for id in ids])
            await db.execute(
                insert(question), [asked(id, certificate) for id, certificate in zip(ids, drawn, strict=False)]
            )


def begun_learner(id: int) -> dict[str, object]:
    """Return a learner's row."""
    return {"id": FIRST + id, "name": "learner", "language": None, "text_only": False, "met": AT}


def begun_battle(id: int, *, public: bool) -> dict[str, object]:
    """Return a battle's row."""
    place = {"channel": CHANNEL, "message": snowflake()} if public else {"channel": None, "message": None}
    own = {"id": id, "learner_id": FIRST + id, "guild": GUILD, "language": "en", "tier": TIER, "secret": id}
    return {**own, **place, "started": AT}


def asked(id: int, certificate: Certificate) -> dict[str, object]:
    """Return the row of a battle's first question."""
    dumped = certificate.dump()
    problem = {"family": certificate.family, "numbers": dict(certificate.numbers), "certificate": dumped}
    return {"battle_id": id, "learner_id": FIRST + id, "turn": 0, "asked": AT, **problem}


def typed(certificate: Mapping[str, object]) -> str:
    """Return the right answer as a learner would type it."""
    loaded = Certificate.load(certificate)
    return f"{loaded.key.text} {loaded.unit}" if loaded.unit else loaded.key.text
