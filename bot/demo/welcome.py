"""The first message in the channel: what this place is, the first two commands, and buttons that do the same."""

from __future__ import annotations

from discord import ui

from bot.cogs.frame.ids import Touch
from bot.cogs.frame.layout import view
from bot.cogs.frame.screen import Button, Screen, Text, row
from bot.cogs.frame.words import WORDS
from bot.play.scene import Language


def welcome(language: Language, paragraphs: tuple[str, ...]) -> ui.LayoutView:
    """Return the message: its words, and a button to the wall and one to the halls."""
    buttons = row(
        Button(WORDS.say("button.fight", language), Touch("fight", ("adept",)), "first"),
        Button(WORDS.say("button.enter", language), Touch("enter")),
    )
    return view(Screen((*map(Text, paragraphs), *buttons)))
