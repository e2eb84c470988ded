"""Told to end, the real process answers whoever is being answered, and goes."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.app import DRAINING
from tests.standin.interaction import Interaction
from tests.standin.nursery import Nursery
from tests.standin.server import Standin

ANN = 2000
STARTING, PATIENCE, LEAVING = 30.0, 20.0, 8.0  # seconds; the last beyond what those being answered are given

pytestmark = [pytest.mark.durability, pytest.mark.slow]


async def begun(discord: Standin, nursery: Nursery, kind: str, settings: dict[str, str]) -> tuple[int, Interaction]:
    """Start a bot and open a sheet."""
    pid = nursery.start(kind, discord.port, settings)
    await asyncio.wait_for(discord.gateway.ready.wait(), STARTING)
    wall = discord.command(ANN, "wall fight", tier="adept")
    await asyncio.wait_for(wall.seen.wait(), PATIENCE)
    sheet = discord.press(ANN, wall.touches[0])
    await asyncio.wait_for(sheet.seen.wait(), PATIENCE)
    return pid, sheet


async def refused(discord: Standin, sheet: Interaction, status: int, retry_after: float) -> Interaction:
    """Send the sheet in, and return once its verdict has been refused for now."""
    tried = asyncio.Event()
    discord.watch = lambda call, done: tried.set() if done and call.path.endswith("/callback") else None
    twice = 2  # the courier's call, and discord.py's own
    discord.refuse("POST", "/interactions/*/callback", status, retry_after=retry_after, times=twice)
    sent = discord.submit(ANN, sheet.touches[0], "1")
    await asyncio.wait_for(tried.wait(), PATIENCE)
    return sent


def workers_of(pid: int) -> list[int]:
    """Return the processes that a bot has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def lives(pid: int) -> bool:
    """Whether there is such a process."""
    return Path(f"/proc/{pid}").exists()


async def ended(nursery: Nursery, pid: int) -> int:
    """Tell a bot to end, and return its exit code."""
    os.kill(pid, signal.SIGTERM)
    return await asyncio.wait_for(asyncio.to_thread(nursery.bury, pid), DRAINING + LEAVING)


async def test_whoever_is_being_answered_is_answered_and_no_worker_is_left(
    discord: Standin, nursery: Nursery, settings: dict[str, str]
) -> None:
    pid, sheet = await begun(discord, nursery, "working", settings)
    workers = workers_of(pid)
    assert workers
    sent = await refused(discord, sheet, 502, 0)

    code = await ended(nursery, pid)

    assert code == 0
    assert sent.seen.is_set()
    assert not [worker for worker in workers if lives(worker)]


async def test_one_who_cannot_be_answered_does_not_keep_it_for_ever(
    discord: Standin, nursery: Nursery, settings: dict[str, str]
) -> None:
    pid, sheet = await begun(discord, nursery, "bot", settings)
    sent = await refused(discord, sheet, 429, 600)

    assert await ended(nursery, pid) == 0
    assert not sent.seen.is_set()
