"""The words of a teacher's desk, and how it names people, groups and days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Button, Style
from bot.play.desk.classes import Pupil
from bot.play.scene import Say

NAME: Final = 32  # characters of a name that are shown
TITLE: Final = 60  # characters of an assignment's title that are shown


def said(pen: Pen, key: str, /, **values: int | str) -> str:
    """Return a line of the desk; foreign values must come escaped."""
    return pen.voice.say(Say("desk", key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain", **values: int) -> Button:
    """Return a button of the desk."""
    return Button(said(pen, f"button.{key}", **values), Touch(kind, arguments), style)


def named(pen: Pen, pupil: Pupil) -> str:
    """Return a learner's name, harmless; one who hides is not named."""
    if pupil.hidden:
        return said(pen, "pupil.unnamed")
    return escape.line(pupil.name, NAME) or said(pen, "pupil.unnamed")


def titled(title: str) -> str:
    """Return the title of some work, harmless."""
    return escape.line(title, TITLE)


def stamp(at: datetime, form: str = "f") -> str:
    """Return a moment as every reader's own clock shows it."""
    return f"<t:{int(at.timestamp())}:{form}>"


def page_of(count: int, at: int, size: int) -> tuple[int, int, int]:
    """Return the page nearest to the one asked for, how many there are, and where it starts."""
    pages = max(1, -(-count // size))
    page = min(max(0, at), pages - 1)
    return page, pages, page * size


def some(lines: Sequence[str], limit: int, more: str) -> list[str]:
    """Return as many lines as fit, and the word for the others."""
    return [*lines[:limit], more] if len(lines) > limit else list(lines)
