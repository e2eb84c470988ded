"""Streaks: one missed day is forgiven, two are not; and no clock ever takes a streak away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.day import day_of
from engine.rules.streak import Streak, Told, streak

pytestmark = pytest.mark.review

ZONES = ("Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin")
START = datetime(2026, 3, 1, tzinfo=UTC)
zones = st.lists(st.sampled_from(ZONES), min_size=1, max_size=3, unique=True)
hours = st.lists(st.integers(0, 24 * 60), max_size=30).map(sorted)


def told(hour: int, clocks: Sequence[str]) -> Told:
    return tuple(day_of(START + timedelta(hours=hour), zone) for zone in clocks)


def days(*numbers: int, today: int) -> Streak:
    return streak([(number,) for number in numbers], (today,))


def test_days_in_a_row_are_counted_once_each() -> None:
    assert days(1, 1, 2, 3, 3, today=3) == Streak(3, True, 3)


@pytest.mark.parametrize(("numbers", "left"), [((1, 2, 4, 6), 4), ((1, 2, 5), 1), ((1, 4, 5, 7), 3)])
def test_one_missed_day_is_forgiven_and_two_in_a_row_are_not(numbers: tuple[int, ...], left: int) -> None:
    assert days(*numbers, today=numbers[-1]).days == left


@pytest.mark.parametrize(("today", "left"), [(9, 3), (10, 3), (11, 3), (12, 0)])
def test_a_streak_waits_for_today_and_for_one_day_more(today: int, left: int) -> None:
    assert days(7, 8, 9, today=today) == Streak(left, today == 9, 3)


def test_nothing_done_is_no_streak() -> None:
    assert days(today=5) == Streak(0, False, 0)


@given(hours, st.integers(0, 40 * 24), zones)
def test_by_one_clock_a_streak_is_what_its_days_say(worked: list[int], later: int, clocks: list[str]) -> None:
    clock, now = clocks[:1], (worked[-1] if worked else 0) + later
    on = sorted({told(hour, clock)[0] for hour in worked})
    gaps = [then - before for before, then in pairwise((*on, told(now, clock)[0]))]
    kept = next((number for number, gap in enumerate(reversed(gaps)) if gap > 2), len(on))

    assert streak((told(hour, clock) for hour in worked), told(now, clock)).days == kept


@given(hours, st.integers(0, 72), zones, st.sampled_from(ZONES))
def test_another_clock_never_takes_a_streak_away(worked: list[int], later: int, clocks: list[str], moved: str) -> None:
    now = (worked[-1] if worked else 0) + later
    stayed = streak((told(hour, clocks) for hour in worked), told(now, clocks))
    both = [moved, *(zone for zone in clocks if zone != moved)]
    went = streak((told(hour, both) for hour in worked), told(now, both))

    assert went.days >= stayed.days
    assert went.best >= stayed.best
