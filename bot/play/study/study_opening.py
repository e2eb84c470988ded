"""How a session is opened: with everything chosen, or as its guild and good custom have it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.scene import Learner, Place
from bot.play.study import study_subjects as subjects
from bot.play.study.study import Settings, Study
from bot.play.study.study_heartbeat import now
from bot.play.study.study_refusals import NoStudyError, StudyOpenError, UnfitError
from bot.play.study.study_views import view
from bot.store import guilds, studies

ROUNDS = (1, 20)
SECONDS = (10, 600)
USUAL = 90  # seconds; time to read and to reckon


async def open_study(house: House, host: Learner, place: Place, settings: Settings) -> Study:
    """Open a lobby with its host in it."""
    moment = await now(house)
    fit = await settled(house, place, settings)
    async with house.store.writing() as db:
        language = (await guilds.settings(db, place.guild or 0)).language or host.language
        study_id = await opened(house, db, host.id, language, place, fit, moment)
        if study_id is not None:
            await studies.join(db, study_id, host.id, moment)
    async with house.store.reading() as db:
        if study_id is not None:
            return await view(db, house.bank, study_id)
        standing = await studies.find_open(db, place.channel or 0)
        if standing is None:
            raise NoStudyError
        raise StudyOpenError(await view(db, house.bank, standing.id))


async def settled(house: House, place: Place, settings: Settings) -> Settings:
    """Return settings with nothing left open; raises UnfitError or NoSubjectError where they cannot be."""
    for subject in settings.subjects:
        subjects.named(house.bank, subject)
    if not settings.subjects or place.guild is None or place.channel is None:
        raise UnfitError("subjects" if not settings.subjects else "place")
    if not ROUNDS[0] <= settings.rounds <= ROUNDS[1]:
        raise UnfitError("rounds", least=ROUNDS[0], most=ROUNDS[1])
    if settings.peer and settings.pace == "race":
        raise UnfitError("peer")
    seconds = None if settings.pace == "everyone" else settings.seconds or USUAL
    if seconds is not None and not SECONDS[0] <= seconds <= SECONDS[1]:
        raise UnfitError("seconds", least=SECONDS[0], most=SECONDS[1])
    async with house.store.reading() as db:
        guild = await guilds.settings(db, place.guild)
    named = guild.named if settings.named is None else settings.named
    return settings._replace(subjects=tuple(dict.fromkeys(settings.subjects)), named=named, seconds=seconds)


async def opened(
    house: House, db: AsyncConnection, host_id: int, language: str, place: Place, settings: Settings, at: datetime
) -> int | None:
    """Open a lobby and return its id, or None if the channel has a session open."""
    row = {
        "host_id": host_id,
        "guild": place.guild,
        "channel": place.channel,
        "message": place.message,
        "language": language,
        "secret": house.secret(),
        "subjects": list(settings.subjects),
        "families": list(subjects.families_of(house.bank, settings.subjects)),
        "rounds": settings.rounds,
        "pace": settings.pace,
        "peer": settings.peer,
        "named": settings.named,
        "seconds": settings.seconds,
        "opened": at,
        "touched": at,
        "host_seen": at,
    }
    return await studies.open(db, row)
