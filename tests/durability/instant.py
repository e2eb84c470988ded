"""The instant of a kill: any moment, any call; or aimed between an answer's being kept and its being acknowledged."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random

from aiohttp import web
from sqlalchemy import func, select

from bot.store.store import Store
from bot.store.tables import answer
from tests.standin.payloads import MODAL
from tests.standin.rest import EPHEMERAL
from tests.standin.server import CALLBACK, Call, Standin

LIVES = 2.5  # seconds: a kill by time strikes within them
PATIENCE = 5.0  # seconds that any other kill is waited for
CALLS = 60  # a kill by count strikes at one of the first so many calls
POSTINGS = 4  # a kill at a public message strikes at one of the first so many
VERDICTS = 8  # a kill that is aimed strikes at one of the first so many
LOOK = 0.001  # seconds between two looks for a row
SLOW = 0.1  # seconds that an acknowledgement is on its way where a row is waited for


class Instants:
    """Strikes a bot, each time in a way of its own."""

    def __init__(self, discord: Standin, store: Store, random: Random) -> None:
        self._discord = discord
        self._store = store
        self._random = random

    async def strike(self, pid: int) -> None:
        """Kill a bot at an instant, or give up after a while in which there was none: then whoever asked has to."""
        ways: dict[Callable[[int], Awaitable[None]], int] = {
            self._moment: 3,
            self._call: 3,
            self._verdict: 2,
            self._posting: 2,
            self._row: 2,
        }
        way = self._random.choices(list(ways), list(ways.values()))[0]
        try:
            await way(pid)
        finally:
            self._discord.watch = lambda call, done: None
            self._discord.slow = 0.0

    async def _moment(self, pid: int) -> None:
        """Any moment."""
        await asyncio.sleep(self._random.uniform(0, LIVES))
        os.kill(pid, signal.SIGKILL)

    async def _call(self, pid: int) -> None:
        """A call, before Discord takes it or just after."""
        number, after = self._random.randrange(1, CALLS), self._random.random() < 0.5
        calls, struck = count(1), asyncio.Event()

        def watch(call: Call, done: bool) -> None:
            if done == after and next(calls) == number:
                os.kill(pid, signal.SIGKILL)
                struck.set()

        await self._watched(watch, struck)

    async def _verdict(self, pid: int) -> None:
        """What acknowledges an answer is on its way, and never arrives."""
        number = self._random.randrange(1, VERDICTS)
        verdicts, struck = count(1), asyncio.Event()

        def watch(call: Call, done: bool) -> None:
            if not done and self._acknowledges(call) and next(verdicts) == number:
                os.kill(pid, signal.SIGKILL)
                struck.set()
                raise web.HTTPBadGateway

        await self._watched(watch, struck)

    async def _posting(self, pid: int) -> None:
        """A public message has been put up, and whoever put it up has not heard of it; or the one before it goes."""
        postings, number, struck = count(1), self._random.randrange(1, POSTINGS), asyncio.Event()
        method = self._random.choice(("POST", "DELETE"))

        def watch(call: Call, done: bool) -> None:
            if done and call.method == method and self._posts(call) and next(postings) == number:
                os.kill(pid, signal.SIGKILL)
                struck.set()

        await self._watched(watch, struck)

    async def _row(self, pid: int) -> None:
        """An answer has just appeared in the database; what acknowledges it is not there yet."""
        self._discord.slow = self._random.choice((0.0, SLOW))
        more = await self._last() + self._random.randrange(VERDICTS)
        end = asyncio.get_running_loop().time() + PATIENCE
        while await self._last() <= more:
            if asyncio.get_running_loop().time() > end:
                return
            await asyncio.sleep(LOOK)
        os.kill(pid, signal.SIGKILL)

    async def _watched(self, watch: Callable[[Call, bool], None], struck: asyncio.Event) -> None:
        self._discord.watch = watch
        try:
            await asyncio.wait_for(struck.wait(), PATIENCE)
        except TimeoutError:
            return

    async def _last(self) -> int:
        async with self._store.reading() as db:
            return (await db.execute(select(func.coalesce(func.max(answer.c.id), 0)))).scalar_one()

    def _posts(self, call: Call) -> bool:
        if call.path.startswith("/channels/"):
            return True
        data = call.body.get("data") or {} if call.path.endswith(CALLBACK) else {}
        return "components" in data and not int(data.get("flags", 0)) & EPHEMERAL and "custom_id" not in data

    def _acknowledges(self, call: Call) -> bool:
        if not call.path.endswith(CALLBACK):
            return False
        return bool(self._discord.rest.interactions[call.path.split("/")[-2]].payload["type"] == MODAL)
