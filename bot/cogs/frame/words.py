"""The words that only Discord shows, and how commands are named in each of its locales."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from discord.app_commands import locale_str

import bot
from bot.play.scene import Language
from quizbank.lines import Lines

WORDS: Final = Lines.load(files(bot) / "lines", "discord")
BASE: Final[Language] = "en"  # the language of names and descriptions where Discord has no other
NAMED: Final = "line"  # under which a locale_str carries the key of its line


def named(key: str) -> locale_str:
    """Return a command's text in the base language, which Discord's locales are translated from."""
    return locale_str(WORDS.say(key, BASE), **{NAMED: key})


def plain(locale: str) -> Language:
    """Return the language for whom nothing but Discord's own locale is known."""
    return "zh-CN" if locale.startswith("zh") else BASE
