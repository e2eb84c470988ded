"""Sessions that are planned: put among the server's events, told of to those who asked, opened at their time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.words import named
from bot.cogs.study import render_plan
from bot.cogs.study.studies import PACES, suggested
from bot.cogs.study.study_events import announce, withdraw
from bot.cogs.study.study_placard import subjects_of
from bot.cogs.study.study_place import barred, told
from bot.cogs.study.study_words import word
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.desk.moments import moment
from bot.play.scene import Learner, Say
from bot.play.study.study import Plan, Reminder, Settings
from bot.play.study.study_refusals import NoPlanError, NotHostError, UnfitError
from engine.rules.study import Pace

SCHEDULE: Final = "command.study.schedule"
UNREAD: Final = "refusal.no_moment"
CALLING: Final = timedelta(seconds=30)  # between two looks for whom to remind
FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


class StudyPlans:
    """The touches of plans, and the reminders."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("planremind", "private", told(partial(self.remind, on=True))),
            Route("planunremind", "private", told(partial(self.remind, on=False))),
            Route("planlist", "private", told(self.plans)),
            Route("plancancel", "private", told(self.ask_back)),
            Route("plankeep", "update", told(self.keep)),
            Route("plangone", "update", told(self.cancel)),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done again and again."""
        return (Chore("studies.remind", CALLING, self.call),)

    async def schedule(self, audience: Audience, when: str, settings: Settings) -> None:
        """Plan a session here, and put it among the server's events if the bot may."""
        if await barred(audience):
            return
        zone = await clock_here(audience)
        try:
            starts = moment(when, zone, audience.host.clock(), hour=None)
        except DeskRefusalError as refusal:
            if refusal.say.key != UNREAD:
                raise UnfitError("starts") from None
            said = word(audience.pen, "plan.unread_when", zone=zone or "UTC")
            await audience.reply.private(render_plan.back(audience.pen, said))
            return
        plan = await audience.host.play.studies.plan(audience.learner, audience.place, settings, starts)
        event = await announce(audience, plan)
        await audience.host.play.studies.announced(plan.id, event)
        about = subjects_of(audience.host, plan.settings)
        await audience.reply.public(
            render_plan.planned(audience.host.pen(plan.language), plan, about, event is not None)
        )

    async def plans(self, audience: Audience) -> None:
        """Show what is planned in this server."""
        guild = audience.place.guild
        plans = () if guild is None else await audience.host.play.studies.plans(guild)
        about = [subjects_of(audience.host, plan.settings) for plan in plans]
        await audience.reply.private(render_plan.listed(audience.pen, plans, about, audience.learner.id))

    async def remind(self, audience: Audience, *, on: bool) -> None:
        """Remind the learner of a plan, or no more."""
        plan = await self._here(audience)
        plan = await audience.host.play.studies.remind(plan.id, audience.learner, on=on)
        await audience.reply.private(render_plan.reminding(audience.pen, plan, on))

    async def ask_back(self, audience: Audience) -> None:
        """Ask whether a plan is really to be cancelled; its host may, and whoever may manage the server."""
        plan = await self._here(audience)
        if plan.cancelled is not None or plan.study_id is not None:
            raise NoPlanError
        if plan.host.id != audience.learner.id and not audience.interaction.permissions.manage_guild:
            raise NotHostError
        await audience.reply.private(render_plan.sure_to_cancel(audience.pen, plan, self._about(plan)))

    async def keep(self, audience: Audience) -> None:
        """Cancel nothing."""
        plan = await self._here(audience)
        await audience.reply.update(
            render_plan.listed(audience.pen, (plan,), (self._about(plan),), audience.learner.id)
        )

    async def cancel(self, audience: Audience) -> None:
        """Cancel a plan, and its event."""
        plan = await self._here(audience)
        trusted = audience.interaction.permissions.manage_guild
        plan = await audience.host.play.studies.cancel_plan(audience.learner, plan.id, trusted=trusted)
        await withdraw(self._client, plan)
        await audience.reply.update(render_plan.back(audience.pen, word(audience.pen, "plan.cancelled")))

    async def give_up(self, plan: Plan) -> None:
        """Take down a plan that could not be opened, and tell its host."""
        await withdraw(self._client, plan)
        about = subjects_of(self._host, plan.settings)
        await self._write(plan, plan.host.id, render_plan.given_up(self._host.pen(plan.language), plan, about))

    async def call(self) -> None:
        """Say one word in private to whoever asked to be reminded; who cannot be reached is told when next seen."""
        for reminder in await self._host.play.studies.reminders_due(self._host.clock()):
            if not await self._reach(reminder):
                learner = Learner(reminder.learner_id, reminder.language)
                await self._host.play.studies.not_reminded(reminder.plan.id, learner)

    async def _reach(self, reminder: Reminder) -> bool:
        pen = self._host.pen(reminder.language)
        screen = render_plan.reminder(pen, reminder.plan, subjects_of(self._host, reminder.plan.settings))
        return await self._write(reminder.plan, reminder.learner_id, screen)

    async def _write(self, plan: Plan, learner: int, screen: Screen) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(learner))
            await channel.send(view=view(screen), allowed_mentions=SILENT)
        except FAILURES as failure:
            log.info("plan %s: someone could not be told in private: %s", plan.id, failure)
            return False
        return True

    def _about(self, plan: Plan) -> tuple[Say, ...]:
        return subjects_of(self._host, plan.settings)

    async def _here(self, audience: Audience) -> Plan:
        """Return the plan that was touched; NoPlanError if it is none of this server's."""
        plan = await audience.host.play.studies.find_plan(audience.number(0))
        if plan.place.guild != audience.place.guild and audience.place.guild is not None:
            raise NoPlanError
        return plan


