"""Wires the bot to Discord and keeps it there."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord
from discord.utils import utcnow

from bot.app import create_bot
from bot.app import serve as stay
from bot.cli.errors import CommandError
from bot.cli.house import opened
from bot.cli.settled import settings, writable
from bot.cli.words import say
from bot.settings import Settings


def serve() -> None:
    """Stay connected until told to stop; a CommandError says why there is no connection."""
    set_up = settings()
    if set_up.discord_token is None:
        raise CommandError("no_token")
    writable(set_up.data)
    discord.utils.setup_logging(level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the elder never speaks aloud
    print(say("run.starting"), flush=True)
    try:
        asyncio.run(connect(set_up, set_up.discord_token.get_secret_value()))
    except discord.LoginFailure:
        raise CommandError("bad_token") from None
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        raise CommandError("no_network") from error


async def connect(set_up: Settings, token: str) -> None:
    """Open everything and run the bot."""
    async with opened(set_up.database_url, workers=set_up.workers, clock=utcnow) as house:
        bot = create_bot(play=house.play, bank=house.bank, store=house.store, workshop=house.workshop)
        await stay(bot, token)
