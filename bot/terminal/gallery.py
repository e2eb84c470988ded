"""Where the terminal's pictures lie: drawn by the workshop, kept as files in the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from bot.play.scene import Language, Scene
from quizbank.picture import Picture

PATIENCE = 8.0  # seconds a learner waits for a drawing; the first one waits for the imports


class Painter(Protocol):
    """Whoever draws; the workshop does."""

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Return a PNG, or None if it is not ready within `patience` seconds."""


@dataclass(frozen=True)
class Gallery:
    """Draws a scene's picture into a folder."""

    folder: Path
    painter: Painter

    async def hang(self, scene: Scene, language: Language) -> str | None:
        """Return where the scene's picture was put; None if it has none, or it was not ready in time."""
        if scene.picture is None:
            return None
        png = await self.painter.draw(scene.picture, scene.picture_book, language, patience=PATIENCE)
        if png is None:
            return None
        file = self.folder / f"{blake2b(png, digest_size=6).hexdigest()}.png"
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(png)
        return str(file)