async def clock_here(audience: Audience) -> str | None:
    """Return the zone by whose clock a time is meant: the server's, or the learner's own; None = UTC."""
    choices = await audience.host.play.desk.choices(audience.place.guild or 0)
    return choices.zone or (await audience.host.play.reminders.wish(audience.learner)).zone


class PlanCommands(commands.Cog):
    """The commands of plans; part of the group that takes them in."""

    _host: Host
    _plans: StudyPlans

    @app_commands.command(name=named(f"{SCHEDULE}.name"), description=named(f"{SCHEDULE}.description"))
    @app_commands.rename(
        when=named(f"{SCHEDULE}.when.name"),
        about=named("command.study.start.about.name"),
        rounds=named("command.study.start.rounds.name"),
        pace=named("command.study.start.pace.name"),
        peer=named("command.study.start.peer.name"),
    )
    @app_commands.describe(
        when=named(f"{SCHEDULE}.when.description"),
        about=named("command.study.start.about.description"),
        rounds=named("command.study.start.rounds.description"),
        pace=named("command.study.start.pace.description"),
        peer=named("command.study.start.peer.description"),
    )
    @app_commands.choices(pace=[Choice(name=named(f"pace.{pace}"), value=pace) for pace in PACES])
    async def schedule(
        self,
        interaction: discord.Interaction[Any],
        when: str,
        about: str,
        rounds: app_commands.Range[int, 1, 20] = 5,
        pace: Pace = "everyone",
        peer: bool = False,
    ) -> None:
        """Plan a session."""

        async def plan_it(audience: Audience) -> None:
            subjects = audience.host.play.studies.subjects(about)
            await self._plans.schedule(audience, when, Settings(subjects, rounds, pace, peer))

        await hold(self._host, interaction, "public", told(plan_it))

    @schedule.autocomplete("about")
    async def suggest_for_plan(self, interaction: discord.Interaction[Any], text: str) -> list[Choice[str]]:
        """Offer halls and skills while they are typed."""
        return suggested(self._host, interaction, text)

    @app_commands.command(name=named("command.study.plans.name"), description=named("command.study.plans.description"))
    async def plans(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is planned."""
        await hold(self._host, interaction, "private", told(self._plans.plans))
