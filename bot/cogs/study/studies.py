"""Every touch of a study session: opened, joined, begun, answered, moved on, left, handed on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final, Protocol, get_args

import discord
from discord.app_commands import Choice

from bot.cogs.desk.permits import elsewhere
from bot.cogs.frame import escape
from bot.cogs.frame.audience import Audience, Handler, OlderError
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.placards import LATELY, Placards
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.study import render_study
from bot.cogs.study.study_placard import SORT, public_screen
from bot.cogs.wall.answers import missing_permissions
from bot.cogs.wall.rewards import permissions
from bot.play.scene import Learner, Place
from bot.play.study.study import Plan, Settings, Study, Told
from bot.play.study.study_refusals import NoStudyError, StudyOpenError, StudyRefusalError, UnfitError
from bot.play.study.study_subjects import PARTING
from engine.rules.study import Pace, Phase

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

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        studies = self._host.play.studies
        return (
            Route("studyjoin", "private", told(self.join)),
            Route("studystart", "private", told(self._acting(studies.start, "started"))),
            Route("studyask", "private", told(self.ask)),
            Route("studysaid", "private", told(self.said)),
            Route("studyread", "update", told(self.read)),
            Route("studynext", "private", told(self.go_on)),
            Route("studymore", "private", told(self.more)),
            Route("studypause", "private", told(self._acting(studies.pause, "paused"))),
            Route("studyresume", "private", told(self._acting(studies.resume, "resumed"))),
            Route("studystop", "private", told(self._acting(studies.stop, "stopped"))),
            Route("studyleave", "private", told(self._acting(studies.leave, "left"))),
            Route("studyhost", "private", told(self._acting(studies.take_over, "hosting"))),
            Route("studyown", "private", told(self.own)),
            Route("studyagain", "public", told(self.again)),
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
        await audience.reply.private(render_study.seated(audience.pen, study))
        await self._placards.renew(SORT, study.id)

    async def ask(self, audience: Audience) -> None:
        """Open the sheet for the learner's own question of the open round."""
        study, pen = await here(audience), audience.pen
        opened = audience.interaction.created_at
        asked = await audience.host.play.studies.question(study.id, audience.learner, at=opened)
        number = 0 if study.round is None else study.round.number
        touch = Touch("studysaid", (study.id, number, asked.attempt, audience.interaction.id))
        await audience.reply.modal(
            sheet(pen, touch, asked, render_study.heading(pen, number)),
            otherwise=render_study.question(pen, study, asked, pen.word("error.slow_modal")),
        )

    async def said(self, audience: Audience) -> None:
        """Send in what was written, tell the writer what may be told, then show everyone how many have answered."""
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

    async def go_on(self, audience: Audience) -> None:
        """Move on from the phase written on the button; only the host may."""
        study = await here(audience)
        phase = next((each for each in get_args(Phase) if each == audience.text(2)), None)
        if phase is None:
            raise OlderError(str(audience.touch))
        study = await audience.host.play.studies.skip(audience.learner, study.id, audience.number(1), phase)
        await audience.reply.private(render_study.done(audience.pen, study, "moved_on"))
        await self._placards.renew(SORT, study.id)

    async def more(self, audience: Audience) -> None:
        """Offer what else can be done."""
        study = await here(audience)
        await audience.reply.private(render_study.panel(audience.pen, study, audience.learner.id))

    async def own(self, audience: Audience) -> None:
        """Show the learner their own rounds."""
        study = await here(audience)
        rounds = await audience.host.play.studies.own(study.id, audience.learner)
        await audience.reply.private(render_study.own(audience.pen, study, rounds))

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
        await audience.reply.private(render_study.done(audience.pen, study, key))
        await self._placards.renew(SORT, study.id)

    async def _tell(
        self, audience: Audience, study: Study, outcome: Told, show: Callable[[Screen], Awaitable[None]]
    ) -> None:
        try:
            await show(render_study.verdict(audience.pen, study, outcome))
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
        message = await audience.reply.public(await public_screen(audience.host, study))
        place = Place(audience.place.guild, audience.place.channel, message)
        await audience.host.play.studies.moved(study.id, place)
        await self._placards.retire(study.place)


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
            await audience.reply.private(render_study.refused(audience.pen, refusal, study))

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
    missing = missing_permissions(audience.interaction)
    if missing:
        said = render_study.word(audience.pen, "lost.i_lack", permissions=permissions(audience.pen, missing))
        await audience.reply.private(Screen((Text(said),)))
    return bool(missing)


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
