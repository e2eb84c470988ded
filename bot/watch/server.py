"""A small HTTP server in the bot's own event loop: /metrics, /healthz and /readyz."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from bot.watch.gauges import Gauges
from bot.watch.health import Patient, examine, underway
from bot.watch.pulse import Pulse

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"  # as Prometheus reads it
FRESH: Final = 10.0  # seconds for which a count of open games serves, however often it is asked for


@asynccontextmanager
async def watched(patient: Patient, gauges: Gauges, host: str, port: int) -> AsyncIterator[web.AppRunner]:
    """Tell at an address how the bot is while the block lasts. Raises OSError if the address cannot be had."""
    look_at(patient, gauges)
    patient.store.heed = gauges.wrote
    pulse = Pulse(gauges.late)
    runner = web.AppRunner(application(patient, gauges), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        pulse.start()
        yield runner
    finally:
        pulse.stop()
        await runner.cleanup()


def application(patient: Patient, gauges: Gauges) -> web.Application:
    """Return the three pages."""
    desk = Desk(patient, gauges)
    app = web.Application()
    app.add_routes([web.get("/metrics", desk.metrics), web.get("/healthz", desk.alive), web.get("/readyz", desk.ready)])
    return app


class Desk:
    """Answers what is asked."""

    def __init__(self, patient: Patient, gauges: Gauges) -> None:
        self._patient = patient
        self._gauges = gauges
        self._counted: float | None = None  # when, by the loop's clock

    async def metrics(self, request: web.Request) -> web.Response:
        """Return every figure."""
        now = asyncio.get_running_loop().time()
        if self._counted is None or now - self._counted >= FRESH:
            self._counted = now
            self._gauges.count(await underway(self._patient.store))
        return web.Response(body=self._gauges.page(), headers={"Content-Type": TEXT})

    async def alive(self, request: web.Request) -> web.Response:
        """Say that the event loop turns."""
        return web.json_response({"alive": True})

    async def ready(self, request: web.Request) -> web.Response:
        """Say how each part is, with status 503 if learners cannot be answered."""
        health = await examine(self._patient)
        return web.json_response(health.dump(), status=200 if health.ready else 503)


def look_at(patient: Patient, gauges: Gauges) -> None:
    """Have the figures that stand somewhere looked at when they are asked for."""
    client = patient.client
    views = client._connection._view_store  # discord.py's own: a bot whose buttons outlive it fills none of it
    gauges.look("gauss_underway", "Interactions being answered.", lambda: len(patient.underway))
    gauges.look("gauss_workshop_backlog", "Jobs waited for or under way.", lambda: patient.workers.backlog)
    gauges.look("gauss_workshop_ready", "Whether every worker is ready.", lambda: patient.workers.ready)
    gauges.look("gauss_discord_ready", "Whether the bot is connected.", client.is_ready)
    gauges.look("gauss_discord_servers", "Servers that the bot is in.", lambda: len(client.guilds))
    gauges.look("gauss_discord_latency_seconds", "A heartbeat's way there and back.", lambda: client.latency)
    gauges.look(
        "gauss_discord_views", "Views that discord.py remembers.", lambda: len(views._views) + len(views._modals)
    )
