"""The bot with its figures and its health told at an address."""

from __future__ import annotations

from contextlib import AsyncExitStack

from bot.app import create_sharded_bot
from bot.app import serve as stay
from bot.cli.errors import CommandError
from bot.cli.house import Opened
from bot.watch.gauges import Gauges
from bot.watch.health import Patient
from bot.watch.server import watched


async def stay_watched(house: Opened, token: str, host: str, port: int) -> None:
    """Run the bot and tell how it is; a CommandError if the address cannot be had."""
    gauges = Gauges()
    bot = create_sharded_bot(play=house.play, bank=house.bank, store=house.store, workshop=house.workshop, meter=gauges)
    house.workshop.heed = gauges.worked
    patient = Patient(bot, house.store, house.workshop, bot.host.underway)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(watched(patient, gauges, host, port))
        except OSError as error:
            raise CommandError("metrics", address=f"{host}:{port}") from error
        await stay(bot, token)
