"""What in a session cannot be taken back, asked once: to close a question on others, to end it, to leave it empty."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.study.render_seat import done, sure_to_close, sure_to_leave, sure_to_stop
from bot.cogs.study.study_placard import SORT
from bot.cogs.study.study_place import here, told
from bot.play.study.study import Study
from bot.play.study.study_refusals import NotHostError, StudyOverError
from engine.rules.study import Phase


class Endings:
    """The touches that end something; whoever would lose nothing by it is not asked."""

    def __init__(self, placards: Placards) -> None:
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("studynext", "private", told(self.go_on)),
            Route("studyclose", "update", told(self.close)),
            Route("studystop", "private", told(self.stop)),
            Route("studyend", "update", told(self.end)),
            Route("studyleave", "private", told(self.leave)),
            Route("studygo", "update", told(self.go)),
            Route("studystay", "update", told(self.stay)),
        )

    async def go_on(self, audience: Audience) -> None:
        """Move on from the phase written on the button; ask first where others are still at it. Only the host may."""
        study, number, phase = await here(audience), audience.number(1), phase_of(audience)
        if study.host.id == audience.learner.id and study.state == "running" and open_at(study, number, phase):
            others = await audience.host.play.studies.awaited(study.id, besides=audience.learner)
            if others:
                await audience.reply.private(sure_to_close(audience.pen, study, number, phase, others))
                return
        await self._move(audience, study, audience.reply.private)

    async def close(self, audience: Audience) -> None:
        """Move on, whoever is still at it."""
        await self._move(audience, await here(audience), audience.reply.update)

    async def stop(self, audience: Audience) -> None:
        """Ask whether the session is to end."""
        study = await held(audience)
        await audience.reply.private(sure_to_stop(audience.pen, study))

    async def end(self, audience: Audience) -> None:
        """End the session."""
        study = await audience.host.play.studies.stop(audience.learner, (await here(audience)).id)
        await self._tell(audience, study, "stopped", audience.reply.update)

    async def leave(self, audience: Audience) -> None:
        """Let the learner go; ask the last one first."""
        study = await here(audience)
        if study.ended is None and [each.id for each in study.members] == [audience.learner.id]:
            await audience.reply.private(sure_to_leave(audience.pen, study))
            return
        study = await audience.host.play.studies.leave(audience.learner, study.id)
        await self._tell(audience, study, "left", audience.reply.private)

    async def go(self, audience: Audience) -> None:
        """Let the learner go, and the session with them if they are the last."""
        study = await audience.host.play.studies.leave(audience.learner, (await here(audience)).id)
        await self._tell(audience, study, "left", audience.reply.update)

    async def stay(self, audience: Audience) -> None:
        """End nothing."""
        await audience.reply.update(done(audience.pen, await here(audience), "stays"))

    async def _move(self, audience: Audience, study: Study, show: Callable[[Screen], Awaitable[None]]) -> None:
        moving = audience.host.play.studies.skip(audience.learner, study.id, audience.number(1), phase_of(audience))
        moved = await moving
        await self._tell(audience, moved, arrived(moved), show)

    async def _tell(
        self, audience: Audience, study: Study, key: str, show: Callable[[Screen], Awaitable[None]]
    ) -> None:
        await show(done(audience.pen, study, key))
        await self._placards.renew(SORT, study.id)


def phase_of(audience: Audience) -> Phase:
    """Return the phase written on the button; OlderError if it is none."""
    phase: Phase | None = next((each for each in get_args(Phase) if each == audience.text(2)), None)
    if phase is None:
        raise OlderError(str(audience.touch))
    return phase


def arrived(study: Study) -> str:
    """Return which line says where a session is once it was moved."""
    if study.ended is not None:
        return "stopped"
    phase = None if study.round is None else study.round.phase
    return phase if phase in ("talk", "closed") else "moved_on"


def open_at(study: Study, number: int, phase: Phase) -> bool:
    """Whether answers are heard in that phase of that round, and it is the one that is on."""
    now = study.round
    return phase in ("first", "second") and now is not None and (now.number, now.phase) == (number, phase)


async def held(audience: Audience) -> Study:
    """Return the session that was touched, if it is the learner's to end; NotHostError, StudyOverError."""
    study = await here(audience)
    if study.ended is not None:
        raise StudyOverError
    if study.host.id != audience.learner.id:
        raise NotHostError
    return study
