"""The command line's words, in the language that is set, or else in that of the system it runs on."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from bot.config import in_file
from bot.terminal.words import terminal_lines
from quizbank.figures import Value
from quizbank.lines import Lines

PYTHON = f'"{sys.executable}"' if " " in sys.executable else sys.executable  # as it is typed at a shell
WHERE_LOCALES_STAND = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


def system_language(environ: Mapping[str, str] = os.environ, stored: str = "") -> Literal["zh-CN", "en"]:
    """Return the language of GAUSS_LANG, else the stored one, else the system's: Chinese if it says so, else English.

    >>> system_language({"LANG": "zh_CN.UTF-8"}), system_language({"LANG": "C", "GAUSS_LANG": "en"}, stored="zh-CN")
    ('zh-CN', 'en')
    """
    locales = (environ[name] for name in WHERE_LOCALES_STAND if environ.get(name))
    named = environ.get("GAUSS_LANG") or stored or next(locales, None)
    name = named or locale.getlocale()[0] or ""  # Windows sets no variable and calls it "Chinese (Simplified)_China"
    return "zh-CN" if name.lower().startswith(("zh", "chinese")) else "en"


def stored_language() -> str:
    """Return the language in the settings' file; nothing if there is none, or it cannot be read: others say so."""
    try:
        named = in_file().get("lang")
    except (OSError, ValueError):
        return ""
    return named if isinstance(named, str) else ""


def speak(lang: str | None) -> None:
    """Say everything from here on in the language that was typed, as if GAUSS_LANG named it; None changes nothing."""
    if lang is not None:
        os.environ["GAUSS_LANG"] = lang


def say(key: str, **values: Value) -> str:
    """Return a line in the language that is set, or the system's; it may name the {python} that this runs on."""
    language = system_language(stored=stored_language())
    return terminal_lines().say(key, language, python=PYTHON, **values)


def reading_line(key: str, **values: Value) -> str:
    """Return a line about a text that was read, or could not be, in the language that is set, or the system's."""
    language = system_language(stored=stored_language())
    return Lines.load(files("bot") / "lines", "reading").say(key, language, **values)
