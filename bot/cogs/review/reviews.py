"""Every touch of a review and of its reminders: ask the game, and show what it says."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.frame.audience import Audience, OlderError, hold
from bot.cogs.frame.budget import OPTION
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.escape import cut
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.render_notice import explained
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, row
from bot.cogs.frame.words import named
from bot.cogs.review.render_review import (
    CITIES,
    HOURS,
    button,
    place,
    reminder_screen,
    reminders_screen,
    review_screen,
    say,
    sheet_title,
    slow,
)
from bot.play.review.reminders import Reminder, Wish, zones
from bot.play.review.review import BOOK, Review, ReviewMovedError
from quizbank.lines import LANGUAGES

REVIEW: Final = "command.elder.review"
REMINDERS: Final = "command.elder.reminders"
REMINDING: Final = timedelta(minutes=1)
CHOICES: Final = 25  # that Discord shows

log = logging.getLogger(__name__)


class ReviewCommands(commands.Cog):
    """The commands of review; part of the group that takes them in."""

    _host: Host

    @app_commands.command(name=named(f"{REVIEW}.name"), description=named(f"{REVIEW}.description"))
    async def review(self, interaction: discord.Interaction[Any]) -> None:
        """Begin or go on with the review of what is due."""
        await hold(self._host, interaction, "private", sit)

    @app_commands.command(name=named(f"{REMINDERS}.name"), description=named(f"{REMINDERS}.description"))
    @app_commands.rename(hour=named(f"{REMINDERS}.hour.name"), zone=named(f"{REMINDERS}.zone.name"))
    @app_commands.describe(hour=named(f"{REMINDERS}.hour.description"), zone=named(f"{REMINDERS}.zone.description"))
    async def reminders(
        self,
        interaction: discord.Interaction[Any],
        hour: app_commands.Range[int, 0, 23] | None = None,
        zone: str | None = None,
    ) -> None:
        """Show when the learner is reminded, or choose the hour, or by whose clock."""
        await hold(self._host, interaction, "private", partial(choose, hour=hour, zone=zone))

    @reminders.autocomplete("zone")
    async def zones(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer the zones whose name, or a city of theirs in either language, holds what was typed; all in memory."""
        pen = self._host.pen(self._host.language(interaction))
        return [Choice(name=cut(place(pen, zone), OPTION), value=zone) for zone in found(pen, typed)[:CHOICES]]


class Reviews:
    """The touches of review, and the chore that reminds of it."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("review", "private", sit),
            Route("reviewask", "private", ask),
            Route("reviewsaid", "update", said),
            Route("reviewread", "update", read),
            Route("reviewtip", "private", tip),
            Route("reminders", "private", show_reminders),
            Route("remindat", "update", choose_hour),
            Route("remindzone", "update", choose_zone),
            Route("remindstop", "private", stop),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is done by the clock."""
        return (Chore("reminders", REMINDING, self.remind, alone=True),)

    async def remind(self) -> None:
        """Send the reminders that are due."""
        for reminder in await self._host.play.reminders.due():
            await self._send(reminder)

    async def _send(self, reminder: Reminder) -> None:
        """Send one; who takes no messages is counted, any other failure is Discord's and passes."""
        pen = self._host.pen(reminder.learner.language)
        try:
            channel = await self._client.create_dm(discord.Object(reminder.learner.id))
            await channel.send(view=view(reminder_screen(pen, reminder)), allowed_mentions=SILENT)
        except discord.Forbidden as refusal:
            log.info("a reminder was not taken: %s", refusal)
            await self._host.play.reminders.failed(reminder)
        except (discord.DiscordException, OSError) as failure:
            log.warning("a reminder could not be sent: %s", failure)
        else:
            await self._host.play.reminders.reached(reminder)


async def sit(audience: Audience) -> None:
    """Begin or go on with the review of what is due, in a message of its own."""
    await audience.reply.private(review_screen(audience.pen, await audience.host.play.reviews.sit(audience.learner)))


async def ask(audience: Audience) -> None:
    """Open the sheet for the question that waits, or show which one does by now."""
    try:
        asked = await audience.host.play.reviews.asked(audience.number(0), audience.learner)
    except ReviewMovedError as moved:
        await audience.reply.private(moved_on(audience, moved))
        return
    touch = Touch("reviewsaid", (asked.id, audience.interaction.id))
    await audience.reply.modal(
        sheet(audience.pen, touch, asked, sheet_title(audience.pen, asked)), otherwise=slow(audience.pen, asked)
    )


