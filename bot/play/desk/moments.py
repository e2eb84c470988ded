"""A moment as it is typed, by a clock: a day and an hour, in figures or in words, or so long from now."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.folders import LINES
from bot.play.desk.desk_refusals import DeskRefusalError
from engine.rules.day import clock_of
from quizbank.lines import LANGUAGES, Lines

# 2026-12-24, 2026/12/24, or with the three Chinese signs for year, month and day; and what follows it.
WRITTEN = re.compile(r"(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})(?:\u65e5|t(?=\d)|(?!\d))(.*)")
HOUR = re.compile(r"(\d{1,2})(?::(\d{2}))?(.*)")
FROM_NOW = re.compile(r"\+?\s*(\d{1,4})\s*([dh])")
LAST = time(23, 59)  # the hour of a day that was given without one
FARTHEST = timedelta(days=800)
DAYS = ("today", "tomorrow", "overmorrow")  # by how many days ahead they lie
WEEK, NOON = 7, 12


class Day(NamedTuple):
    """The day a text begins with, and what it says after it."""

    date: date
    rest: str
    every: int = 0  # days until it comes again, should its hour be past; 0: it does not
    evening: bool = False


def moment(text: str, zone: str | None, now: datetime, *, hour: time | None = LAST) -> datetime:
    """Return the moment a text names; `hour` is that of a day given without one, None if there must be one.

    Raises DeskRefusalError for a text that names none, or one that is past or too far.
    """
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    at = from_now(plain, now) or named(plain, now.astimezone(clock_of(zone)), hour)
    if at is None:
        raise DeskRefusalError("no_moment")
    if not now < at <= now + FARTHEST:
        raise DeskRefusalError("moment_out_of_reach")
    return at.astimezone(now.tzinfo)


def from_now(text: str, now: datetime) -> datetime | None:
    """Return so many days or hours from now; None if the text does not say so."""
    found = FROM_NOW.fullmatch(text)
    if found is None:
        return None
    count = int(found[1])
    return now + (timedelta(hours=count) if found[2] == "h" else timedelta(days=count))


def named(text: str, now: datetime, default: time | None) -> datetime | None:
    """Return a day and its hour by the clock of `now`, or an hour when it next comes; None for anything else."""
    day = day_of(text, now.date())
    if day is None:
        return None
    hour = hour_of(day.rest, evening=day.evening) if day.rest else default
    if hour is None:
        return None
    at = datetime.combine(day.date, hour, now.tzinfo)
    return at if at > now or not day.every else datetime.combine(day.date + timedelta(day.every), hour, now.tzinfo)


def day_of(text: str, today: date) -> Day | None:
    """Return the day a text begins with; today, and again tomorrow, if with none; None if with one there is not."""
    written = WRITTEN.fullmatch(text)
    if written is not None:
        try:
            return Day(date(int(written[1]), int(written[2]), int(written[3])), trimmed(written[4]))
        except ValueError:
            return None
    for ahead, name in enumerate(DAYS):
        for key in (f"evening.{name}", f"day.{name}"):
            rest = after(text, key)
            if rest is not None:
                return Day(today + timedelta(ahead), rest, evening=key.startswith("evening"))
    for weekday in range(WEEK):
        rest = after(text, f"weekday.{weekday}")
        if rest is not None:
            return Day(today + timedelta((weekday - today.weekday()) % WEEK), rest, every=WEEK)
    return Day(today, text, every=1) if text else None


def hour_of(text: str, *, evening: bool) -> time | None:
    """Return an hour of the day; None if the text is none, or may be either of two."""
    rest, told = text, {"evening"} if evening else set()
    for half in ("morning", "evening"):
        if (later := after(rest, f"hour.{half}")) is not None:
            rest, told = later, told | {half}
    found = HOUR.fullmatch(rest)
    if found is None:
        return None
    hour, minute, rest = int(found[1]), int(found[2] or 0), found[3].strip()
    clear = found[2] is not None or bool(told)
    for key, minutes in (("half", 30), ("sharp", 0), ("morning", 0), ("evening", 0)):
        if (later := after(rest, f"hour.{key}")) is not None:
            rest, minute, clear = later, minute + minutes, True
            told |= {key} & {"morning", "evening"}
    if rest or not clear or (told and hour == NOON) or len(told) > 1:
        return None
    try:
        return time(hour + NOON if "evening" in told and hour < NOON else hour, minute)
    except ValueError:
        return None


def after(text: str, key: str) -> str | None:
    """Return what follows a word at the beginning of a text; None if the text does not begin with it."""
    word = next((each for each in spellings(key) if text.startswith(each)), None)
    return None if word is None else trimmed(text.removeprefix(word))


def trimmed(text: str) -> str:
    """Return a text without what only leads over to an hour."""
    text = text.strip()
    for word in spellings("at"):
        text = text.removeprefix(word).strip()
    return text


@cache
def spellings(key: str) -> Sequence[str]:
    """Return how something may be spelled in either language, the longest first."""
    book = vocabulary()
    return sorted({each for language in LANGUAGES for each in book.spelled(key, language)}, key=len, reverse=True)


@cache
def vocabulary() -> Lines:
    """Return the words for days and hours."""
    return Lines.load(LINES, "moment")


def known_zone(name: str) -> str:
    """Return a zone's own name; raises DeskRefusalError for one there is not."""
    try:
        return ZoneInfo(name.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DeskRefusalError("no_zone", name=name[:40]) from None
