"""The command line's words, in the language of the system it runs on."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from bot.terminal.words import terminal_lines
from quizbank.figures import Value
from quizbank.lines import Lines

WHERE_LOCALES_STAND = ("GAUSS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


def system_language(environ: Mapping[str, str] = os.environ) -> Literal["zh-CN", "en"]:
    """Return the language that the environment asks for: Chinese if it says so, else English.

    >>> system_language({"LANG": "zh_CN.UTF-8"}), system_language({"LANG": "C", "GAUSS_LANG": "en"})
    ('zh-CN', 'en')
    """
    named = next((environ[name] for name in WHERE_LOCALES_STAND if environ.get(name)), None)
    name = named or locale.getlocale()[0] or ""  # Windows sets no variable and calls it "Chinese (Simplified)_China"
    return "zh-CN" if name.lower().startswith(("zh", "chinese")) else "en"


def say(key: str, **values: Value) -> str:
    """Return a line in the system's language."""
    return terminal_lines().say(key, system_language(), **values)


def reading_line(key: str, **values: Value) -> str:
    """Return a line about a text that was read, or could not be, in the system's language."""
    return Lines.load(files("bot") / "lines", "reading").say(key, system_language(), **values)
