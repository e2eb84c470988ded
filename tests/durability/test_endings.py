"""Killed before anyone could be shown that a game is over, the bot shows it when it is up again."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from tests.durability.battle import Fighter
from tests.durability.raid import Raider
from tests.durability.scenario import Scenario, World
from tests.durability.session import Student
from tests.durability.theatre import on_sqlite
from tests.standin.nursery import Nursery
from tests.standin.server import Call, Standin

ANN = 2000
STARTING, PATIENCE = 30.0, 90.0  # seconds
OVER = ("ge1:raidstory:", "ge1:studyagain:", "ge1:fight:")  # what can be touched where a game is over

pytestmark = [pytest.mark.durability, pytest.mark.slow]


class Steady(Random):
    """A chance by which what is likely happens, and nothing else: the right answer, on one sheet."""

    def random(self) -> float:
        return 0.2


async def started(world: World, nursery: Nursery, settings: dict[str, str]) -> int:
    """Start a bot, and return its process id once it listens."""
    pid = nursery.start("bot", world.discord.port, settings)
    await asyncio.wait_for(world.discord.gateway.ready.wait(), STARTING)
    return pid


async def killed_at_the_end(world: World, pid: int, player: Scenario) -> None:
    """Play until a game is over, and kill the bot just before its placard says so."""
    struck = asyncio.Event()

    def watch(call: Call, done: bool) -> None:
        if not done and call.method == "PATCH" and any(touch in str(call.body) for touch in OVER):
            os.kill(pid, signal.SIGKILL)
            struck.set()
            raise web.HTTPBadGateway

    world.discord.watch = watch
    playing = asyncio.ensure_future(player.play())
    await asyncio.wait_for(struck.wait(), PATIENCE)
    world.fallen.set()
    await playing
    world.discord.watch = lambda call, done: None


@pytest.mark.parametrize(
    "role", [*(pytest.param(each, marks=pytest.mark.again) for each in (Fighter, Student)), Raider]
)
async def test_an_end_that_nobody_could_be_shown_is_shown_after_the_restart(
    role: type[Scenario], nursery: Nursery, tmp_path: Path
) -> None:
    async with on_sqlite(tmp_path) as stage, Standin() as discord:
        world = World(discord, stage.play, Steady(7))
        player = role(world, ANN, leads=True)
        pid = await started(world, nursery, dict(stage.settings))
        await killed_at_the_end(world, pid, player)
        nursery.bury(pid)
        await discord.gateway.left.wait()
        untold = await player.disorder(0)

        pid = await started(world, nursery, dict(stage.settings))
        await player.settled(0)
        nursery.kill(pid)

        assert untold is not None
        assert player.unsettled == []
