"""Laws of the courier: what Discord took is known, all else is left open, and no reply is taken for another call's."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from bot.cogs.frame import courier
from bot.cogs.frame.courier import Courier

NONE = b"HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n"
SILENCE = b""


class Door:
    """A server that replies as it is told, one reply a call, and remembers what came on which line."""

    def __init__(self, *replies: bytes) -> None:
        self.replies = list(replies)
        self.calls: list[bytes] = []
        self.called = asyncio.Event()
        self.lines = 0
        self.port = 0
        self.pieces = False  # replies come byte by byte
        self.ends = False  # a line is closed after its reply

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                self.calls.append(head + await reader.readexactly(length))
                self.called.set()
                reply = self.replies.pop(0) if self.replies else NONE
                for piece in [reply[at : at + 1] for at in range(len(reply))] if self.pieces else [reply]:
                    writer.write(piece)
                    await writer.drain()
                if self.ends:
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()


@asynccontextmanager
async def opened(door: Door, seal: ssl.SSLContext | None = None) -> AsyncIterator[Courier]:
    """Open a door, to be reached by TLS if it has a seal, and give a courier who knows the way."""
    server = await asyncio.start_server(door.answer, "127.0.0.1", 0, ssl=seal)
    door.port = server.sockets[0].getsockname()[1]
    by = "http" if seal is None else "https"
    sent = Courier(f"{by}://127.0.0.1:{door.port}/api/v10", "DiscordBot (elder)")
    try:
        yield sent
    finally:
        await sent.close()
        server.close()
        await asyncio.sleep(0.01)  # until whoever was hung up on has noticed


async def test_what_is_brought_arrives_whole_and_one_line_serves_one_call_after_another() -> None:
    door = Door()
    async with opened(door) as sent:
        assert [await sent.bring(id, "a=/b", b'{"type":4}') for id in (1, 2, 3)] == [True] * 3

    head, _, body = door.calls[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /api/v10/interactions/1/a%3D%2Fb/callback HTTP/1.1\r\n")
    assert f"Host: 127.0.0.1:{door.port}".encode() in head
    assert b"User-Agent: DiscordBot (elder)" in head
    assert b"Content-Type: application/json" in head
    assert body == b'{"type":4}'
    assert door.lines == 1


async def test_calls_at_once_do_not_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier, "PATIENCE", 60)  # the door is on this machine too, and may be slow
    door = Door()
    async with opened(door) as sent:
        assert all(await asyncio.gather(*(sent.bring(id, "t", b"{}") for id in range(200))))

    assert len(door.calls) == 200


@pytest.mark.parametrize(
    ("reply", "taken"),
    [
        (NONE, True),
        (b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", True),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", True),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", True),
        (b"HTTP/1.1 429 Too Many Requests\r\nVia: 1.1 g\r\nContent-Length: 2\r\n\r\n{}", False),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", False),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", False),
        (b"HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", False),
        (b"SSH-2.0-hello 204 \r\n\r\n", False),
        (b"x" * 20_000, False),
    ],
)
@pytest.mark.parametrize("pieces", [False, True])
async def test_only_success_is_taken_and_whatever_came_the_next_call_is_made(
    reply: bytes, taken: bool, pieces: bool
) -> None:
    door = Door(reply)
    door.pieces = pieces
    async with opened(door) as sent:
        first = await sent.bring(1, "t", b"{}")
        assert await sent.bring(2, "t", b"{}")

    assert first is taken


async def test_where_nobody_is_at_home_or_hangs_up_without_a_word_nothing_was_taken() -> None:
    door = Door(SILENCE)
    door.ends = True
    async with opened(door) as sent:
        assert not await sent.bring(1, "t", b"{}")
    gone = Courier(f"http://127.0.0.1:{door.port}", "elder")
    assert not await gone.bring(1, "t", b"{}")
    await gone.close()


async def test_a_reply_that_does_not_come_is_not_waited_for_longer_than_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(courier, "PATIENCE", 0.1)
    door = Door(SILENCE)
    async with opened(door) as sent:
        assert not await sent.bring(1, "t", b"{}")
        assert await sent.bring(2, "t", b"{}")


async def test_who_stops_waiting_leaves_no_reply_behind_for_the_next() -> None:
    door = Door(SILENCE)
    async with opened(door) as sent:
        waiting = asyncio.ensure_future(sent.bring(1, "t", b"{}"))
        await door.called.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

        assert await sent.bring(2, "t", b"{}")
    assert door.lines == 2


async def test_who_closes_hangs_up_on_everyone() -> None:
    door = Door(SILENCE)
    async with opened(door) as sent:
        waiting = asyncio.ensure_future(sent.bring(1, "t", b"{}"))
        await door.called.wait()
        await sent.close()

        assert not await waiting


@pytest.mark.parametrize("name", ["127.0.0.1", "discord.example"])
@pytest.mark.parametrize("trusted", [True, False])
async def test_by_tls_nothing_is_brought_to_one_whom_python_would_not_trust(
    name: str, trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, seal = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(seal)
    (authority if trusted else trustme.CA()).cert_pem.write_to_path(tmp_path / "trusted.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    door, theirs = Door(), trusted and name == "127.0.0.1"
    async with opened(door, seal) as sent:
        assert [await sent.bring(id, "t", b"{}") for id in (1, 2)] == [theirs] * 2

    assert (len(door.calls), door.lines) == ((2, 1) if theirs else (0, door.lines))


async def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    door = Door()
    async with opened(door) as sent:
        assert await sent.bring(1, "t", b"{}")


@pytest.mark.parametrize("agent", ["elder\r\nX: y", "elder\n", "elder\rX: y"])
def test_no_header_is_slipped_in(agent: str) -> None:
    with pytest.raises(ValueError, match="header"):
        Courier("http://127.0.0.1:1", agent)
