"""The clockwork: each chore at its own pace, none before the bot is there, and none brought down by another."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.ext import commands

from bot.cogs.frame.clockwork import AGAIN, Chore, Clockwork

START = datetime(2026, 1, 1, tzinfo=UTC)


class Place:
    """A seat that is taken by another process, or not."""

    def __init__(self) -> None:
        self.taken = self.left = False

    async def held(self) -> bool:
        return not self.taken

    async def leave(self) -> None:
        self.left = True


class Hours:
    """A clock that is set, and a bot that is there or not."""

    def __init__(self) -> None:
        self.now = START
        self.ready = True
        self.done: list[str] = []
        self.seat = Place()

    def clockwork(self, *chores: Chore) -> Clockwork:
        client = cast(commands.Bot, SimpleNamespace(is_ready=lambda: self.ready))
        return Clockwork(client, lambda: self.now, self.seat, chores)

    def chore(self, name: str, seconds: int, fault: Exception | None = None) -> Chore:
        async def work() -> None:
            self.done.append(name)
            if fault is not None:
                raise fault

        return Chore(name, timedelta(seconds=seconds), work)


async def run(clockwork: Clockwork, hours: Hours, seconds: int) -> None:
    tick: Any = clockwork.tick.coro
    for _ in range(seconds):
        await tick(clockwork)
        hours.now += timedelta(seconds=1)


async def test_each_chore_keeps_its_own_pace() -> None:
    hours = Hours()
    await run(hours.clockwork(hours.chore("often", 1), hours.chore("seldom", 5)), hours, 10)

    assert (hours.done.count("often"), hours.done.count("seldom")) == (10, 2)


async def test_what_is_done_for_all_waits_while_another_process_does_it() -> None:
    hours = Hours()
    hours.seat.taken = True
    alone = hours.chore("alone", 1)._replace(alone=True)
    clockwork = hours.clockwork(alone, hours.chore("own", 1))
    await run(clockwork, hours, 3)
    assert hours.done == ["own"] * 3

    hours.seat.taken = False
    await run(clockwork, hours, 1)
    assert hours.done[3:] == ["alone", "own"]


async def test_whoever_ends_leaves_what_is_done_for_all_to_another() -> None:
    hours = Hours()
    await hours.clockwork().cog_unload()

    assert hours.seat.left


async def test_nothing_is_done_before_the_bot_is_there() -> None:
    hours = Hours()
    hours.ready = False
    await run(hours.clockwork(hours.chore("often", 1)), hours, 3)

    assert hours.done == []


async def test_a_chore_that_fails_is_logged_and_comes_again_and_the_next_one_is_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hours = Hours()
    with caplog.at_level(logging.ERROR):
        await run(hours.clockwork(hours.chore("bad", 1, RuntimeError("x")), hours.chore("good", 1)), hours, 2)

    assert hours.done == ["bad", "good", "bad", "good"]
    assert [record.getMessage() for record in caplog.records] == ["chore bad", "chore bad"]


async def test_a_rare_chore_that_fails_comes_again_soon() -> None:
    hours = Hours()
    await run(hours.clockwork(hours.chore("rare", 86_400, RuntimeError("x"))), hours, 60)

    assert len(hours.done) == 60 / AGAIN.total_seconds()
