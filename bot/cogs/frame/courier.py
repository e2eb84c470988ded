"""Brings first answers to Discord, and reads no more of a reply than whether it was taken.

What it brings is given to discord.py's own adapter afterwards wherever Discord did not plainly take it: the patience
with refusals, and what a refusal means, are there. That is safe, for Discord takes one first answer and no second.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

import aiohttp
from yarl import URL

PATIENCE: Final = 2.0  # seconds for a call; discord.py's own may still be in time then
TAKEN: Final = range(200, 300)


class Courier:
    """Knows the way to one Discord; sets out once it is first sent, and belongs to the loop it was sent in."""

    def __init__(self, base: str, agent: str) -> None:
        """Take the address of Discord's API, and as whom to introduce oneself."""
        self._base = base
        self._headers = {"User-Agent": agent, "Content-Type": "application/json"}
        self._session: aiohttp.ClientSession | None = None

    async def bring(self, id: int, token: str, body: bytes) -> bool:
        """Give an interaction its first answer, a JSON text; return whether Discord took it for certain."""
        way = URL(f"{self._base}/interactions/{id}/{quote(token, safe='')}/callback", encoded=True)
        session = self._session = self._session or self._opened()
        try:
            async with session.post(way, data=body, allow_redirects=False) as reply:
                return reply.status in TAKEN
        except (aiohttp.ClientError, OSError, TimeoutError):
            return False

    async def close(self) -> None:
        """Hang up."""
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            headers=self._headers,
            timeout=aiohttp.ClientTimeout(total=PATIENCE),
            cookie_jar=aiohttp.DummyCookieJar(),
            connector=aiohttp.TCPConnector(limit=0),
        )
