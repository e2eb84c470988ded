"""The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME; compressed as Discord does, in disorder when asked to."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from secrets import token_hex
from typing import Any

from aiohttp import WSMsgType, web

from tests.standin import payloads
from tests.standin.payloads import Json

BEAT = 41_250  # ms between two heartbeats
KEPT = 2_000  # events kept for a client that resumes
DELAY = 0.03  # seconds: the most that a delivery in disorder is late


class Op(IntEnum):
    """What a frame is for."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID = 9
    HELLO = 10
    ACK = 11


@dataclass
class Session:
    """One client's session, which outlives its sockets."""

    id: str = field(default_factory=lambda: token_hex(8))
    sequence: int = 0
    kept: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT))


class Line:
    """One open socket."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compressed else None

    async def send(self, frame: Json) -> None:
        """Send one frame; what a client that is gone does not hear is lost."""
        text = json.dumps(frame, separators=(",", ":"))
        try:
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                body = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(body)
        except (ConnectionError, RuntimeError):
            return


class Gateway:
    """Where one client at a time listens."""

    def __init__(self) -> None:
        self.address = ""  # known once the port is
        self.disorder: Random | None = None  # deliver late, out of order and sometimes twice
        self.identified = 0
        self.resumed = 0
        self.ready = asyncio.Event()  # someone listens
        self.left = asyncio.Event()  # nobody does any more
        self._session: Session | None = None
        self._line: Line | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to a client until it leaves."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        line = Line(socket, compressed=request.query.get("compress") == "zlib-stream")
        await line.send({"op": Op.HELLO, "d": {"heartbeat_interval": BEAT}})
        try:
            async for heard in socket:
                if heard.type is WSMsgType.TEXT:
                    await self._hear(line, json.loads(heard.data))
        finally:
            if self._line is line:
                self._line = None
                self.ready.clear()
                self.left.set()
        return socket

    def dispatch(self, event: str, data: Any) -> None:
        """Deliver an event; nobody hears it where no client has a session."""
        if self.disorder is None:
            self._deliver(event, data)
            return
        for _ in range(1 + (self.disorder.random() < 0.3)):
            asyncio.get_running_loop().call_later(self.disorder.uniform(0, DELAY), self._deliver, event, data)

    async def reconnect(self) -> None:
        """Bid the client come back and take up its session."""
        if self._line is not None:
            await self._line.send({"op": Op.RECONNECT, "d": None})

    async def drop(self) -> None:
        """Cut the line without a word."""
        if self._line is not None and (transport := self._line.socket._req.transport) is not None:
            transport.abort()

    def _deliver(self, event: str, data: Any) -> None:
        if self._session is None:
            return
        self._session.sequence += 1
        frame = {"op": Op.DISPATCH, "t": event, "s": self._session.sequence, "d": data}
        self._session.kept.append(frame)
        if self._line is not None:
            self._later(self._line.send(frame))

    def _later(self, sending: Any) -> None:
        task = asyncio.ensure_future(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _hear(self, line: Line, frame: Json) -> None:
        match frame["op"]:
            case Op.HEARTBEAT:
                await line.send({"op": Op.ACK, "d": None})
            case Op.IDENTIFY:
                self._open(line)
                self._begin()
            case Op.RESUME:
                await self._resume(line, frame["d"])
            case _:
                return

    def _open(self, line: Line) -> None:
        self._line = line
        self.left.clear()
        self.ready.set()

    def _begin(self) -> None:
        self._session = Session()
        self.identified += 1
        ready = {
            "v": 10,
            "user": payloads.user(payloads.APPLICATION, "elder", bot=True),
            "guilds": [{"id": str(payloads.GUILD), "unavailable": True}],
            "session_id": self._session.id,
            "resume_gateway_url": self.address,
            "shard": [0, 1],
            "application": {"id": str(payloads.APPLICATION), "flags": 0},
        }
        self._deliver("READY", ready)
        self._deliver("GUILD_CREATE", payloads.guild())

    async def _resume(self, line: Line, data: Json) -> None:
        if self._session is None or self._session.id != data["session_id"]:
            await line.send({"op": Op.INVALID, "d": False})
            return
        self._open(line)
        self.resumed += 1
        for frame in [frame for frame in self._session.kept if frame["s"] > data["seq"]]:
            await line.send(frame)
        self._deliver("RESUMED", {})
