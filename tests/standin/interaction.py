"""One interaction as Discord sees it: when it was sent, and what was answered to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.standin.payloads import Json
from tests.standin.snowflakes import snowflake

DEADLINE = 3.0  # seconds until a first answer comes too late
MESSAGE, DEFER, SILENT_DEFER, UPDATE, MODAL = 4, 5, 6, 7, 9  # the kinds of a first answer
LATE, TWICE = (404, 10062), (400, 40060)  # a status and Discord's code


class RefusedError(Exception):
    """Discord does not take an answer: `args` are a status and Discord's code."""


@dataclass
class Interaction:
    """What one learner did, and every message that stands because of it."""

    id: int
    token: str
    learner: int
    payload: Json
    sent: float  # by the loop's clock
    kind: int | None = None  # of the first answer
    answered: float | None = None  # when the first answer was taken
    refused: int = 0
    original: int | None = None
    ephemeral: bool = False  # the first answer is, or is going to be, for the learner alone
    body: Mapping[str, Any] | None = None  # what is seen first: the message, or the sheet
    messages: dict[int, Mapping[str, Any]] = field(default_factory=dict)  # standing, by id
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)  # seen, or refused

    def answer(self, kind: int, data: Mapping[str, Any], now: float) -> int | None:
        """Take the first answer; return the id of the message it made. RefusedError if it is late, or the second."""
        if self.kind is not None:
            self.refused += 1
            raise RefusedError(*TWICE)
        if now - self.sent > DEADLINE:
            self.refused += 1
            self.settled.set()
            raise RefusedError(*LATE)
        self.kind, self.answered = kind, now
        if kind in (MESSAGE, UPDATE):
            return self._show(data)
        if kind == MODAL:
            self._see(data)
        return None

    def edit(self, data: Mapping[str, Any]) -> int:
        """Take an edit of the first answer, which fills its place if it was put off."""
        if self.original is None:
            return self._show(data)
        self.messages[self.original] = data
        return self.original

    def follow(self, data: Mapping[str, Any]) -> int:
        """Take a further message; the first of them fills a place that waits."""
        if self.kind == DEFER and self.original is None:
            return self._show(data)
        id = snowflake()
        self.messages[id] = data
        return id

    def delete(self) -> None:
        """Take down the first answer."""
        if self.original is not None:
            self.messages.pop(self.original, None)

    @property
    def public(self) -> bool:
        """Whether the first answer is a message of its own for everyone, and not what takes another's place."""
        return self.kind in (MESSAGE, DEFER) and not self.ephemeral

    @property
    def touches(self) -> list[str]:
        """The custom_ids of all that can be touched in what was seen first."""
        return list(custom_ids(self.body or {}))

    def _show(self, data: Mapping[str, Any]) -> int:
        self.original = snowflake()
        self.messages[self.original] = data
        self._see(data)
        return self.original

    def _see(self, data: Mapping[str, Any]) -> None:
        self.body = data
        self.seen.set()
        self.settled.set()


def custom_ids(part: Any) -> Iterator[str]:
    """Yield every custom_id in a message or a sheet."""
    return held_in(part, "custom_id")


def words(part: Any) -> Iterator[str]:
    """Yield every text in a message."""
    return held_in(part, "content")


def held_in(part: Any, key: str) -> Iterator[str]:
    """Yield every text that a part of a message holds under a key, at any depth."""
    if isinstance(part, Mapping):
        if isinstance(part.get(key), str):
            yield part[key]
        for each in part.values():
            yield from held_in(each, key)
    elif isinstance(part, list):
        for each in part:
            yield from held_in(each, key)
