"""Fixtures: the stand-in, and a real bot process served by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.databases import opened, sqlite_url
from tests.durability.theatre import settings_of
from tests.standin.nursery import Nursery
from tests.standin.server import Standin

STARTING = 30.0  # seconds until a bot must be there


@pytest.fixture
async def discord() -> AsyncIterator[Standin]:
    async with Standin() as discord:
        yield discord


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(tmp_path_factory.mktemp("nursery") / "bots.log") as nursery:
        yield nursery


@pytest.fixture
async def settings(tmp_path: Path) -> dict[str, str]:
    """The settings of a bot with a database of its own, its tables made."""
    url = sqlite_url(tmp_path)
    async with opened(url):
        return settings_of(url, tmp_path)


@pytest.fixture
async def bot(discord: Standin, nursery: Nursery, settings: dict[str, str]) -> AsyncIterator[int]:
    """The process id of a bot that is connected, killed in the end."""
    pid = nursery.start("bot", discord.port, settings)
    await asyncio.wait_for(discord.gateway.ready.wait(), STARTING)
    yield pid
    nursery.kill(pid)
