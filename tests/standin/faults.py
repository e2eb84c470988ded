"""Faults that are asked for: which calls, how often, with which status."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from aiohttp import web

from tests.standin.wire import reply

CODES = {403: 50013, 404: 10008}


@dataclass
class Fault:
    """The next `times` calls that fit are refused, or taken with the refusal as their reply."""

    method: str
    path: str  # with * for any part: "/interactions/*/callback"
    status: int
    times: int = 1
    retry_after: float = 0.2  # seconds, where the status is 429
    taken: bool = False  # and only the reply is lost

    def fits(self, method: str, path: str) -> bool:
        """Whether a call is to be refused."""
        return self.times > 0 and method == self.method and fnmatchcase(path, self.path)

    def refuse(self) -> web.Response:
        """Refuse one call."""
        self.times -= 1
        if self.status == 429:
            body = {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
            return reply(body, 429, {"Retry-After": str(self.retry_after), "Via": "1.1 google"})
        return reply({"message": "refused", "code": CODES.get(self.status, 0)}, self.status)
