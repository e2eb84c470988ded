"""A day has one definition, in every zone, through every leap and every clock that is set forward or back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.day import SPANS, Span, begins, clock_of, day_of, following, name_of, resets

pytestmark = pytest.mark.board

ZONES = st.sampled_from([None, *sorted(available_timezones())])
FAR = timedelta(days=35 * 365)
MOMENTS = st.timedeltas(-FAR, FAR).map(lambda away: datetime(2025, 1, 1, tzinfo=UTC) + away)
DAYS = st.integers(date(1990, 1, 1).toordinal(), date(2060, 1, 1).toordinal())


@given(MOMENTS, ZONES)
def test_a_moment_lies_between_the_beginnings_of_its_day_and_of_the_next(at: datetime, zone: str | None) -> None:
    day = day_of(at, zone)

    assert begins(day, zone) <= at < begins(day + 1, zone)


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=400)), ZONES)
def test_days_never_run_backwards(at: datetime, later: timedelta, zone: str | None) -> None:
    assert day_of(at, zone) <= day_of(at + later, zone)


@given(MOMENTS, ZONES)
def test_no_zone_is_further_than_a_day_from_utc(at: datetime, zone: str | None) -> None:
    assert abs(day_of(at, zone) - day_of(at, None)) <= 1


@pytest.mark.parametrize("zone", ["Mars/Olympus_Mons", "", "../../etc/passwd", "Europe", "\0"])
def test_a_zone_nobody_knows_is_utc(zone: str) -> None:
    assert clock_of(zone) is UTC


@given(DAYS, st.sampled_from(SPANS))
def test_a_week_and_a_month_end_where_their_name_changes(day: int, span: Span) -> None:
    end = following(span, day)

    assert name_of(span, end) != name_of(span, day)
    assert {name_of(span, each) for each in range(day, end)} == {name_of(span, day)}


@given(MOMENTS, ZONES, st.sampled_from(SPANS))
def test_what_resets_resets_later_and_on_another_day(at: datetime, zone: str | None, span: Span) -> None:
    moment = resets(span, at, zone)

    assert moment > at
    assert day_of(moment, zone) > day_of(at, zone)
    assert name_of(span, day_of(moment - timedelta(microseconds=1), zone)) == name_of(span, day_of(at, zone))
