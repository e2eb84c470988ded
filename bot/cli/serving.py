"""Wires the bot to Discord and keeps it there."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import aiohttp
import discord
from discord.utils import utcnow
from sqlalchemy.engine import make_url

from bot.app import create_sharded_bot
from bot.app import serve as stay
from bot.cli.errors import CommandError, WrongUseError
from bot.cli.house import opened
from bot.cli.memory import one_arena
from bot.cli.settled import settings, writable
from bot.cli.words import say
from bot.settings import Settings
from bot.shards import read, shareable
from bot.watch.logs import set_up as set_up_logs


def serve(shards: str | None = None) -> None:
    """Stay connected until told to stop; a CommandError says why there is no connection.

    `shards` names the shards of this process, in the place of the settings.
    """
    set_up = chosen(settings(), shards)
    if set_up.discord_token is None:
        raise CommandError("no_token")
    if not shareable(set_up.database_url, set_up.own_shards):
        raise WrongUseError("shards_on_sqlite", shards=str(set_up.own_shards))
    writable(set_up.data)
    one_arena()
    set_up_logs(set_up.log, secrets(set_up))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the elder never speaks aloud
    print(say("run.starting"), flush=True)
    try:
        asyncio.run(connect(set_up, set_up.discord_token.reveal()))
    except discord.LoginFailure:
        raise CommandError("bad_token") from None
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        raise CommandError("no_network") from error


def chosen(set_up: Settings, shards: str | None) -> Settings:
    """Return the settings with the shards that were typed, if any were; a WrongUseError if they are none."""
    if shards is None:
        return set_up
    if read(shards) is None:
        raise WrongUseError("shards", shards=shards)
    return replace(set_up, shards=shards)


async def connect(set_up: Settings, token: str) -> None:
    """Open everything and run the bot."""
    url, shards = set_up.database_url, set_up.own_shards
    async with opened(url, workers=set_up.workers, clock=utcnow, shards=shards) as house:
        if set_up.metrics_address is not None:
            from bot.cli.watching import stay_watched  # what it needs takes a while to load

            await stay_watched(house, token, *set_up.metrics_address)
            return
        bot = create_sharded_bot(play=house.play, bank=house.bank, store=house.store, workshop=house.workshop)
        await stay(bot, token)


def secrets(set_up: Settings) -> tuple[str, ...]:
    """Return what must stand in no log."""
    token = "" if set_up.discord_token is None else set_up.discord_token.reveal()
    return token, make_url(set_up.database_url).password or ""
