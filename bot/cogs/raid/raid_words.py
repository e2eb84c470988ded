"""The words of a raid: how it names learners, layers, moments, and the way that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Button, Style
from bot.cogs.wall.render_wall import link
from bot.play.raid.raid import Deed, Fighter, Raid
from bot.play.scene import Say
from engine.rules.wall import Layer

NAME: Final = 24  # characters of a name that are shown
NAMED: Final = 10  # names in the lobby, and after them how many more


def word(pen: Pen, key: str, **values: int | str) -> str:
    """Return a line of raids; foreign values must come escaped."""
    return pen.voice.say(Say("raid", key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button that only raids have."""
    return Button(word(pen, f"button.{key}"), Touch(kind, arguments), style)


def state(raid: Raid) -> str:
    """Return how a raid stands, as its lines call it."""
    return raid.ending or ("awaiting" if raid.awaiting else "standing")


def to_the_raid(pen: Pen, raid: Raid) -> Button | None:
    """Return the link to the public message, where there is one."""
    address = link(pen, raid.place)
    return None if address is None else Button(word(pen, "button.raid"), url=address)


def name(pen: Pen, fighter: Fighter) -> str:
    """Return a learner's name, harmless, or that they are someone, where they wish so or bear none."""
    return ("" if fighter.hidden else escape.line(fighter.name, NAME)) or word(pen, "names.someone")


def doer(pen: Pen, raid: Raid, deed: Deed) -> str:
    """Return who gave an answer, or that someone did."""
    fighter = raid.fighter(deed.learner) if raid.named else None
    return word(pen, "names.someone") if fighter is None else name(pen, fighter)


def listed(pen: Pen, names: Sequence[str], most: int) -> str:
    """Return the first names and how many more there are."""
    told = word(pen, "names.between").join(names[:most])
    return told if len(names) <= most else word(pen, "names.more", names=told, count=len(names) - most)


def layer(pen: Pen, kind: Layer) -> str:
    """Return what a layer asks about."""
    return pen.word(f"layer.{kind.value}")


def tier(pen: Pen, raid: Raid) -> str:
    """Return how deep a raid's questions go."""
    return pen.word(f"tier.{raid.tier}")


def moment(at: datetime) -> str:
    """Return a moment as Discord tells it to each in their own time: "in 3 minutes"."""
    return f"<t:{int(at.timestamp())}:R>"
