"""What a day is: the one definition that boards, streaks and reminders share. A day is counted from 0001-01-01.

A day belongs to a clock on a wall somewhere: an IANA zone, or UTC where none is named or the name is no longer known.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from typing import Final, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Span = Literal["week", "month"]  # what begins again by the calendar
SPANS: Final[tuple[Span, ...]] = get_args(Span)


def clock_of(zone: str | None) -> tzinfo:
    """Return the clock of a zone by its IANA name."""
    try:
        return UTC if zone is None else ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # never heard of, no name at all, a folder of names
        return UTC


def day_of(at: datetime, zone: str | None) -> int:
    """Return the day on which a moment falls by the clock of a zone.

    >>> evening = datetime(2026, 11, 30, 17, tzinfo=UTC)
    >>> day_of(evening, "Asia/Shanghai") - day_of(evening, None)
    1
    """
    return at.astimezone(clock_of(zone)).toordinal()


def begins(day: int, zone: str | None) -> datetime:
    """Return the moment, in UTC, at which a day begins by the clock of a zone."""
    return datetime.combine(date.fromordinal(day), time.min, clock_of(zone)).astimezone(UTC)


def name_of(span: Span, day: int) -> str:
    """Return the name of the week or month that holds a day: "2026-W49", "2026-12".

    >>> name_of("week", date(2027, 1, 1).toordinal())
    '2026-W53'
    """
    on = date.fromordinal(day)
    if span == "month":
        return f"{on.year:04}-{on.month:02}"
    year, week, _ = on.isocalendar()
    return f"{year:04}-W{week:02}"


def following(span: Span, day: int) -> int:
    """Return the first day after the week or month that holds a day."""
    on = date.fromordinal(day)
    if span == "week":
        return day + 8 - on.isoweekday()
    return date(on.year + on.month // 12, on.month % 12 + 1, 1).toordinal()


def resets(span: Span, at: datetime, zone: str | None) -> datetime:
    """Return the moment at which the running week or month gives way to the next by the clock of a zone."""
    return begins(following(span, day_of(at, zone)), zone)
