"""Puts the bot on the simulated Discord and serves it to a browser on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import simcord
from discord import ui

from bot.app import GaussElder
from bot.demo.simulator import each_in_their_locale, kept_alive, served
from bot.demo.world import LOCALES, build
from bot.play.scene import Language

SETTLING = 30.0  # seconds the bot may take for one click; a first drawing waits for the workshop's imports


@dataclass(frozen=True)
class Staging:
    """What is particular to one showing."""

    language: Language  # of the learner who looks first
    word: Callable[[str], str]  # names in the world, by key
    welcome: ui.LayoutView
    clock: Callable[[], datetime]  # the real one
    timezone: str
    port: int  # 0: any that is free


@asynccontextmanager
async def staged(bot: GaussElder, staging: Staging) -> AsyncIterator[Any]:
    """Give the served preview; its `url` is a secret, for whoever has it can play."""
    async with simcord.run(bot, check_errors=False, settle_timeout=SETTLING) as env:
        world = await build(env, bot, staging.word, staging.language, staging.clock())
        await greet(bot, world.channel.id, staging.welcome)
        preview = env.preview(
            world.channel,
            viewers=world.viewers,
            layout="channel",
            locale=LOCALES[staging.language],
            timezone=staging.timezone,
            port=staging.port,
        )
        async with served(preview), kept_alive(env, preview, staging.clock):
            with each_in_their_locale(world.locales):
                yield preview


async def greet(bot: GaussElder, channel: int, welcome: ui.LayoutView) -> None:
    """Post the first message."""
    await asyncio.wait_for(bot.get_partial_messageable(channel).send(view=welcome), SETTLING)
