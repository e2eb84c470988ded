"""A workshop of one's own for tests of Discord: it draws the same small picture at once, and has no engine."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.workshop.remeasured import Remeasured
from quizbank.certificate import Number
from quizbank.picture import Picture

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@dataclass
class Easel:
    """Draws at once, unless told that it is not ready; every exhibit of a hall shows the hall's name."""

    ready: bool = True
    drawn: list[tuple[str, str]] = field(default_factory=list)  # what was drawn: (title, language)

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        self.drawn.append((picture.title, language))
        return DOT if self.ready else None

    async def measure(
        self, family: str, numbers: Mapping[str, Number], *, patience: float | None = None
    ) -> Remeasured | None:
        return None

    async def exhibit(
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> Picture | None:
        return Picture("bars", title="hall.name", alt="hall.name")
