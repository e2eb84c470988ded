"""Whatever is run, nobody outside this machine can speak to it: no process of it listens beyond loopback."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
from collections.abc import Iterator
from ipaddress import IPv4Address
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, environment
from tests.security.sockets import PROC, Address, doors, family
from tests.standin.conftest import discord, nursery, settings
from tests.standin.nursery import Nursery
from tests.standin.server import Standin

__all__ = ["discord", "nursery", "settings"]

STARTING = 60.0  # seconds
HERE = IPv4Address("127.0.0.1")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (PROC / "net" / "tcp").exists(), reason="only Linux tells who listens"),
]


@pytest.fixture
def port() -> int:
    """A port of this machine that is free."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The demo, once it has told where it is."""
    process = subprocess.Popen(
        [*COMMAND, "demo", "--no-open", "--lang", "en"],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(TMPDIR=str(tmp_path)),
    )
    assert process.stdout is not None
    process.stdout.readline()
    yield process
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


async def running(discord: Standin, nursery: Nursery, settings: dict[str, str]) -> set[Address]:
    """Run the bot with its workers; return where it and they may be spoken to."""
    pid = nursery.start("working", discord.port, settings)
    try:
        await asyncio.wait_for(discord.gateway.ready.wait(), STARTING)
        assert len(list(family(pid))) > 1, "the workers were not found"
        return doors(pid)
    finally:
        nursery.kill(pid)


def test_a_door_to_everyone_is_seen() -> None:
    me = int(PROC.joinpath("self").resolve().name)
    with socket.create_server(("", 0)) as wide, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
        heard.bind(("", 0))
        ports = {wide.getsockname()[1], heard.getsockname()[1]}
        seen = {port for host, port in doors(me) if not host.is_loopback}

    assert ports <= seen


async def test_the_bot_listens_nowhere(discord: Standin, nursery: Nursery, settings: dict[str, str]) -> None:
    assert await running(discord, nursery, settings) == set()


@pytest.mark.parametrize("told", ["{port}", ":{port}", "127.0.0.1:{port}"])
async def test_figures_and_health_are_told_to_this_machine_alone(
    discord: Standin, nursery: Nursery, settings: dict[str, str], port: int, told: str
) -> None:
    watched = {**settings, "GAUSS_METRICS": told.format(port=port)}

    assert await running(discord, nursery, watched) == {(HERE, port)}


def test_the_demo_is_shown_to_this_machine_alone(demo: subprocess.Popen[str]) -> None:
    seen = doors(demo.pid)

    assert seen
    assert [each for each in seen if not each[0].is_loopback] == []
