"""The words of a session: how it names learners, moments, and the ways that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Button, Style
from bot.cogs.wall.render_wall import link
from bot.play.scene import Say
from bot.play.study.study import MemberView, Study

NAME: Final = 24  # characters of a name that are shown
NAMED: Final = 10  # names in the lobby, and after them how many more
SUBJECTS: Final = 4  # of a session, named in its title


def word(pen: Pen, key: str, **values: int | str) -> str:
    """Return a line of study sessions; foreign values must come escaped."""
    return pen.voice.say(Say("study", key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button that only sessions have."""
    return Button(word(pen, f"button.{key}"), Touch(kind, arguments), style)


def to_the_session(pen: Pen, study: Study) -> Button:
    """Return the way to a session's message; to all the ways there are while it stands nowhere."""
    address = link(pen, study.place)
    return pen.button("court", "court") if address is None else Button(word(pen, "button.there"), url=address)


def to_review(pen: Pen, *, style: Style = "plain") -> Button:
    """Return the way to what the learner missed."""
    return Button(pen.voice.say(Say("review", "button.review"), pen.language), Touch("review"), style)


def name(pen: Pen, member: MemberView) -> str:
    """Return a learner's name, harmless."""
    return escape.line(member.name or "", NAME) or word(pen, "names.unnamed")


def listed_names(pen: Pen, names: Sequence[str], limit: int) -> str:
    """Return the first few of some names, and how many more there are."""
    shown = word(pen, "names.between").join(names[:limit])
    more = len(names) - limit
    return word(pen, "names.more", names=shown, count=more) if more > 0 else shown


def moment(at: datetime) -> str:
    """Return a moment as every reader's own client counts down to it."""
    return f"<t:{int(at.timestamp())}:R>"
