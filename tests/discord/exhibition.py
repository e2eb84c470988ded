"""The real workshop, waited for however busy the machine is, and remembering what it showed."""

from __future__ import annotations

from collections.abc import Mapping

from bot.workshop import Workshop
from quizbank.certificate import Number
from quizbank.picture import Picture


class Exhibition(Workshop):
    """A workshop whose askers have all the time in the world."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: dict[tuple[str, str, Number | None], Picture] = {}  # by hall, exhibit, and what was turned to

    async def exhibit(
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> Picture | None:
        picture = await super().exhibit(hall, name, turns)
        if picture is not None:
            self.shown[hall, name, next(iter(turns.values()), None)] = picture
        return picture

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        return await super().draw(picture, book, language)
