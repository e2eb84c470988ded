"""The bot's own life: told to end, it answers whoever it is answering, and leaves what it was handed to its owner."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import discord

from bot.app import INTENTS, GaussElder, serve


async def test_a_signal_ends_the_bot_and_closes_it(make_bot: Callable[[], GaussElder]) -> None:
    bot = make_bot()
    started = asyncio.Event()

    async def start(_token: str) -> None:
        started.set()
        await asyncio.Event().wait()

    bot.start = start  # type: ignore[method-assign]
    serving = asyncio.create_task(serve(bot, "no token"))
    await started.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(serving, 5)

    assert bot.is_closed()


async def test_whoever_is_being_answered_is_answered_before_the_end(make_bot: Callable[[], GaussElder]) -> None:
    bot = make_bot()
    answered = []

    async def answer() -> None:
        await asyncio.sleep(0)
        answered.append("verdict")

    task = asyncio.create_task(answer())
    bot.host.underway.add(task)
    await bot.close()

    assert answered == ["verdict"]


async def test_the_store_outlives_the_bot(make_bot: Callable[[], GaussElder]) -> None:
    bot = make_bot()
    await bot.close()

    await bot._store.remember("still", "open")
    assert await bot._store.recall("still") == "open"


def test_no_privileged_intent_is_asked_for() -> None:
    privileged = discord.Intents(members=True, presences=True, message_content=True)

    assert INTENTS.value & privileged.value == 0


def test_nobody_is_ever_pinged_by_default(make_bot: Callable[[], GaussElder]) -> None:
    mentions = make_bot().allowed_mentions

    assert mentions is not None
    assert mentions.to_dict() == {"parse": []}
