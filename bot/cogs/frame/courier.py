"""Brings first answers to Discord, and reads no more of a reply than whether it was taken.

What it brings is given to discord.py's own adapter afterwards wherever Discord did not plainly take it: the patience
with refusals, and what a refusal means, are there. That is safe, for Discord takes one first answer and no second.

It goes by libcurl, at less than half of what discord.py's own client spends on a call.
"""

from __future__ import annotations

import asyncio
import ssl
import sys
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from pycurl import AsyncCurlMulti, Curl

PATIENCE: Final = 2.0  # seconds for a call; discord.py's own may still be in time then
TAKEN: Final = range(200, 300)


class Courier:
    """Knows the way to one Discord; sets out once it is first sent, and belongs to the loop it was sent in."""

    def __init__(self, base: str, agent: str) -> None:
        """Take the address of Discord's API, and as whom to introduce oneself: ValueError if no header holds that."""
        if not agent.isprintable():
            raise ValueError(f"not fit for a header: {agent!r}")
        self._base = base
        self._agent = agent
        self._lines: AsyncCurlMulti | None = None
        self._idle: list[Curl] = []

    async def bring(self, id: int, token: str, body: bytes) -> bool:
        """Give an interaction its first answer, a JSON text; return whether Discord took it for certain."""
        import pycurl  # at the first need: until then a start does without it

        lines = self._lines = self._lines or pycurl.AsyncCurlMulti()
        call = self._idle.pop() if self._idle else self._prepared()
        call.setopt(pycurl.URL, f"{self._base}/interactions/{id}/{quote(token, safe='')}/callback")
        call.setopt(pycurl.POSTFIELDS, body)
        try:
            await lines.perform(call)
        except (pycurl.error, RuntimeError):  # the latter where the loop is of a kind that watches no sockets
            return False
        except asyncio.CancelledError:
            if _called_off():
                raise
            return False  # somebody has hung up
        self._idle.append(call)
        return call.getinfo(pycurl.RESPONSE_CODE) in TAKEN

    async def close(self) -> None:
        """Hang up."""
        if self._lines is not None:
            await self._lines.aclose()

    def _prepared(self) -> Curl:
        """Return a call with all that is the same for each; whom to trust is what Python trusts."""
        import pycurl

        call, trusted = pycurl.Curl(), ssl.get_default_verify_paths()
        call.setopt(pycurl.POST, True)
        call.setopt(pycurl.USERAGENT, self._agent)
        call.setopt(pycurl.HTTPHEADER, ["Content-Type: application/json", "Accept: */*", "Expect:"])
        call.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_1_1)
        call.setopt(pycurl.PROXY, "")  # none that the environment names: discord.py asks for none there either
        call.setopt(pycurl.PATH_AS_IS, True)
        call.setopt(pycurl.NOSIGNAL, True)
        call.setopt(pycurl.TIMEOUT_MS, round(PATIENCE * 1000))
        call.setopt(pycurl.WRITEFUNCTION, len)  # takes in all of a reply, and keeps none of it
        for option, place in ((pycurl.CAINFO, trusted.cafile), (pycurl.CAPATH, trusted.capath)):
            if place is not None:
                call.setopt(option, place)
        return call


def courier_to(base: str, agent: str) -> Courier | None:
    """Return a courier to Discord; None on Windows, whose event loop watches no sockets for libcurl."""
    return Courier(base, agent) if sys.platform != "win32" else None


def _called_off() -> bool:
    """Whether it is the task that was cancelled, and not what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
