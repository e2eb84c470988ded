"""Touches of work that is set: put up by a teacher, taken and answered by learners, each in private, closed in time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.desk.desk_words import button, said
from bot.cogs.desk.render_work import (
    close_screen,
    heading,
    mine_screen,
    placard,
    sitting_screen,
    verdict,
    work_screen,
    works_screen,
)
from bot.cogs.desk.teachers import for_learners, for_teachers
from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.pen import unmarked
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.frame.showing import Sight
from bot.cogs.frame.words import named
from bot.cogs.wall.answers import missing_permissions
from bot.play.desk.classes import Choices, Sitting, Told
from bot.play.scene import Place, Sent

SORT: Final = "work"  # of its placards
OFTEN: Final = timedelta(seconds=20)  # between two looks at what has fallen due
WORK: Final = "command.elder.work"

log = logging.getLogger(__name__)


class WorkPlacard:
    """The public message of some work."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def placed(self, id: int) -> Place | None:
        """Return where it stands."""
        work = await self._host.play.desk.placard(id)
        return None if work is None else work.place

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and what it shows now."""
        work = await self._host.play.desk.placard(id)
        if work is None:
            return None
        return Sight(work.place, placard(self._host.pen(work.language), work, self._host.clock()))

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        await self._host.play.desk.moved(id, place)

    async def lost(self, id: int, failure: Exception) -> None:
        """Let it stand nowhere: the work goes on, and can be taken without its message."""
        log.info("work %s has lost its message: %s", id, failure)
        await self._host.play.desk.moved(id, Place())


class WorkCommands(commands.Cog):
    """The command by which a learner finds what is set; part of the group that takes it in."""

    _host: Host

    @app_commands.command(name=named(f"{WORK}.name"), description=named(f"{WORK}.description"))
    async def work(self, interaction: discord.Interaction[Any]) -> None:
        """Show the work that is open here."""
        await hold(self._host, interaction, "private", show_mine)


class Assignments:
    """The touches of work."""

    def __init__(self, host: Host, placards: Placards) -> None:
        self._host = host
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("worklist", "private", show_mine),
            Route("worktake", "private", for_learners(take)),
            Route("worktaken", "private", for_learners(take_picked)),
            Route("worksit", "update", for_learners(go_on)),
            Route("workask", "private", for_learners(ask)),
            Route("worksaid", "private", for_learners(self.answer)),
            Route("workread", "update", for_learners(self.read)),
            Route("deskworks", "update", for_teachers(partial(show_works, here=True))),
            Route("deskwork", "update", for_teachers(look)),
            Route("deskview", "update", for_teachers(view)),
            Route("deskclose", "update", for_teachers(self.close)),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done by the clock."""
        return (Chore("work", OFTEN, self.close_due),)

    async def close_due(self) -> None:
        """Close what has fallen due, and show it."""
        for id in await self._host.play.desk.close_due():
            await self._placards.renew(SORT, id)

    async def put_up(
        self,
        audience: Audience,
        choices: Choices,
        *,
        title: str,
        what: str,
        due: str | None,
        attempts: int,
        paper: int | None,
    ) -> None:
        """Set work, and put it up for all to see."""
        host = audience.host
        work = await host.play.desk.set_work(
            audience.learner, choices.guild, title, what, due=due, attempts=attempts, paper=paper
        )
        screen = placard(host.pen(work.language), work, host.clock())
        await self._placards.answer(audience, SORT, work.id, Sight(work.place, screen))
        if missing := missing_permissions(audience.visit):
            pen = audience.pen
            names = pen.word("error.between").join(pen.word(f"permission.{name}") for name in missing)
            ways = row(button(pen, "check", "deskcheck"), button(pen, "work", "desklist"))
            await audience.reply.private(Screen((Text(said(pen, "work.set", missing=names)), *ways)))

    async def answer(self, audience: Audience) -> None:
        """Send in what was written, and tell the writer alone what became of it."""
        sent = Sent(audience.written, audience.interaction.created_at, audience.interaction.id)
        desk, place = audience.host.play.desk, (audience.number(0), audience.number(1), audience.number(2))
        told = await desk.answer(audience.learner, *place, sent)
        await audience.reply.private(verdict(audience.pen, told))
        await self._follow(told)

    async def read(self, audience: Audience) -> None:
        """Take a text in the way its writer meant it."""
        sent = Sent("", audience.interaction.created_at, audience.interaction.id)
        desk = audience.host.play.desk
        told = await desk.choose_reading(audience.learner, audience.number(0), audience.number(1), sent)
        await audience.reply.update(verdict(audience.pen, told))
        await self._follow(told)

    async def close(self, audience: Audience, choices: Choices) -> None:
        """Ask whether some work is to be closed, then close it."""
        desk, id = audience.host.play.desk, audience.number(0)
        if not audience.number(1):
            work = await desk.work(id, choices.guild)
            await audience.reply.update(close_screen(audience.pen, work))
            return
        await desk.close(id, choices.guild)
        await show_work(audience, choices, id)
        await self._placards.renew(SORT, id)

    async def _follow(self, told: Told) -> None:
        """Show everyone that one more has handed in."""
        if told.sitting.asked is None:
            await self._placards.renew(SORT, told.sitting.work.id)


