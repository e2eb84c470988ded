"""Review, for its learner alone: the question that came back, how the sitting went, and when to be reminded."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.budget import OPTION
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Rule, Screen, Style, row, small
from bot.cogs.wall.render_verdict import spoken
from bot.play.review.reminders import FAILURES, Reminder, Wish
from bot.play.review.review import BOOK, Review, Skill, skill_of
from bot.play.scene import Asked, Say

HOURS: Final = 24
CITIES: Final = "city."  # before a zone, in the lines
LISTED: Final = 12  # skills that are named when a sitting is over


def say(pen: Pen, key: str, /, **values: int | str) -> str:
    """Return one of review's lines; foreign values must come escaped."""
    return pen.voice.say(Say(BOOK, key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button of review."""
    return Button(say(pen, f"button.{key}"), Touch(kind, arguments), style)


def review_screen(pen: Pen, review: Review, *lead: str) -> Screen:
    """Return a review as it stands: what became of the last text, then the question, or what is left to say."""
    judged = review.judged
    told = () if judged is None else spoken(pen, judged, proofs=judged.counts)
    body = waiting(pen, review, review.asked) if review.asked is not None else resting(pen, review)
    accent = Accent.MIST
    if judged is not None and judged.counts:
        accent = Accent.JADE if judged.right else Accent.CINNABAR
    between = (Rule(),) if told else ()
    return Screen((*paragraphs(f"### {title(pen, review)}", *lead), *told, *between, *body), accent)


def title(pen: Pen, review: Review) -> str:
    """Return how far the sitting is."""
    if review.asked is None:
        return say(pen, "title.over" if review.over else "title.review")
    return say(pen, "title.asking", number=review.number, left=review.left)


def waiting(pen: Pen, review: Review, asked: Asked) -> tuple[Part, ...]:
    """Return the question and what may be done about it; where a text can be read in two ways, its readings first."""
    if review.choices and review.judged is not None and review.judged.stored is not None:
        stored = review.judged.stored
        readings = [pen.choice(each.say, Touch("reviewread", (stored, int(each.token)))) for each in review.choices]
        return row(*readings, button(pen, "again", "reviewask", asked.id))
    uncounted = review.judged is not None and not review.judged.counts
    head = "" if review.skill is None else heading(pen, review.skill)
    again = small(say(pen, "skill.again")) if review.again else ""
    return (
        *paragraphs("\n".join(filter(None, (head, again))), pen.question(asked), small(pen.form(asked))),
        *row(
            button(pen, "again" if uncounted else "answer", "reviewask", asked.id, style="first"),
            button(pen, "hint", "reviewtip", asked.id),
            solution(pen, review),
        ),
        *paragraphs(small("\n".join(filter(None, (streak(pen, review), say(pen, "say.leave")))))),
    )


def resting(pen: Pen, review: Review) -> tuple[Part, ...]:
    """Return what is said where nothing waits: how the sitting went, and when more will be due."""
    when = "" if review.next is None else moment(review.next)
    if review.over:
        lines = [say(pen, "say.over"), *went(pen, review), say(pen, "say.next", when=when) if when else ""]
    elif review.cards:
        lines = [say(pen, "say.rest", cards=review.cards, when=when)]
    else:
        lines = [say(pen, "say.never")]
    return (
        *paragraphs("\n".join(filter(None, lines)), small(streak(pen, review))),
        *row(solution(pen, review), pen.button("enter", "enter"), button(pen, "reminders", "reminders")),
        *row(pen.button("court", "court")),
    )


def went(pen: Pen, review: Review) -> Iterable[str]:
    """Yield which skills were right at once, and which were not."""
    for key, skills in (("right", review.right), ("missed", review.missed)):
        if skills:
            names = [pen.line(skill.say) for skill in skills[:LISTED]]
            more = ["…"] if len(skills) > LISTED else []
            yield say(pen, f"say.{key}", skills=say(pen, "skill.between").join((*names, *more)))


def heading(pen: Pen, skill: Skill) -> str:
    """Return which skill is asked, and of which hall."""
    return say(pen, "skill.asked", skill=pen.line(skill.say), hall=pen.hall(skill.hall))


def streak(pen: Pen, review: Review) -> str:
    """Return how many days have followed one another; nothing where none have."""
    run = review.streak
    return say(pen, "say.streak_today" if run.today else "say.streak", days=run.days) if run.days > 1 else ""


def solution(pen: Pen, review: Review) -> Button | None:
    """Return the way to the worked solution of what was just answered."""
    judged = review.judged
    return None if judged is None or not judged.counts else button(pen, "solution", "why", judged.asked.id)


def sheet_title(pen: Pen, asked: Asked) -> str:
    """Return the title of an answer's sheet."""
    return say(pen, "modal.title", skill=pen.plain(skill_of(asked).say))


def slow(pen: Pen, asked: Asked) -> Screen:
    """Return what is shown where a sheet could not be opened in time."""
    on = button(pen, "answer", "reviewask", asked.id, style="first")
    return Screen((*paragraphs(pen.word("error.slow_modal")), *row(on)))


def reminders_screen(pen: Pen, wish: Wish, local: datetime, *lead: str) -> Screen:
    """Return what a learner has asked for, and how to ask for something else."""
    lines = [reminded(pen, wish)]
    lines.append(say(pen, "reminders.zone", zone=place(pen, wish.zone or "UTC"), time=f"{local:%H:%M}"))
    stop = button(pen, "stop", "remindstop") if wish.hour is not None else None
    return Screen(
        (
            *paragraphs(f"### {say(pen, 'title.reminders')}", *lead, "\n".join(lines)),
            Menu(Touch("remindat"), say(pen, "reminders.hour"), hours(pen, wish)),
            Menu(Touch("remindzone"), say(pen, "reminders.where"), places(pen, wish)),
            *row(stop, button(pen, "back", "review"), pen.button("court", "court")),
            *paragraphs(small(say(pen, "reminders.private"))),
        )
    )


def given_up_screen(pen: Pen, wish: Wish, local: datetime) -> Screen:
    """Return that no reminder could be delivered, and how to have them again."""
    return reminders_screen(pen, wish, local, say(pen, "reminders.given_up", count=FAILURES))


def reminded(pen: Pen, wish: Wish) -> str:
    """Return when a learner is reminded, or that they are not."""
    return say(pen, "reminders.none") if wish.hour is None else say(pen, "reminders.set", hour=clock(wish.hour))


def hours(pen: Pen, wish: Wish) -> tuple[Option, ...]:
    """Return every hour of a day."""
    return tuple(
        Option(say(pen, "reminders.at", hour=clock(hour)), str(hour), chosen=hour == wish.hour) for hour in range(HOURS)
    )


def places(pen: Pen, wish: Wish) -> tuple[Option, ...]:
    """Return the zones most people live in; the others are found by typing."""
    book = pen.voice.book(BOOK)
    zones = [key.removeprefix(CITIES) for key in book.keys if key.startswith(CITIES)]
    return tuple(
        Option(escape.cut(place(pen, zone), OPTION), zone, chosen=zone == (wish.zone or "UTC")) for zone in zones
    )


def place(pen: Pen, zone: str) -> str:
    """Return a zone by its city's name, where there is one, and its own."""
    book, key = pen.voice.book(BOOK), f"{CITIES}{zone}"
    if key not in book or zone == "UTC":
        return zone
    return say(pen, "reminders.place", city=book.spelled(key, pen.language)[0], zone=zone)


def reminder_screen(pen: Pen, reminder: Reminder) -> Screen:
    """Return the message that reminds."""
    return Screen(
        (
            *paragraphs(say(pen, "dm.due", count=reminder.due), small(say(pen, "dm.small"))),
            *row(button(pen, "review", "review", style="first"), button(pen, "stop", "remindstop")),
        ),
        Accent.GOLD,
    )


def clock(hour: int) -> str:
    """Return an hour as a clock shows it."""
    return f"{hour:02}:00"


def moment(at: datetime) -> str:
    """Return a day as Discord shows it, and how far it is, by the reader's own clock."""
    stamp = int(at.timestamp())
    return f"<t:{stamp}:D> (<t:{stamp}:R>)"
