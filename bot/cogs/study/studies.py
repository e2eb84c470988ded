"""Every touch of a study session: opened, joined, begun, answered, moved on, left, handed on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final, Protocol

import discord
from discord.app_commands import Choice

from bot.cogs.frame import escape
from bot.cogs.frame.audience import Audience, Handler
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.placards import LATELY, Placards
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.showing import Sight
from bot.cogs.study import render_seat
from bot.cogs.study.study_endings import Endings
from bot.cogs.study.study_placard import SORT, public_screen
from bot.cogs.study.study_place import barred, here, lacking, open_here, told
from bot.play.scene import Learner, Place
from bot.play.study.study import Plan, Settings, Study, Told
from bot.play.study.study_refusals import NoStudyError
from bot.play.study.study_subjects import PARTING
from engine.rules.study import Pace

DUE: Final = timedelta(seconds=2)  # between two looks at the deadlines
WAKING: Final = timedelta(days=1)  # beside that at the start, when it first comes

CHOICE: Final = 100  # characters of a choice's name, and of what it stands for
PACES: Final[tuple[Pace, ...]] = ("everyone", "timed", "race")

Act = Callable[[Learner, int], Awaitable[Study]]


class Plans(Protocol):
    """Whoever announced the planned sessions."""

    async def give_up(self, plan: Plan) -> None:
        """Take down a plan that could not be opened, and tell its host."""
        ...


class Studies:
    """The touches of a session; what they mean is in the game, what they look like in the renderer."""

    def __init__(self, host: Host, placards: Placards, plans: Plans) -> None:
        self._host = host
        self._placards = placards
        self._plans = plans
        self._endings = Endings(placards)

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        studies = self._host.play.studies
        return (
            Route("studyjoin", "private", told(self.join)),
            Route("studystart", "private", told(self._acting(studies.start, "started"))),
            Route("studyask", "private", told(self.ask)),
            Route("studysaid", "private", told(self.said)),
            Route("studyread", "update", told(self.read)),
            Route("studymore", "private", told(self.more)),
            Route("studypause", "private", told(self._acting(studies.pause, "paused"))),
            Route("studyresume", "private", told(self._acting(studies.resume, "resumed"))),
            Route("studyhost", "private", told(self.take_over)),
            Route("studyown", "private", told(self.own)),
            Route("studyagain", "public", told(self.again)),
            *self._endings.routes(),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done again and again."""
        return (Chore("studies.due", DUE, self.keep_time), Chore("studies.wake", WAKING, self.wake))

    async def keep_time(self) -> None:
        """Do what is due by the clock, and show it."""
        turned = await self._host.play.studies.due(self._host.clock())
        begun = [plan.study_id for plan in turned.begun if plan.study_id is not None]
        for id in dict.fromkeys((*turned.changed, *begun)):
            await self._placards.renew(SORT, id)
        for plan in turned.missed:
            await self._plans.give_up(plan)

    async def wake(self) -> None:
        """Show sessions as they are stored: at a start, whatever befell while nobody was here, or just before."""
        for id in await self._host.play.studies.underway(LATELY):
            await self._placards.renew(SORT, id)

    async def open(self, audience: Audience, settings: Settings) -> None:
        """Open a lobby here for all to see, or lead to the session that stands; or say what stands against it."""
        if await barred(audience):
            return
        study = await audience.host.play.studies.open(audience.learner, audience.place, settings)
        await self._put_up(audience, study)

    async def again(self, audience: Audience) -> None:
        """Open another session like the one that is over."""
        study = await here(audience)
        await self.open(audience, study.settings)

    async def call(self, audience: Audience) -> None:
        """Put up the session of this channel anew."""
        study = await open_here(audience)
        if study is None:
            raise NoStudyError
        if not await lacking(audience):
            await self._put_up(audience, study)

    async def join(self, audience: Audience) -> None:
        """Let the learner in."""
        study = await here(audience)
        await self._stands_here(audience, study)
        study = await audience.host.play.studies.join(audience.learner, study.id)
        await audience.reply.private(render_seat.seated(audience.pen, study))
        await self._placards.renew(SORT, study.id)

    async def ask(self, audience: Audience) -> None:
        """Open the sheet for the learner's own question of the open round."""
        study, pen = await here(audience), audience.pen
        opened = audience.interaction.created_at
        asked = await audience.host.play.studies.question(study.id, audience.learner, at=opened)
        number = 0 if study.round is None else study.round.number
        touch = Touch("studysaid", (study.id, number, asked.attempt, audience.interaction.id))
        await audience.reply.modal(
            sheet(pen, touch, asked, render_seat.heading(pen, number)),
            otherwise=render_seat.question(pen, study, asked, pen.word("error.slow_modal")),
        )

    async def said(self, audience: Audience) -> None:
        """Send in what was written, tell the writer what may be told, then show everyone how many are done."""
        study = await here(audience)
        outcome = await audience.host.play.studies.answer(
            study.id,
            audience.number(1),
            audience.number(2),
            audience.learner,
            audience.written,
            interaction=audience.interaction.id,
            at=audience.interaction.created_at,
        )
        await self._tell(audience, study, outcome, audience.reply.private)

    async def read(self, audience: Audience) -> None:
        """Take a text in the way its writer meant it."""
        outcome = await audience.host.play.studies.choose_reading(
            audience.number(0),
            audience.number(1),
            audience.learner,
            interaction=audience.interaction.id,
            at=audience.interaction.created_at,
        )
        study = await audience.host.play.studies.standing(outcome.study_id)
        await self._tell(audience, study, outcome, audience.reply.update)

    async def take_over(self, audience: Audience) -> None:
        """Make the learner the host; one who is hears so."""
        study = await here(audience)
        key = "yours" if study.host.id == audience.learner.id else "hosting"
        await self._do(audience, study.id, audience.host.play.studies.take_over, key)

    async def hand_over(self, audience: Audience, heir: int) -> None:
        """Make another the host, by command; one who names themselves hears that they are it."""
        key = "yours" if heir == audience.learner.id else "handed"
        await self.command(audience, partial(audience.host.play.studies.hand_over, heir=heir), key)

    async def more(self, audience: Audience) -> None:
        """Offer what else can be done."""
        study = await here(audience)
        await audience.reply.private(render_seat.panel(audience.pen, study, audience.learner.id))

    async def own(self, audience: Audience) -> None:
        """Show the learner their own rounds."""
        study = await here(audience)
        rounds = await audience.host.play.studies.own(study.id, audience.learner)
        await audience.reply.private(render_seat.own(audience.pen, study, rounds))

    async def command(self, audience: Audience, act: Act, key: str) -> None:
        """Do something to the session of this channel, by command."""
        study = await open_here(audience)
        if study is None:
            raise NoStudyError
        await self._do(audience, study.id, act, key)

    def _acting(self, act: Act, key: str) -> Handler:
        async def handle(audience: Audience) -> None:
            await self._do(audience, (await here(audience)).id, act, key)

        return handle

    async def _do(self, audience: Audience, id: int, act: Act, key: str) -> None:
        study = await act(audience.learner, id)
        await audience.reply.private(render_seat.done(audience.pen, study, key))
        await self._placards.renew(SORT, study.id)

    async def _tell(
        self, audience: Audience, study: Study, outcome: Told, show: Callable[[Screen], Awaitable[None]]
    ) -> None:
        try:
            await show(render_seat.verdict(audience.pen, study, outcome))
        finally:
            if outcome.done or outcome.moved:
                await self._placards.renew(SORT, study.id)

    async def _stands_here(self, audience: Audience, study: Study) -> None:
        """Remember where the placard stands, for one quicker to press it than Discord to say that it had put it up."""
        message = audience.interaction.message
        if study.place.message is None and message is not None and not message.flags.ephemeral:
            place = Place(audience.place.guild, audience.place.channel, message.id)
            await audience.host.play.studies.moved(study.id, place)

    async def _put_up(self, audience: Audience, study: Study) -> None:
        """Answer with the placard for all to see, remember where, and take down the one it replaces."""
        screen = await public_screen(audience.host, study)
        await self._placards.answer(audience, SORT, study.id, Sight(study.place, screen))


def suggested(host: Host, interaction: discord.Interaction[Any], text: str) -> list[Choice[str]]:
    """Return halls and skills whose name fits what is being typed last, behind what was named before it."""
    pen = host.pen(host.language(interaction))
    found = re.match(rf"(.*{PARTING})?", text, re.DOTALL)
    before = found[0] if found is not None else ""
    return [
        Choice(name=escape.cut(before + pen.plain(subject.say), CHOICE), value=before + subject.id)
        for subject in host.play.studies.suggest(text, pen.language)
        if len(before + subject.id) <= CHOICE
    ]
