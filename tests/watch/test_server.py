"""Figures and health are told over HTTP by the bot's own loop, on the address that was named and no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import pytest
from sqlalchemy import event

from bot.app import INTENTS
from bot.watch.gauges import Gauges
from bot.watch.health import Patient
from bot.watch.pulse import BEAT, Pulse
from bot.watch.server import watched
from tests.databases import opened, sqlite_url


@dataclass
class Workers:
    """Workers of no workshop."""

    ready: bool = True
    backlog: int = 3


@dataclass
class Client(discord.Client):
    """A client that was never connected, and says what it is told to."""

    connected: bool = False
    shut: bool = False
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(intents=INTENTS)

    def is_ready(self) -> bool:
        return self.connected

    def is_closed(self) -> bool:
        return self.shut


@dataclass
class House:
    """A bot that is watched, and a way to ask it."""

    patient: Patient
    client: Any
    port: int

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}{path}") as answer:
            return answer.status, await answer.text()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened(sqlite_url(tmp_path)) as store:
        client = Client()
        patient = Patient(client, store, Workers(), {1, 2})
        async with watched(patient, Gauges(), "127.0.0.1", 0) as runner:
            yield House(patient, client, cast(tuple[str, int], runner.addresses[0])[1])


async def test_it_is_alive_before_it_is_ready(house: House) -> None:
    alive, unready = await house.get("/healthz"), await house.get("/readyz")
    house.client.connected = True
    ready = await house.get("/readyz")

    assert (alive[0], unready[0], ready[0]) == (200, 503, 200)
    assert '"database": true' in unready[1]


async def test_without_its_database_it_is_not_ready(house: House) -> None:
    house.client.connected = True

    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    event.listen(house.patient.store.engine.sync_engine, "begin", refuse)
    status, told = await house.get("/readyz")
    figures = await house.get("/metrics")

    assert status == 503
    assert '"database": false' in told
    assert figures[0] == 200


async def test_the_figures_tell_of_each_part(house: House) -> None:
    await house.patient.store.remember("a", "b")
    status, told = await house.get("/metrics")
    lines = told.splitlines()

    assert status == 200
    for line in ("gauss_underway 2.0", "gauss_workshop_backlog 3.0", 'gauss_open{what="battle"} 0.0'):
        assert line in lines
    assert "gauss_writing_seconds_count 1.0" in lines
    assert "gauss_discord_views 0.0" in lines


async def test_open_games_are_counted_once_however_often_it_is_asked(house: House) -> None:
    asked: list[str] = []
    for engine in house.patient.store.engines:
        event.listen(engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    for _ in range(3):
        await house.get("/metrics")

    assert len([sql for sql in asked if "count" in sql]) == 1


async def test_an_address_that_is_taken_is_said_at_once(house: House) -> None:
    with pytest.raises(OSError, match="address"):
        async with watched(house.patient, Gauges(), "127.0.0.1", house.port):
            pass


async def test_a_beat_that_comes_late_is_told() -> None:
    late: list[float] = []
    pulse = Pulse(late.append)
    pulse._last = asyncio.get_running_loop().time() - BEAT - 0.25
    await pulse.beat()

    assert len(late) == 1
    assert late[0] >= 0.25
