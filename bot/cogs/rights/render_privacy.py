"""A learner's record, for their eyes alone: what is kept, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Document, Row, Screen, Style, Text, row, small
from bot.folders import shipped
from bot.play.privacy import Shown
from bot.play.scene import Language, Say

BOOK: Final = "privacy"
NAME: Final = 60  # characters of a name that are shown
PAGES: Final[Mapping[Language, str]] = {"zh-CN": "privacy.zh-CN.md", "en": "privacy.md"}

# What is told of the record: a heading, and the tables whose rows are counted under it; the first is what is told.
TOLD: Final[Mapping[str, tuple[str, ...]]] = {
    "battles": ("battle",),
    "raids": ("raid_member", "raid"),
    "walks": ("walk", "progress"),
    "sessions": ("study_member", "study", "study_plan", "study_reminder"),
    "reviews": ("review",),
    "cards": ("card",),
    "sittings": ("sitting",),
    "questions": ("question", "hint"),
    "answers": ("answer", "correction"),
    "standings": ("score_day", "standing", "unscored"),
    "memberships": ("membership",),
    "reminders": ("reminder", "clock"),
    "desk": ("appeal", "assignment", "tiding"),
}


def say(pen: Pen, key: str, /, **values: int | str) -> str:
    """Return one of privacy's lines; foreign values must come escaped."""
    return pen.voice.say(Say(BOOK, key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button of privacy."""
    return Button(say(pen, f"button.{key}"), Touch(kind, arguments), style)


def privacy_screen(pen: Pen, shown: Shown, *lead: str) -> Screen:
    """Return what is kept of a learner."""
    person = shown.person
    if person is None:
        return Screen(
            (Text(say(pen, "say.nothing")), *row(button(pen, "page", "privacypage"), pen.button("court", "court")))
        )
    name = escape.line(person.name, NAME) or say(pen, "say.unnamed")
    hour = say(pen, "say.no_hour") if person.remind is None else say(pen, "say.hour", hour=f"{person.remind:02}:00")
    about = (
        say(pen, "say.who", name=name, when=f"<t:{int(person.met.timestamp())}:D>"),
        say(pen, "say.times", zone=person.zone or say(pen, "say.no_zone"), hour=hour),
        say(pen, "say.hidden" if person.hidden else "say.shown"),
    )
    hide = ("show", 0) if person.hidden else ("hide", 1)
    return Screen(
        (
            *paragraphs(f"### {say(pen, 'title.privacy')}", *lead, "\n".join(about), kept(pen, shown)),
            *row(button(pen, "export", "privacyexport", style="first"), button(pen, hide[0], "privacyhide", hide[1])),
            *row(button(pen, "page", "privacypage"), button(pen, "forget", "privacyforget", style="grave")),
            *row(pen.button("court", "court")),
            *paragraphs(small(say(pen, "say.why"))),
        )
    )


def kept(pen: Pen, shown: Shown) -> str:
    """Return the record in words and counts, as far as there is any of it."""
    counts = {heading: shown.counts.get(tables[0], 0) for heading, tables in TOLD.items()}
    told = [say(pen, f"kept.{heading}", count=count) for heading, count in counts.items() if count]
    return "\n".join((say(pen, "say.kept"), *(f"- {each}" for each in told))) if told else ""


def farewell(pen: Pen, shown: Shown) -> Screen:
    """Return the question whether to forget, with what will be lost and what stays."""
    said = [say(pen, f"say.{key}") for key in ("lost_own", "lost_shared", "lost_counts", "lost_again")]
    keep = button(pen, "keep", "privacykeep", style="first")
    return Screen(
        (
            *paragraphs(f"### {say(pen, 'title.forget')}", say(pen, "say.lost"), *said, kept(pen, shown)),
            *row(keep, button(pen, "export", "privacyexport"), button(pen, "forget_now", "privacygone", style="grave")),
        ),
        Accent.CINNABAR,
    )


def forgotten(pen: Pen) -> Screen:
    """Return the last that is said to one who is forgotten."""
    return Screen((Text(say(pen, "say.forgotten")), *row(pen.button("enter", "enter"))))


def exported(pen: Pen, name: str, data: bytes) -> Screen:
    """Return the record as a file."""
    return Screen((Text(say(pen, "say.exported")), Document(data, name), *back(pen)))


def page(pen: Pen) -> Screen:
    """Return the whole policy as a file."""
    name = PAGES[pen.language]
    return Screen((Text(say(pen, "say.page")), Document((shipped("docs") / name).read_bytes(), name), *back(pen)))


def back(pen: Pen) -> tuple[Row, ...]:
    """Return the ways back: to the record, and to all there are."""
    return row(button(pen, "record", "privacy"), pen.button("court", "court"))