async def show_mine(audience: Audience) -> None:
    """Show the work that is open where the learner is."""
    guild = audience.place.guild
    works = () if guild is None else await audience.host.play.desk.works(guild, only_open=True)
    await audience.reply.private(mine_screen(audience.pen, works))


async def take(audience: Audience) -> None:
    """Take up the work of a button."""
    await sit_down(audience, audience.number(0))


async def take_picked(audience: Audience) -> None:
    """Take up the work that was picked."""
    await sit_down(audience, picked_id(audience))


async def sit_down(audience: Audience, work_id: int) -> None:
    """Begin a sitting, or go on with the open one."""
    at = audience.interaction.created_at
    sitting = await audience.host.play.desk.sit_down(audience.learner, work_id, audience.place.guild, at)
    await audience.reply.private(sitting_screen(audience.pen, sitting, audience.host.clock()))


async def go_on(audience: Audience) -> None:
    """Show what a sitting asks now, or how it ended."""
    await audience.reply.update(sitting_screen(audience.pen, await touched_sitting(audience), audience.host.clock()))


async def ask(audience: Audience) -> None:
    """Open the sheet for the open question."""
    sitting = await touched_sitting(audience)
    if sitting.asked is None or sitting.asked.turn != audience.number(1):
        await audience.reply.private(sitting_screen(audience.pen, sitting, audience.host.clock()))
        return
    pen, asked = audience.pen, sitting.asked
    touch = Touch("worksaid", (sitting.id, asked.turn, asked.attempt, audience.interaction.id))
    modal = sheet(pen, touch, asked, unmarked(heading(pen, sitting)))
    await audience.reply.modal(modal, otherwise=sitting_screen(pen, sitting, audience.host.clock()))


async def touched_sitting(audience: Audience) -> Sitting:
    """Return the learner's own sitting that a touch is about."""
    desk = audience.host.play.desk
    return await desk.sitting(audience.learner, audience.number(0), audience.interaction.created_at)


async def show_works(audience: Audience, choices: Choices, *, here: bool) -> None:
    """Show all work of a server, in the place of what was touched or in a message of its own."""
    works = await audience.host.play.desk.works(choices.guild)
    screen = works_screen(audience.pen, works, audience.host.clock())
    await (audience.reply.update(screen) if here else audience.reply.private(screen))


async def look(audience: Audience, choices: Choices) -> None:
    """Show what came of the work that was picked."""
    await show_work(audience, choices, picked_id(audience))


async def view(audience: Audience, choices: Choices) -> None:
    """Show what came of the work of a button."""
    await show_work(audience, choices, audience.number(0))


async def show_work(audience: Audience, choices: Choices, id: int) -> None:
    """Show what came of some work."""
    desk = audience.host.play.desk
    work = await desk.work(id, choices.guild)
    await audience.reply.update(work_screen(audience.pen, work, await desk.hand_ins(id), audience.host.clock()))


def picked_id(audience: Audience) -> int:
    """Return the id that was picked from a menu of work; OlderError if it is none."""
    return audience.id_of(audience.picked)
