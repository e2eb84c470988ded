"""What the bot's own process spends until it is connected, against loading the libraries it does not load."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.bench._served import WAIT, field_of
from tests.standin.nursery import ROOT
from tests.standin.server import Standin

ROUNDS = 3
LOADING = "import discord, sqlalchemy, sympy, torch"
GOAL = "≤ 1/3 of the CPU and ≤ 1/3 of the memory of " + LOADING.removeprefix("import ")


@dataclass(frozen=True)
class Spent:
    """What a process had spent when it ended, without its workers."""

    seconds: float
    mebibytes: float


def buried(process: subprocess.Popen[bytes]) -> Spent:
    """Wait for a process's end."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def started(port: int, settings: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start the bot as it is started in earnest, with its workers."""
    command, silent = [sys.executable, "-m", "tests.standin.child", str(port)], subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=silent, stderr=silent)


async def until_ready(settings: dict[str, str]) -> Spent:
    """Start the bot, and kill it when it is connected."""
    async with Standin() as discord:
        process = started(discord.port, settings)
        await asyncio.wait_for(discord.gateway.ready.wait(), WAIT)
        process.kill()
        return await asyncio.to_thread(buried, process)


def loaded() -> Spent:
    """Load the libraries, and no more."""
    return buried(subprocess.Popen([sys.executable, "-c", LOADING], cwd=ROOT))


async def rounds() -> list[tuple[Spent, Spent]]:
    """Start both in turn; the first start, at which the commands are told, is not counted."""
    async with field_of(1) as field:
        settings = dict(field.settings)
        await until_ready(settings)
        return [(await until_ready(settings), await asyncio.to_thread(loaded)) for _ in range(ROUNDS)]


def measure() -> dict[str, Any]:
    """Measure three starts of each."""
    starts = asyncio.run(rounds())
    seconds = median(ours.seconds / theirs.seconds for ours, theirs in starts)
    memory = median(ours.mebibytes / theirs.mebibytes for ours, theirs in starts)
    return {
        "ratios": {"torch_and_sympy_seconds": seconds, "torch_and_sympy_memory": memory},
        "goal": GOAL,
        "held": seconds <= 1 / 3 and memory <= 1 / 3,
        "seconds": median(ours.seconds for ours, _ in starts),
        "mebibytes": median(ours.mebibytes for ours, _ in starts),
    }
