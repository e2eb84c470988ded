"""What the bot's own process spends until it is connected, against loading the libraries it does not load."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench._served import WAIT, field_of
from tests.standin.nursery import ROOT
from tests.standin.server import Standin

ROUNDS = 3
LOADING = "import discord, sqlalchemy, sympy, torch"
WAITING = "; import sys; print(flush=True); sys.stdin.read()"
GOAL = "≤ 1/3 of the CPU and ≤ 1/3 of the memory of " + LOADING.removeprefix("import ")


@dataclass(frozen=True)
class Spent:
    """What a process had spent when it ended, without its workers."""

    seconds: float
    mebibytes: float


def peak(process: subprocess.Popen[bytes]) -> float:
    """Return the most mebibytes that a living process has held.

    `wait4` would tell another figure: that one begins with what this process held when it started the other.
    """
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def buried(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process's end; return its seconds of CPU."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return what a process is told, in which what is installed was compiled once and for all."""
    return {**os.environ, **settings, "PYTHONDONTWRITEBYTECODE": ""}


def started(port: int, settings: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the bot as it is started in earnest, with its workers."""
    command, silent = [sys.executable, "-m", "tests.standin.child", str(port)], subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env=environment(settings), stdout=silent, stderr=silent)


async def until_ready(discord: Standin, settings: Mapping[str, str]) -> Spent:
    """Start the bot, and kill it when it is connected."""
    process = started(discord.port, settings)
    await asyncio.wait_for(discord.gateway.ready.wait(), WAIT)
    mebibytes = peak(process)
    process.kill()
    seconds = await asyncio.to_thread(buried, process)
    await asyncio.wait_for(discord.gateway.left.wait(), WAIT)
    return Spent(seconds, mebibytes)


def loaded() -> Spent:
    """Load the libraries, and no more: killed as well, since leaving in good order costs it half a second."""
    command, pipe = [sys.executable, "-c", LOADING + WAITING], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment({}), stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        process.stdout.readline()
        mebibytes = peak(process)
        process.kill()
        return Spent(buried(process), mebibytes)


async def rounds() -> list[tuple[Spent, Spent]]:
    """Start both in turn; the first start, at which the commands are told, is not counted."""
    async with field_of(1) as field, Standin() as discord:
        settings = dict(field.settings)
        await until_ready(discord, settings)
        return [(await until_ready(discord, settings), await asyncio.to_thread(loaded)) for _ in range(ROUNDS)]


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
