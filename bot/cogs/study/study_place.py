"""Where a touch of a session happens: which session it is about, what stands against one there, how a no is told."""

from __future__ import annotations

from bot.cogs.desk.permits import elsewhere
from bot.cogs.frame.audience import Audience, Handler
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.study import render_seat
from bot.cogs.study.study_words import word
from bot.cogs.wall.answers import missing_permissions
from bot.cogs.wall.rewards import permissions
from bot.play.study.study import Study
from bot.play.study.study_refusals import NoStudyError, NoSubjectError, StudyOpenError, StudyRefusalError, UnfitError


async def here(audience: Audience) -> Study:
    """Return the session that was touched; NoStudyError if it is none of this server's."""
    study = await audience.host.play.studies.standing(audience.number(0))
    if audience.place.guild is None or study.place.guild != audience.place.guild:
        raise NoStudyError
    return study


def is_a_guest(audience: Audience) -> bool:
    """Whether the bot is here by its user's leave alone, and can put up nothing of its own."""
    interaction = audience.interaction
    return interaction.is_user_integration() and not interaction.is_guild_integration()


def told(handler: Handler) -> Handler:
    """Return a handler whose refusals are told in the words of sessions, with the way to the one they are about."""

    async def handle(audience: Audience) -> None:
        try:
            await handler(audience)
        except StudyRefusalError as refusal:
            study = refusal.study if isinstance(refusal, StudyOpenError) else await open_here(audience)
            near = audience.host.play.studies.near(refusal.name) if isinstance(refusal, NoSubjectError) else ()
            await audience.reply.private(render_seat.refused(audience.pen, refusal, study, near))

    return handle


async def open_here(audience: Audience) -> Study | None:
    """Return the session that is open in this channel, or None."""
    channel = audience.place.channel
    return None if channel is None else await audience.host.play.studies.open_in(channel)


async def barred(audience: Audience) -> bool:
    """Say what stands against a session here, if anything does: a permission that lacks, or the server's own choice.

    Raises UnfitError where no message of the bot's own can stand.
    """
    guild = audience.place.guild
    if guild is None or is_a_guest(audience):
        raise UnfitError("place")
    if await lacking(audience):
        return True
    no = elsewhere(audience, await audience.host.play.desk.choices(guild))
    if no is not None:
        await audience.reply.private(no)
    return no is not None


async def lacking(audience: Audience) -> bool:
    """Say which permissions the bot lacks here to put anything up, if it does."""
    missing = missing_permissions(audience.visit)
    if missing:
        said = word(audience.pen, "lost.i_lack", permissions=permissions(audience.pen, missing))
        await audience.reply.private(Screen((Text(said), *row(audience.pen.button("court", "court")))))
    return bool(missing)
