"""Moments as they are typed: figures and words, either language, by a clock that is not the bot's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.desk.moments import moment

ZONE = "Asia/Shanghai"
NOON = datetime(2026, 12, 2, 4, tzinfo=UTC)  # there a Wednesday, 12:00


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-12-05 20:00", "2026-12-05 20:00"),
        ("2026/12/5 8:30", "2026-12-05 08:30"),
        ("2026-12-05T20:00", "2026-12-05 20:00"),
        ("2026年12月5日20:00", "2026-12-05 20:00"),
        ("2026年12月5日 晚上8点", "2026-12-05 20:00"),
        ("明天 20:00", "2026-12-03 20:00"),
        ("明天20：00", "2026-12-03 20:00"),
        ("明晚8点半", "2026-12-03 20:30"),
        ("今晚8点", "2026-12-02 20:00"),
        ("后天 上午9点", "2026-12-04 09:00"),
        ("周五 20:00", "2026-12-04 20:00"),
        ("星期三 11:00", "2026-12-09 11:00"),
        ("星期三 13:00", "2026-12-02 13:00"),
        ("tomorrow 20:00", "2026-12-03 20:00"),
        ("Tomorrow at 8 pm", "2026-12-03 20:00"),
        ("tonight 9:15", "2026-12-02 21:15"),
        ("day after tomorrow, 9 am", "2026-12-04 09:00"),
        ("Friday 20:00", "2026-12-04 20:00"),
        ("fri 8pm", "2026-12-04 20:00"),
        ("20:00", "2026-12-02 20:00"),
        ("11:00", "2026-12-03 11:00"),
        ("3h", "2026-12-02 15:00"),
        ("2d", "2026-12-04 12:00"),
    ],
)
def test_a_moment_is_read_by_the_clock_of_the_place(text: str, meant: str) -> None:
    assert moment(text, ZONE, NOON, hour=None) == datetime.fromisoformat(meant).replace(tzinfo=ZoneInfo(ZONE))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "8",
        "明天 8",
        "2026-13-05 20:00",
        "tomorrow 25:00",
        "tonight 12:00",
        "am 8 pm",
        "20:00 maybe",
        "中午",
    ],
)
def test_what_names_no_moment_or_may_name_two_is_asked_back(text: str) -> None:
    with pytest.raises(DeskRefusalError) as refused:
        moment(text, ZONE, NOON)
    assert refused.value.say.key == "refusal.no_moment"


@pytest.mark.parametrize("text", ["2026-12-05", "明天", "Friday"])
def test_a_day_without_an_hour_is_its_end_unless_there_must_be_one(text: str) -> None:
    assert moment(text, ZONE, NOON).astimezone(ZoneInfo(ZONE)).time().isoformat() == "23:59:00"
    with pytest.raises(DeskRefusalError):
        moment(text, ZONE, NOON, hour=None)


@pytest.mark.parametrize("text", ["2026-12-01 20:00", "today 11:00", "2036-01-01 08:00", "999d"])
def test_what_is_past_or_too_far_is_told_apart_from_what_cannot_be_read(text: str) -> None:
    with pytest.raises(DeskRefusalError) as refused:
        moment(text, ZONE, NOON)
    assert refused.value.say.key == "refusal.moment_out_of_reach"


@given(st.integers(24 * 60, 700 * 24 * 60), st.sampled_from(["Asia/Shanghai", "UTC", None]))
def test_a_written_moment_is_read_back_as_it_was_written(minutes: int, zone: str | None) -> None:
    local = (NOON + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone or "UTC"))
    assert moment(f"{local:%Y-%m-%d %H:%M}", zone, NOON) == local


@given(st.text(max_size=30))
def test_any_text_is_a_moment_ahead_or_refused(text: str) -> None:
    try:
        at = moment(text, ZONE, NOON)
    except DeskRefusalError:
        return
    assert timedelta() < at - NOON
