"""Reminders: for who asked, at their own hour, once a day, whoever looks how often; and never for nothing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.play import Play
from bot.play.review.reminders import FAILURES, NoZoneError
from bot.play.scene import Learner
from bot.store.store import Store
from engine.rules.day import day_of
from tests.databases import opened as database
from tests.databases import sqlite_url
from tests.play.a_life import Calendar, opened
from tests.play.stage import ZH, send, trapped

pytestmark = pytest.mark.review

HOUR = timedelta(hours=1)
ZONES = (
    "Asia/Shanghai",
    "America/New_York",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Europe/Berlin",
    "Asia/Kolkata",
)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def play(store: Store, calendar: Calendar) -> Play:
    return opened(store, calendar)


async def slip(play: Play, learner: Learner = ZH) -> None:
    await play.meet(learner.id, name=learner.name)
    scene = await play.fight(learner)
    await send(play, scene, trapped(scene.asked), learner=learner)


async def told(play: Play) -> list[int]:
    return [each.learner.id for each in await play.reminders.due()]


async def test_nobody_is_reminded_who_did_not_ask_or_has_nothing_due(play: Play, calendar: Calendar) -> None:
    await slip(play)
    other = Learner(9, "en")
    await play.meet(other.id)
    await play.reminders.ask(other, hour=0)
    calendar.now += timedelta(days=3)

    assert await told(play) == []


async def test_an_hour_that_is_past_today_is_meant_from_tomorrow_on(play: Play, calendar: Calendar) -> None:
    await slip(play)
    calendar.now += timedelta(days=1)
    await play.reminders.ask(ZH, hour=calendar.now.hour)
    today = await told(play)
    calendar.now += timedelta(days=1)

    assert (today, await told(play)) == ([], [ZH.id])


async def test_one_reminder_a_day_however_many_processes_look(play: Play, store: Store, calendar: Calendar) -> None:
    await slip(play)
    await play.reminders.ask(ZH, hour=0)
    calendar.now += timedelta(days=1)
    found = await asyncio.gather(*(told(opened(store, calendar, seed)) for seed in range(4)))

    assert sorted(id for each in found for id in each) == [ZH.id]


async def test_it_speaks_the_language_it_was_asked_in_and_counts_what_is_due(play: Play, calendar: Calendar) -> None:
    await slip(play)
    await play.reminders.ask(ZH, hour=0)
    calendar.now += timedelta(days=1)
    (reminder,) = await play.reminders.due()

    assert (reminder.learner.language, reminder.due) == ("zh-CN", 1)


async def test_three_that_fail_in_a_row_are_the_last_and_one_that_arrives_begins_anew(
    play: Play, calendar: Calendar
) -> None:
    await slip(play)
    await play.reminders.ask(ZH, hour=0)
    tried = []
    for arrives in (False, False, True, *(False,) * (FAILURES + 2)):
        calendar.now += timedelta(days=1)
        for reminder in await play.reminders.due():
            tried.append(arrives)
            await (play.reminders.reached if arrives else play.reminders.failed)(reminder)
    wish = await play.reminders.wish(ZH)
    await play.reminders.ask(ZH, hour=7)

    assert tried == [False, False, True, *(False,) * FAILURES]
    assert (wish.hour, wish.given_up) == (None, True)
    assert (await play.meet(ZH.id)).news is False
    assert (await play.reminders.wish(ZH)).given_up is False


async def test_who_stops_is_reminded_no_more_and_keeps_the_zone(play: Play, calendar: Calendar) -> None:
    await slip(play)
    await play.reminders.ask(ZH, hour=0, zone="Asia/Shanghai")
    await play.reminders.stop(ZH)
    calendar.now += timedelta(days=2)
    wish = await play.reminders.wish(ZH)

    assert await told(play) == []
    assert (wish.hour, wish.zone, wish.given_up) == (None, "Asia/Shanghai", False)


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "Asia", "x" * 70, "\0"])
async def test_a_zone_there_is_not_changes_nothing(play: Play, zone: str) -> None:
    await play.meet(ZH.id)
    with pytest.raises(NoZoneError):
        await play.reminders.ask(ZH, zone=zone)

    assert (await play.reminders.wish(ZH)).zone is None


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    hour=st.integers(0, 23),
    moves=st.lists(st.tuples(st.integers(1, 30), st.sampled_from((None, *ZONES))), min_size=1, max_size=12),
)
async def test_through_any_journey_there_is_one_reminder_at_most_in_a_day_and_none_before_its_hour(
    tmp_path_factory: pytest.TempPathFactory, hour: int, moves: list[tuple[int, str | None]]
) -> None:
    calendar = Calendar()
    async with database(sqlite_url(tmp_path_factory.mktemp("journey"))) as store:
        play = opened(store, calendar)
        await slip(play)
        await play.reminders.ask(ZH, hour=hour)
        zone, seen = None, set()
        for hours, moved in moves:
            calendar.now += hours * HOUR
            if moved is not None:
                zone = (await play.reminders.ask(ZH, zone=moved)).zone
            if await told(play):
                at = play.reminders.local(zone)
                assert at.hour >= hour
                assert (zone, day_of(calendar.now, zone)) not in seen
                seen.add((zone, day_of(calendar.now, zone)))


async def test_a_streak_outlives_a_journey(play: Play, calendar: Calendar) -> None:
    calendar.now = datetime(2026, 3, 2, 0, 10, tzinfo=UTC)
    await slip(play)
    calendar.now = datetime(2026, 3, 4, 23, 50, tzinfo=UTC)
    before = (await play.reviews.sit(ZH)).streak
    for zone in ZONES:
        await play.reminders.ask(ZH, zone=zone)
        assert (await play.reviews.sit(ZH)).streak.days >= before.days