async def said(audience: Audience) -> None:
    """Send in what was written, and show what became of it and what is asked next."""
    number, interaction = audience.number(0), audience.interaction
    await show(
        audience,
        audience.host.play.reviews.answer(
            number, audience.learner, audience.written, interaction=interaction.id, at=audience.host.clock()
        ),
    )


async def read(audience: Audience) -> None:
    """Take a text in the way its writer meant it."""
    answer, which, interaction = audience.number(0), audience.number(1), audience.interaction
    await show(
        audience,
        audience.host.play.reviews.choose_reading(answer, which, audience.learner, interaction=interaction.id),
    )


async def tip(audience: Audience) -> None:
    """Give the hint of the question that waits."""
    try:
        hint = await audience.host.play.reviews.hint(audience.number(0), audience.learner)
    except ReviewMovedError as moved:
        await audience.reply.private(moved_on(audience, moved))
        return
    on = button(audience.pen, "answer", "reviewask", audience.number(0), style="first")
    await audience.reply.private(explained(audience.pen, "verdict.hint", (hint,), on))


async def show(audience: Audience, outcome: Awaitable[Review]) -> None:
    """Put a review in the place of the message that was touched."""
    try:
        await audience.reply.update(review_screen(audience.pen, await outcome))
    except ReviewMovedError as moved:
        await audience.reply.update(moved_on(audience, moved))


def moved_on(audience: Audience, moved: ReviewMovedError) -> Screen:
    """Return where the review stands, and that the question touched is answered."""
    return review_screen(audience.pen, moved.review, audience.pen.line(moved.say))


async def show_reminders(audience: Audience) -> None:
    """Show when the learner is reminded."""
    await audience.reply.private(wished(audience, await audience.host.play.reminders.wish(audience.learner)))


async def choose(audience: Audience, hour: int | None, zone: str | None) -> None:
    """Remember the hour or the zone that was named, and show what holds from now on."""
    if hour is None and zone is None:
        await show_reminders(audience)
        return
    called = None if zone is None else zone_called(audience.pen, zone)
    wish = await audience.host.play.reminders.ask(audience.learner, hour=hour, zone=called)
    await audience.reply.private(wished(audience, wish))


async def choose_hour(audience: Audience) -> None:
    """Remember the hour that was picked."""
    if audience.picked not in map(str, range(HOURS)):
        raise OlderError(str(audience.touch))
    wish = await audience.host.play.reminders.ask(audience.learner, hour=int(audience.picked))
    await audience.reply.update(wished(audience, wish))


async def choose_zone(audience: Audience) -> None:
    """Remember the zone that was picked."""
    wish = await audience.host.play.reminders.ask(audience.learner, zone=audience.picked)
    await audience.reply.update(wished(audience, wish))


async def stop(audience: Audience) -> None:
    """Remind the learner no more."""
    await audience.host.play.reminders.stop(audience.learner)
    ways = (button(audience.pen, "back", "review"), button(audience.pen, "reminders", "reminders"))
    await audience.reply.private(Screen((*paragraphs(say(audience.pen, "reminders.stopped")), *row(*ways))))


def wished(audience: Audience, wish: Wish) -> Screen:
    """Return what a learner has asked for."""
    return reminders_screen(audience.pen, wish, audience.host.play.reminders.local(wish.zone))


def found(pen: Pen, typed: str) -> list[str]:
    """Return the zones that a text is part of, by a city of theirs or by their name; those with a city first."""
    wanted = typed.strip().casefold()
    cities = [zone for zone, names in cities_of(pen).items() if any(wanted in name for name in names)]
    return list(dict.fromkeys((*cities, *(zone for zone in sorted(zones()) if wanted in spoken(zone)))))


def zone_called(pen: Pen, name: str) -> str:
    """Return the zone of that name, or of a city of that name; what is none is returned as it came."""
    wanted = name.strip().casefold()
    by_city = (zone for zone, names in cities_of(pen).items() if wanted in names)
    return next(by_city, next((zone for zone in zones() if wanted in (zone.casefold(), spoken(zone))), name))


def cities_of(pen: Pen) -> dict[str, tuple[str, ...]]:
    """Return the cities named in either language, by zone."""
    book = pen.voice.book(BOOK)
    keys = [key for key in book.keys if key.startswith(CITIES)]
    return {
        key.removeprefix(CITIES): tuple(name.casefold() for each in LANGUAGES for name in book.spelled(key, each))
        for key in keys
    }


def spoken(zone: str) -> str:
    """Return a zone's name as one would type it."""
    return zone.replace("_", " ").casefold()
