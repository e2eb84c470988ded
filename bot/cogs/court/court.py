"""The court between halls and wall: whatever a command does, as something to touch; and the language, chosen there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from bot.cogs.court.render_court import court_screen
from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.study.studies import Studies
from bot.cogs.study.study_place import told
from bot.play.scene import Language, Learner
from bot.play.study.study import Settings

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class Court:
    """The touches of the court."""

    def __init__(self, studies: Studies) -> None:
        self._studies = studies

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("court", "private", self.stand),
            Route("courtspeak", "update", self.speak),
            Route("courtshow", "update", self.show),
            Route("courtstudy", "public", told(self.study)),
        )

    async def stand(self, audience: Audience) -> None:
        """Show all the ways there are."""
        await audience.reply.private(seen(audience, audience.learner))

    async def speak(self, audience: Audience) -> None:
        """Remember the language picked, and speak it from here on."""
        language = next((each for each in LANGUAGES if each == audience.picked), None)
        if language is None:
            raise OlderError(str(audience.touch))
        await self._changed(audience, await audience.host.play.speak(audience.learner, language))

    async def show(self, audience: Audience) -> None:
        """Show pictures, or words in their place."""
        text_only = not audience.number(0)
        await self._changed(audience, await audience.host.play.picture(audience.learner, text_only=text_only))

    async def study(self, audience: Audience) -> None:
        """Open a study session about the hall picked, as most would have it."""
        subjects = audience.host.play.studies.subjects(audience.picked)
        await self._studies.open(audience, Settings(subjects))

    async def _changed(self, audience: Audience, learner: Learner) -> None:
        audience.host.remember(learner)
        await audience.reply.update(seen(audience, learner))


def seen(audience: Audience, learner: Learner) -> Screen:
    """Return the court as this learner sees it."""
    pen, in_server = audience.host.pen(learner.language), audience.place.guild is not None
    return court_screen(pen, learner, tuple(audience.host.names), in_server=in_server)
