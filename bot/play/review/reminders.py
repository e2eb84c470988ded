"""Reminders: for who asked, once a day, at an hour of their own clock, and only if something is due."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Final, NamedTuple, cast
from zoneinfo import available_timezones

from bot.play.house import House
from bot.play.refusals import RefusalError
from bot.play.review.review import BOOK
from bot.play.review.reviews import Reviews
from bot.play.scene import Language, Learner, Say
from bot.store import reminders
from bot.store.reminders import RemindedRow
from engine.rules.day import clock_of, day_of

FAILURES: Final = 3  # in a row; then messages are taken to be closed
AT_ONCE: Final = 20  # reminders sent at one turn of the clock, for Discord frowns on many at a time


class Wish(NamedTuple):
    """What a learner has asked for."""

    hour: int | None  # of their day; None = no reminders
    zone: str | None  # IANA; None = UTC
    given_up: bool  # no reminder could be delivered, and so there are none any more


class Reminder(NamedTuple):
    """One reminder to be sent now."""

    learner: Learner
    due: int  # skills


class NoZoneError(RefusalError):
    """There is no zone of that name."""

    def __init__(self) -> None:
        super().__init__("no_zone")
        self.say = Say(BOOK, "refusal.no_zone")


class Reminders:
    """The use cases of reminders."""

    def __init__(self, house: House, reviews: Reviews) -> None:
        self.house = house
        self._reviews = reviews

    async def wish(self, learner: Learner) -> Wish:
        """Return what a learner has asked for."""
        async with self.house.store.reading() as db:
            row = await reminders.times(db, learner.id)
        return Wish(row.hour, row.zone, row.hour is None and row.failures >= FAILURES)

    async def ask(self, learner: Learner, *, hour: int | None = None, zone: str | None = None) -> Wish:
        """Remember the hour at which a learner wants to be reminded, or the zone they live in; raises NoZoneError.

        An hour that is past today is meant from tomorrow on.
        """
        if zone is not None and zone not in zones():
            raise NoZoneError
        now = self.house.clock()
        async with self.house.store.writing() as db:
            if zone is not None:
                await reminders.live(db, learner.id, zone, now)
            row = await reminders.times(db, learner.id)
            wanted = row.hour if hour is None else hour
            if wanted is not None:
                today, passed = day_of(now, row.zone), now.astimezone(clock_of(row.zone)).hour >= wanted
                dealt_with = passed or row.reminded == today
                await reminders.ask(db, learner.id, wanted, today if dealt_with else today - 1, learner.language)
        return await self.wish(learner)

    async def stop(self, learner: Learner) -> None:
        """Remind a learner no more."""
        async with self.house.store.writing() as db:
            await reminders.stop(db, learner.id)

    async def due(self) -> tuple[Reminder, ...]:
        """Return the reminders to be sent now, each once a day however often, and by however many, this is asked."""
        now = self.house.clock()
        taken: list[RemindedRow] = []
        async with self.house.store.writing() as db:
            for zone in await reminders.zones(db):
                hour = now.astimezone(clock_of(zone)).hour
                taken += await reminders.claim(db, zone, day_of(now, zone), hour, AT_ONCE - len(taken))
        found = []
        for row in taken:
            learner = Learner(row.id, cast(Language, row.language), row.name, row.text_only)
            memory = await self._reviews.remember(row.id)
            if waiting := sum(map(memory.due, memory.cards)):
                found.append(Reminder(learner, waiting))
        return tuple(found)

    async def reached(self, reminder: Reminder) -> None:
        """Take note that a reminder was delivered."""
        async with self.house.store.writing() as db:
            await reminders.reached(db, reminder.learner.id)

    async def failed(self, reminder: Reminder) -> None:
        """Take note that one could not be delivered; after three in a row there are no more."""
        async with self.house.store.writing() as db:
            await reminders.failed(db, reminder.learner.id, FAILURES)

    def local(self, zone: str | None) -> datetime:
        """Return the time by the clock of a zone."""
        return self.house.clock().astimezone(clock_of(zone))


@cache
def zones() -> frozenset[str]:
    """Return every zone there is, by its IANA name."""
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")
