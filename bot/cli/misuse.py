"""What was typed wrong, told in the language that is set: typer finds it, and says so in English alone."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

import typer

from bot.cli.errors import WrongUseError
from bot.cli.words import say, speak
from bot.terminal.ink import harmless

OF = r"Invalid value for ['\"](?P<name>.*?)['\"]: "
FILE = rf"{OF}\w+ ['\"](?P<file>.*)['\"]"
USAGE_ERROR: Any = typer.BadParameter.__base__  # of which typer gives out this kind alone
KINDS: Final = {  # what typer says of each kind, the first that fits; the keys are those of [misuse]
    "no_command_like": r"No such command ['\"](?P<name>.*)['\"]\. Did you mean (?P<ours>.*)\?",
    "no_command": r"No such command ['\"](?P<name>.*)['\"]\.",
    "no_option_like": r"No such option: (?P<name>.*) \(Possible options: (?P<ours>.*)\)",
    "no_option": r"No such option: (?P<name>.*)",
    "no_argument": r"Missing argument ['\"](?P<name>.*)['\"]\..*",
    "no_value": r"Option ['\"](?P<name>.*)['\"] requires an argument\.",
    "takes_no_value": r"Option ['\"](?P<name>.*)['\"] does not take a value\.",
    "too_many": r"Got unexpected extra argument(?:s|\(s\))? \((?P<given>.*)\)",
    "not_offered": rf"{OF}(?:Value error, )?['\"](?P<given>.*)['\"] is not one of (?P<ours>.*)\.",
    "not_whole": rf"{OF}(?:Input should be a valid integer|Unable to parse input string as an integer).*",
    "too_small": rf"{OF}Input should be greater than or equal to (?P<bound>.*)",
    "too_large": rf"{OF}Input should be less than or equal to (?P<bound>.*)",
    "no_file": rf"{FILE} does not exist\.",
    "folder": rf"{FILE} is a directory\.",
    "no_folder": rf"{FILE} is a file\.",
    "unreadable": rf"{FILE} is not readable\.",
    "unwritable": rf"{FILE} is not writable\.",
    "other": r"(?P<said>.*)",
}


class MisuseError(WrongUseError):
    """The command line cannot be read; `misuse.<key>` says why, and `command` has help on what can be."""

    def __init__(self, key: str, command: str, **values: str) -> None:
        super().__init__(key, **values)
        self.command = command

    def report(self) -> int:
        """Say both on the error stream and return the exit code."""
        print(say(f"misuse.{self.key}", **self.values), file=sys.stderr)
        print(say("misuse.help", command=self.command), file=sys.stderr)
        return self.exit_code


class HelpShownError(WrongUseError):
    """Nothing was typed where a command was wanted, and there is help in its place."""

    def report(self) -> int:
        """Return the exit code: everything was said."""
        return self.exit_code


def misuse(error: Exception) -> WrongUseError | None:
    """Return an error of typer's as ours, in the language typed before it; None if it is no error of typer's."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return HelpShownError("help")
    if not isinstance(error, USAGE_ERROR):
        return None
    context = error.ctx
    speak(None if context is None else context.params.get("lang"))
    key, values = kind(error.format_message(), say("misuse.between"))
    return MisuseError(key, "gauss-elder" if context is None else context.command_path, **values)


def kind(said: str, between: str = ", ") -> tuple[str, dict[str, str]]:
    """Return which kind of mistake a message of typer's tells of, and what it names; `between` parts names of ours.

    >>> kind("Invalid value for '--tier': Value error, 'hard' is not one of 'apprentice', 'adept'.")
    ('not_offered', {'name': '--tier', 'given': 'hard', 'ours': 'apprentice, adept'})
    """
    fits = ((key, re.fullmatch(pattern, said, re.DOTALL)) for key, pattern in KINDS.items())
    key, found = next((key, found) for key, found in fits if found is not None)
    values = {name: harmless(text) for name, text in found.groupdict().items()}
    if "ours" in values:
        values["ours"] = values["ours"].replace("'", "").replace(", ", between)
    return key, values
