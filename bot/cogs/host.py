"""What every screen and handler works with, handed in once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

import discord

from bot.cogs.pen import Pen
from bot.play import Play
from bot.play.scene import Language, Learner, Scene
from bot.play.voice import Voice


class Painter(Protocol):
    """Whoever draws pictures; the workshop does."""

    async def draw(self, picture: Any, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Return a PNG, or None if it is not ready within `patience` seconds."""
        ...


@dataclass(frozen=True)
class Host:
    """The game, its voice, its painter and a clock."""

    play: Play
    voice: Voice
    painter: Painter
    clock: Callable[[], datetime]
    underway: set[asyncio.Task[Any]] = field(default_factory=set)  # interactions that are being answered

    async def meet(self, interaction: discord.Interaction[Any]) -> Learner:
        """Return the learner an interaction comes from, with the name and the language they bear now."""
        user = interaction.user
        return await self.play.meet(user.id, name=user.display_name, locale=str(interaction.locale))

    def pen(self, language: Language) -> Pen:
        """Return a pen that writes in that language."""
        return Pen(self.voice, language)

    async def paint(self, scene: Scene, language: Language, patience: float) -> bytes | None:
        """Return the scene's picture, or None if there is none, or it is not ready in time."""
        if scene.picture is None:
            return None
        return await self.painter.draw(scene.picture, scene.picture_book, language, patience=patience)
