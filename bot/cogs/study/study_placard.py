"""A session's placard: what it shows, where it stands, when its clock starts, and what is done when it is lost."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.showing import Sight
from bot.cogs.study.render_seat import farewell_to_host
from bot.cogs.study.render_study import placard
from bot.play.scene import Place, Say
from bot.play.study.study import Settings, Study
from bot.play.study.study_refusals import NoStudyError

SORT: Final = "study"
GONE: Final = (discord.Forbidden, discord.NotFound)  # what does not pass by itself
FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


class StudyShowing:
    """A session's placard."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    async def placed(self, id: int) -> Place | None:
        """Return where it stands; nowhere once it was lost."""
        return await self._host.play.studies.placed(id)

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and what it shows now."""
        try:
            study = await self._host.play.studies.standing(id)
        except NoStudyError:
            return None
        if study.ending == "unreachable":
            return None
        return Sight(study.place, await public_screen(self._host, study))

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        await self._host.play.studies.moved(id, place)

    async def shown(self, id: int, sight: Sight) -> bool:
        """Start the clock of the round that stands there to be seen; whether that changed what is to be shown."""
        study = await self._host.play.studies.standing(id)
        if study.round is None or study.state != "running":
            return False
        return await self._host.play.studies.shown(id, study.round.number, self._host.clock())

    async def lost(self, id: int, failure: Exception) -> None:
        """Pause or end a session whose channel is gone or forbidden, and tell its host; what passes is waited for."""
        if not isinstance(failure, GONE):
            return
        before = await self._host.play.studies.standing(id)
        study = await self._host.play.studies.lost(id)
        if study.state == before.state:
            return  # it rests, or is over, already
        try:
            channel = await self._client.create_dm(discord.Object(study.host.id))
            screen = farewell_to_host(self._host.pen(study.language), study)
            await channel.send(view=view(screen), allowed_mentions=SILENT)
        except FAILURES as unheard:
            log.info("session %s: its host could not be told: %s", id, unheard)


async def public_screen(host: Host, study: Study) -> Screen:
    """Return a session's public screen in its language."""
    report = await host.play.studies.report(study.id) if study.state == "ended" else None
    return placard(host.pen(study.language), study, subjects_of(host, study.settings), report)


def subjects_of(host: Host, settings: Settings) -> tuple[Say, ...]:
    """Return the names of what a session is about."""
    return tuple(host.play.studies.named(subject).say for subject in settings.subjects)
