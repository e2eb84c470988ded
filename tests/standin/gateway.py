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
from tests.standin.payloads import Guilds, Json

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
    """One shard's session, which outlives its sockets."""

    shard: int = 0
    id: str = field(default_factory=lambda: token_hex(8))
    sequence: int = 0
    kept: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT))
    line: Line | None = None  # where it listens; None while nobody does


@dataclass(frozen=True)
class Introduction:
    """That a client introduced itself: when, by the loop's clock, as which shard, and with which token."""

    at: float
    shard: int
    by: str


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
    """Where clients listen, one for each shard."""

    def __init__(self, guilds: Guilds = payloads.GUILDS) -> None:
        self.address = ""  # known once the port is
        self.shards = 1  # into which the guilds are parted, as whoever came last had it
        self.disorder: Random | None = None  # deliver late, out of order and sometimes twice
        self.introductions: list[Introduction] = []
        self.resumed = 0
        self.ready = asyncio.Event()  # someone listens
        self.left = asyncio.Event()  # nobody does any more
        self._guilds = guilds
        self._sessions: dict[int, Session] = {}  # by shard
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def identified(self) -> int:
        """How often a client introduced itself."""
        return len(self.introductions)

    def listening(self, guild: int) -> bool:
        """Whether anyone listens for what happens in a guild."""
        session = self._sessions.get(self._shard(guild))
        return session is not None and session.line is not None

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
            self._hang_up(line)
        return socket

    def dispatch(self, event: str, data: Any) -> None:
        """Deliver an event; nobody hears it where no client has a session."""
        if self.disorder is None:
            self._deliver(event, data)
            return
        for _ in range(1 + (self.disorder.random() < 0.3)):
            asyncio.get_running_loop().call_later(self.disorder.uniform(0, DELAY), self._deliver, event, data)

    async def reconnect(self) -> None:
        """Bid every client come back and take up its session."""
        for line in self._lines():
            await line.send({"op": Op.RECONNECT, "d": None})

    async def drop(self) -> None:
        """Cut every line without a word."""
        for line in self._lines():
            if (transport := line.socket._req.transport) is not None:
                transport.abort()

    def _lines(self) -> list[Line]:
        return [session.line for session in self._sessions.values() if session.line is not None]

    def _shard(self, guild: int) -> int:
        return (guild >> 22) % self.shards

    def _deliver(self, event: str, data: Any) -> None:
        session = self._sessions.get(self._shard(int(data.get("guild_id", 0))))
        if session is not None:
            self._tell(session, event, data)

    def _tell(self, session: Session, event: str, data: Any) -> None:
        session.sequence += 1
        frame = {"op": Op.DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.kept.append(frame)
        if session.line is not None:
            self._later(session.line.send(frame))

    def _later(self, sending: Any) -> None:
        task = asyncio.ensure_future(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _hear(self, line: Line, frame: Json) -> None:
        match frame["op"]:
            case Op.HEARTBEAT:
                await line.send({"op": Op.ACK, "d": None})
            case Op.IDENTIFY:
                self._begin(line, frame["d"])
            case Op.RESUME:
                await self._resume(line, frame["d"])
            case _:
                return

    def _open(self, session: Session, line: Line) -> None:
        session.line = line
        self.left.clear()
        self.ready.set()

    def _hang_up(self, line: Line) -> None:
        """Let go of a line; one that another has taken the place of matters to nobody."""
        for session in self._sessions.values():
            if session.line is line:
                session.line = None
                if not self._lines():
                    self.ready.clear()
                    self.left.set()

    def _begin(self, line: Line, data: Json) -> None:
        shard, self.shards = data.get("shard", (0, 1))
        session = self._sessions[shard] = Session(shard)
        self._open(session, line)
        self.introductions.append(Introduction(asyncio.get_running_loop().time(), shard, data["token"]))
        guilds = [id for id in self._guilds if self._shard(id) == shard]
        ready = {
            "v": 10,
            "user": payloads.user(payloads.APPLICATION, "elder", bot=True),
            "guilds": [{"id": str(id), "unavailable": True} for id in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "shard": [shard, self.shards],
            "application": {"id": str(payloads.APPLICATION), "flags": 0},
        }
        self._tell(session, "READY", ready)
        for id in guilds:
            self._tell(session, "GUILD_CREATE", payloads.guild(id, self._guilds[id]))

    async def _resume(self, line: Line, data: Json) -> None:
        session = next((each for each in self._sessions.values() if each.id == data["session_id"]), None)
        if session is None:
            await line.send({"op": Op.INVALID, "d": False})
            return
        self._open(session, line)
        self.resumed += 1
        for frame in [frame for frame in session.kept if frame["s"] > data["seq"]]:
            await line.send(frame)
        self._tell(session, "RESUMED", {})
