"""The stand-in itself: one guild, a few channels, any learners, and whoever serves them as a bot."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from aiohttp import web

from tests.standin import payloads
from tests.standin.faults import Fault
from tests.standin.gateway import Gateway
from tests.standin.interaction import Interaction
from tests.standin.payloads import CHANNEL, GUILD, Guilds, Json
from tests.standin.rest import Rest
from tests.standin.snowflakes import snowflake
from tests.standin.wire import BODY, body_of

HOST = "127.0.0.1"
KEPT = 100_000  # calls
CALLBACK = "/callback"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Call:
    """One REST call: when it came, by the loop's clock, what it was, and with which token, if any was needed."""

    at: float
    method: str
    path: str
    body: Any
    by: str = ""


class Standin:
    """Discord, as far as this bot needs it; an async context manager."""

    def __init__(self, guilds: Guilds = payloads.GUILDS) -> None:
        self.gateway = Gateway(guilds)
        self._homes = {channel: guild for guild, channels in guilds.items() for channel in channels}
        self.rest = Rest()
        self.calls: deque[Call] = deque(maxlen=KEPT)
        self.faults: list[Fault] = []
        self.watch: Callable[[Call, bool], None] = unwatched  # told of each call before and after it is taken
        self.slow = 0.0  # seconds that an interaction's first answer is on its way; lost if its sender dies meanwhile
        self.port = 0
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Standin:
        app = web.Application(middlewares=[self._take()], client_max_size=32 * 2**20)
        app.add_routes([web.get("/gateway/", self.gateway.handle), *self.rest.routes()])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0, backlog=2048).start()
        self.port = self._runner.addresses[0][1]
        self.gateway.address = self.rest.gateway = f"ws://{HOST}:{self.port}/gateway/"
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    def command(
        self, learner: int, path: str, locale: str = "en-US", *, where: int = CHANNEL, **options: str | int
    ) -> Interaction:
        """Have a learner give a command: "wall fight"."""
        return self._send(learner, payloads.COMMAND, payloads.command(path, options), locale, where)

    def press(self, learner: int, custom_id: str, locale: str = "en-US", *, where: int = CHANNEL) -> Interaction:
        """Have a learner press a button."""
        return self._send(learner, payloads.COMPONENT, payloads.press(custom_id), locale, where)

    def submit(
        self, learner: int, custom_id: str, text: str, locale: str = "en-US", *, where: int = CHANNEL
    ) -> Interaction:
        """Have a learner send in a sheet."""
        return self._send(learner, payloads.MODAL, payloads.sheet(custom_id, text), locale, where)

    def deliver(self, interaction: Interaction) -> None:
        """Deliver an interaction, once more if it was delivered before."""
        self.gateway.dispatch("INTERACTION_CREATE", interaction.payload)

    def refuse(self, method: str, path: str, status: int, *, times: int = 1, retry_after: float = 0.2) -> None:
        """Refuse the next calls that fit."""
        self.faults.append(Fault(method, path, status, times, retry_after))

    def lose(self, method: str, path: str) -> None:
        """Take the next call that fits, and have its reply lost on the way."""
        self.faults.append(Fault(method, path, 502, taken=True))

    @property
    def owed(self) -> int:
        """How many refusals are still to come."""
        return sum(fault.times for fault in self.faults)

    def count(self, method: str, ending: str) -> int:
        """Return how many calls of a method went to paths with this ending."""
        return sum(call.method == method and call.path.endswith(ending) for call in self.calls)

    def _send(self, learner: int, kind: int, data: Mapping[str, Any], locale: str, where: int) -> Interaction:
        id, token = snowflake(), token_hex(16)
        payload: Json = payloads.interaction(
            id, token, kind, learner, data, locale, where, self._homes.get(where, GUILD)
        )
        interaction = Interaction(id, token, learner, payload, asyncio.get_running_loop().time())
        self.rest.interactions[token] = interaction
        self.deliver(interaction)
        return interaction

    def _take(self) -> Any:
        @web.middleware
        async def take(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.path == "/gateway/":
                return await handler(request)
            request[BODY] = await body_of(request)
            now = asyncio.get_running_loop().time()
            call = Call(now, request.method, request.path.removeprefix("/api/v10"), request[BODY], token_of(request))
            self.calls.append(call)
            self.watch(call, False)
            if self.slow and call.path.endswith(CALLBACK):
                await asyncio.sleep(self.slow)
                if request.transport is None or request.transport.is_closing():
                    raise web.HTTPBadGateway
            fault = next((fault for fault in self.faults if fault.fits(call.method, call.path)), None)
            taken = await handler(request) if fault is None or fault.taken else fault.refuse()
            if fault is not None and fault.taken:
                taken = fault.refuse()
            self.watch(call, True)
            return taken

        return take


def token_of(request: web.Request) -> str:
    """Return the bot's token that came with a call, or nothing."""
    return request.headers.get("Authorization", "").removeprefix("Bot ")


def unwatched(call: Call, done: bool) -> None:
    """Look away."""
