"""Where the terminal's pictures are: in its own lines where it can draw, else as files in the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from bot.play.scene import Language, Scene
from bot.terminal.inline import Inline
from quizbank.picture import Picture

PATIENCE = 8.0  # seconds a learner waits for a drawing; the first one waits for the imports
COLUMNS = 60  # at most, of a picture in the terminal's own lines


class Painter(Protocol):
    """Whoever draws; the workshop does."""

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Return a PNG, or None if it is not ready within `patience` seconds."""


@dataclass(frozen=True)
class Hung:
    """A picture as a terminal shows it: a file's path, or what draws it when it is written out."""

    path: str | None = None
    drawn: str | None = None


@dataclass(frozen=True)
class Gallery:
    """Draws a scene's picture, into a folder or for the terminal itself."""

    folder: Path
    painter: Painter
    inline: Inline | None = None

    async def hang(
        self, scene: Scene, language: Language, *, columns: int = COLUMNS, patience: float = PATIENCE
    ) -> Hung | None:
        """Return the scene's picture, at most so many columns wide; None if it has none, or not within `patience` s."""
        if scene.picture is None:
            return None
        png = await self.painter.draw(scene.picture, scene.picture_book, language, patience=patience)
        if png is None:
            return None
        if self.inline is not None:
            return Hung(drawn=self.inline(png, min(columns, COLUMNS)))
        file = self.folder / f"{blake2b(png, digest_size=6).hexdigest()}.png"
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(png)
        return Hung(path=str(file))
