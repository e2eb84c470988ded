"""Short private words: what went wrong and what to do, or what was just done."""

from __future__ import annotations

from typing import Any

from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Button, Screen, Text, row
from bot.cogs.frame.words import WORDS
from bot.play.refusals import RefusalError
from bot.play.scene import Say
from bot.play.trouble import trouble


def notice(language: str, what: str, **values: Any) -> Screen:
    """Return one sentence of what happened and one of what to do; needs nothing but the language."""
    happened = WORDS.say(f"error.{what}", language, **values)
    ways = (Button(WORDS.say(f"button.{key}", language), Touch(key)) for key in ("call", "enter"))
    return Screen((Text(happened), Text(WORDS.say(f"error.{what}_do", language, **values)), *row(*ways)))


def fault_notice(language: str, fault: BaseException, number: int) -> Screen:
    """Return what to say of a fault: what ails the store, if that is it, and the number it is logged by."""
    return notice(language, trouble(fault) or "unknown", number=str(number))


def refused_plainly(pen: Pen, refusal: RefusalError) -> Screen:
    """Return a refusal in the game's own words, with what may be done anywhere."""
    return Screen(
        (Text(pen.line(refusal.say)), *row(pen.button("fight", "fight", "adept"), pen.button("enter", "enter")))
    )


def told(pen: Pen, key: str, *buttons: Button, **values: int | str) -> Screen:
    """Return one of Discord's own lines, with what may be done next."""
    return Screen((Text(pen.word(key, **values)), *row(*buttons)))


def explained(pen: Pen, title: str, says: tuple[Say, ...], *buttons: Button) -> Screen:
    """Return a hint or a worked solution."""
    return Screen((*paragraphs(f"**{pen.word(title)}**", pen.lines(says)), *row(*buttons)))
