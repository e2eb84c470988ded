"""A learner's own record: the rank, what is held in each hall, and the path retold by the elder."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.cogs.frame import escape
from bot.cogs.frame.budget import LABEL
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Part, Screen, Text, row, small
from bot.play.scene import Path
from bot.play.tour.mastery import HallView
from bot.play.tour.recital import Recital
from bot.play.tour.telling import Telling, Told


def me_screen(pen: Pen, path: Path, halls: Iterable[HallView], picture: tuple[Part, ...]) -> Screen:
    """Return what a learner holds: in a picture by hall, in words by skill; and where to go next."""
    recital = Recital(pen.voice, pen.language)
    rank = recital.rank(path, "" if path.broke is None else moment(path.broke))
    held = [f"{recital.held(view)}\n{small(recital.skills(view))}" for view in halls if view.skills]
    words = ("\n".join(held), small(recital.word("me.legend"))) if held else (recital.word("me.nothing"),)
    return Screen(
        (
            *paragraphs(f"### {pen.word('me.title')}", rank),
            *picture,
            *paragraphs(*words),
            *row(next_button(pen, path), pen.button("path", "path"), pen.button("map", "map")),
        ),
        Accent.GOLD,
    )


def next_button(pen: Pen, path: Path) -> Button:
    """Return the way to the next hall; to the wall once all are passed."""
    if path.next is None:
        return pen.button("fight", "fight", "elder", style="first")
    return to_next(pen, "toward", path.next)


def to_next(pen: Pen, kind: str, hall: str) -> Button:
    """Return the button that leads on to a hall and names it."""
    return Button(escape.cut(pen.word("me.next", hall=pen.hall(hall)), LABEL), Touch(kind, (hall,)), "first")


def path_screen(pen: Pen, path: Path, telling: Telling) -> Screen:
    """Return the path retold, and where it leads on."""
    return Screen(
        (
            *paragraphs(f"### {pen.word('path.title')}"),
            *told_parts(pen, telling),
            *row(next_button(pen, path), pen.button("me", "me"), pen.button("map", "map")),
        ),
        Accent.GOLD,
    )


def told_parts(pen: Pen, telling: Telling) -> tuple[Text, ...]:
    """Return the elder's words, a part for each memory."""
    memories = (memory_text(pen, told) for told in telling.memories)
    return paragraphs(pen.line(telling.opening), *memories, pen.line(telling.closing))


def memory_text(pen: Pen, told: Told) -> str:
    """Return one memory: which skill, what was said of it, and in small print how it went on."""
    when = "" if told.seen is None else moment(told.seen)
    head, slip, since = Recital(pen.voice, pen.language).memory(told, when)
    return f"{head}\n> {slip}\n{small(since)}"


def moment(at: datetime) -> str:
    """Return a moment as Discord shows it: how long ago, in the reader's own language."""
    return f"<t:{int(at.timestamp())}:R>"
