"""What every screen and handler works with, handed in once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Protocol, cast

import discord

from bot.cogs.frame.pen import Pen
from bot.cogs.frame.render_notice import refused_plainly
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.visit import Visit
from bot.cogs.frame.words import plain
from bot.play import Play
from bot.play.refusals import RefusalError
from bot.play.scene import Language, Learner, Say, Scene
from bot.play.voice import Voice
from bot.watch.answering import Meter, Unmeasured
from quizbank.lines import LANGUAGES

News = Callable[[Any], Awaitable[None]]  # tells an audience, below its answer, what it is to be told besides
Refused = Callable[[Pen, RefusalError], Screen]

REMEMBERED: Final = 10_000  # learners whose language is known without a look into the store


class Painter(Protocol):
    """Whoever draws pictures; the workshop does."""

    async def draw(self, picture: Any, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Return a PNG, or None if it is not ready within `patience` seconds."""
        ...


async def untold(_audience: Any) -> None:
    """Keep the news for whoever tells them."""


@dataclass(frozen=True)
class Host:
    """The game, its voice, its painter and a clock."""

    play: Play
    voice: Voice
    painter: Painter
    clock: Callable[[], datetime]
    meter: Meter = field(default_factory=Unmeasured)
    news: News = untold
    refused: Refused = refused_plainly
    jumps: bool = True  # whether the address of a message leads to it
    underway: set[asyncio.Task[Any]] = field(default_factory=set)  # interactions that are being answered
    unfinished: dict[int, asyncio.Lock] = field(default_factory=dict)  # messages that a late picture is yet to reach
    spoken: OrderedDict[int, Language] = field(default_factory=OrderedDict)  # by learner, the last met at the end

    async def meet(self, visit: Visit) -> Learner:
        """Return the learner who comes, with the name and the language they bear now."""
        learner = await self.play.meet(visit.user, name=visit.name, locale=visit.locale)
        await self.seen(visit)
        return learner

    async def seen(self, visit: Visit) -> None:
        """Remember in which server a learner was seen, who is met."""
        if visit.guild is not None:
            await self.play.boards.seen(visit.guild, visit.user)

    def remember(self, learner: Learner) -> None:
        """Keep a learner's language at hand, for what must be answered at once."""
        self.spoken[learner.id] = learner.language
        self.spoken.move_to_end(learner.id)
        while len(self.spoken) > REMEMBERED:
            self.spoken.popitem(last=False)

    def language(self, interaction: discord.Interaction[Any]) -> Language:
        """Return the language of one who is still typing: theirs if they were met lately, else their client's."""
        return self.spoken.get(interaction.user.id) or plain(str(interaction.locale))

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """Every hall's name by its id and by language, in the tour's order."""
        halls = self.play.house.bank.halls
        return {
            hall: {each: self.voice.say(Say(hall, "hall.name"), cast(Language, each)) for each in LANGUAGES}
            for hall in halls
        }

    def hall_called(self, name: str) -> str:
        """Return the id of the hall of that name, in either language; what is none of theirs is returned as it came."""
        wanted = name.strip().casefold()
        called = (hall for hall, names in self.names.items() if wanted in map(str.casefold, names.values()))
        return next(called, name)

    def pen(self, language: Language) -> Pen:
        """Return a pen that writes in that language."""
        return Pen(self.voice, language, self.jumps)

    async def paint(self, scene: Scene, language: Language, patience: float) -> bytes | None:
        """Return the scene's picture, or None if there is none, it is not wanted, or not ready in time."""
        if scene.picture is None or scene.learner.text_only:
            return None
        return await self.painter.draw(scene.picture, scene.picture_book, language, patience=patience)
