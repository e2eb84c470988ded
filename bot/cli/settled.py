"""The settings as a command needs them: read, checked, and with a data folder that can be written."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.unwritten import why
from bot.cli.words import say, system_language
from bot.config import config_file
from bot.play.scene import Language
from bot.settings import Settings, SettingsError, misspelt


def settings(*, hints: bool = True) -> Settings:
    """Return the settings, unless no hint is wanted with a word on variables that are nearly ours.

    A CommandError names those that are wrong, never a value.
    """
    if hints:
        hint()
    try:
        return Settings()
    except SettingsError as error:
        reasons = dict.fromkeys(say(f"setting.{flaw.law}", **flaw.bounds) for flaw in error.wrong.values())
        raise WrongUseError("settings", where=", ".join(error.wrong), reason="; ".join(reasons)) from None
    except FileNotFoundError:
        raise WrongUseError("no_settings_file", where=str(config_file())) from None
    except (OSError, ValueError) as error:
        raise WrongUseError("settings_file", where=str(config_file()), reason=str(error)) from None


@cache
def hint() -> None:
    """Say once, on the error stream, which variables are nearly ours: nothing heeds them."""
    for name, like in misspelt().items():
        print(say("run.misspelt", name=name, like=like), file=sys.stderr)


def writable(folder: Path, *, room: int = 0) -> Path:
    """Return the folder, made if need be; a CommandError if nothing, or not so many bytes, can be written in it."""
    probe = folder / ".writable"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            probe.write_bytes(bytes(room))
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        key = "data_full" if why(error) == "full" else "data_folder"
        raise CommandError(key, folder=str(folder)) from None
    return folder


def chosen_language(lang: Language | None, set_up: Settings) -> Language:
    """Return the language asked for here, else the one of the settings, else the system's."""
    return lang or set_up.lang or system_language()
