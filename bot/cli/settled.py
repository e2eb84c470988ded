"""The settings as a command needs them: read, checked, and with a data folder that can be written."""

from __future__ import annotations

from pathlib import Path

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.words import say, system_language
from bot.config import config_file
from bot.play.scene import Language
from bot.settings import Settings, SettingsError


def settings() -> Settings:
    """Return the settings; a CommandError names those that are wrong, never a value."""
    try:
        return Settings()
    except SettingsError as error:
        reasons = dict.fromkeys(say(f"setting.{flaw.law}", **flaw.bounds) for flaw in error.wrong.values())
        raise WrongUseError("settings", where=", ".join(error.wrong), reason="; ".join(reasons)) from None
    except (OSError, ValueError) as error:
        raise WrongUseError("settings_file", where=str(config_file()), reason=str(error)) from None


def writable(folder: Path) -> Path:
    """Return the folder, made if need be; a CommandError if nothing can be written in it."""
    probe = folder / ".writable"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        raise CommandError("data_folder", folder=str(folder)) from None
    return folder


def chosen_language(lang: Language | None, set_up: Settings) -> Language:
    """Return the language asked for here, else the one of the settings, else the system's."""
    return lang or set_up.lang or system_language()
