"""What the doctor looks at. No secret is ever told: of a token only whether there is one."""

from __future__ import annotations

import platform
import shutil
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from bot.cli import database
from bot.cli.errors import CommandError
from bot.cli.settled import writable
from bot.cli.words import say
from bot.config import config_file
from bot.settings import NAMES, Settings, misspelt, origins, seen_from_elsewhere, variable
from quizbank.bank import open_bank
from quizbank.figures import Value
from quizbank.malformed import Malformed

OLDEST_PYTHON = (3, 11)
ROOM = 1 << 16  # bytes that the data folder must have room for: an empty file can be made on a full disk, too
NEEDED = [
    "discord",
    "sqlalchemy",
    "aiosqlite",
    "alembic",
    "sympy",
    "matplotlib",
    "babel",
    "typer",
    "platformdirs",
    "rich",
]


@dataclass(frozen=True)
class Finding:
    """One thing looked at: its name, how it is, and whether the bot can do without it."""

    name: str
    well: bool
    found: str
    optional: bool = False
    values: dict[str, Value] = field(default_factory=dict)  # for the remedy
    error: str | None = None  # the key of the command's error that tells of it, where that is what was found

    @property
    def fault(self) -> str | None:
        """What is wrong, where what was found does not say that by itself."""
        return None if self.error is None else say(f"problem.{self.error}", **self.values)

    @property
    def remedy(self) -> str | None:
        """What to do about it; None if nothing is wrong."""
        key = f"doctor.remedy.{self.name}" if self.error is None else f"remedy.{self.error}"
        return None if self.well else say(key, **self.values)

    def spoken(self) -> str:
        """Return the finding in words, with the fault and its remedy if there is one."""
        mark = "✓" if self.well else "–" if self.optional else "✗"
        told = (f"{mark} {say(f'doctor.{self.name}')}: {self.found}", self.fault, self.remedy)
        return "\n    ".join(line for line in told if line is not None)

    def dump(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        told = {"well": self.well, "optional": self.optional, "found": self.found}
        return {**told, "fault": self.fault, "remedy": self.remedy}


@dataclass(frozen=True)
class Setting:
    """One setting as it holds: its name in the environment, its value unless that is secret, and where it is from."""

    name: str
    value: str
    origin: str

    def spoken(self) -> str:
        """Return the setting in words."""
        return f"  {self.name} = {self.value} ({say(f'doctor.origin.{self.origin}')})"

    def dump(self) -> dict[str, str]:
        """Return the setting as JSON."""
        return {"value": self.value, "from": self.origin}


def every_setting(set_up: Settings) -> list[Setting]:
    """Return every setting, no secret among them."""
    shown = {
        **{name: str(value) for name in NAMES if (value := getattr(set_up, name)) is not None},
        "database": database.presentable(set_up.database_url),
        "discord_token": say("doctor.set" if set_up.discord_token is not None else "doctor.unset"),
    }
    unset = say("doctor.unset")
    return [Setting(variable(name), shown.get(name, unset), origin) for name, origin in origins().items()]


def failing(name: str, found: str, error: CommandError) -> Finding:
    """Return a finding that is as bad as a command that fails there."""
    return Finding(name, False, found, values=error.values, error=error.key)


def examine(set_up: Settings) -> list[Finding]:
    """Look at everything, in the order in which it is needed."""
    return [
        Finding("python", sys.version_info >= OLDEST_PYTHON, platform.python_version()),
        examine_packages(),
        presence("torch", "torch"),
        presence("demo", "simcord"),
        examine_bank(),
        examine_file(),
        examine_folder(set_up),
        examine_database(set_up),
        *examine_tools(set_up),
        *examine_metrics(set_up),
        presence("fonts", "pylopdf_fonts_zh_cn", optional=False),
        examine_token(set_up),
        *examine_spelling(),
    ]


def examine_packages() -> Finding:
    """Look for the libraries that the bot cannot do without."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    return Finding("packages", not missing, present(not missing), values={"missing": " ".join(missing)})


def presence(name: str, module: str, *, optional: bool = True) -> Finding:
    """Look for a library without loading it."""
    found = find_spec(module) is not None
    return Finding(name, found, present(found), optional=optional)


def present(found: bool) -> str:
    """Say whether something is there."""
    return say("doctor.present" if found else "doctor.absent")


def examine_bank() -> Finding:
    """Open the bank and count its problems."""
    try:
        bank = open_bank()
        problems = sum(len(certificates) for certificates in bank.certificates.values())
    except Malformed as error:
        return Finding("bank", False, str(error))
    return Finding("bank", True, say("doctor.held", halls=len(bank.halls), problems=problems))


def examine_file() -> Finding:
    """Tell which settings file was read, or where one would be looked for."""
    file = config_file()
    return Finding("config", True, f"{file} ({say('doctor.read' if file.exists() else 'doctor.unwritten')})")


def examine_folder(set_up: Settings) -> Finding:
    """See whether the data folder can be written."""
    try:
        writable(set_up.data, room=ROOM)
    except CommandError as error:
        return failing("data", str(set_up.data), error)
    return Finding("data", True, f"{set_up.data} ({say('doctor.writable')})")


def examine_database(set_up: Settings) -> Finding:
    """See whether the database opens, is sound, may be written to, and has the tables of this version."""
    url = set_up.database_url
    shown = database.presentable(url)
    try:
        standing = database.standing_of(url)
        if standing.absent is None:
            standing.hold()
            database.hold_sound(url)
    except CommandError as error:
        return failing("database", shown, error)
    return Finding(
        "database", True, f"{shown} ({say('doctor.current' if standing.absent is None else 'doctor.fresh')})"
    )


def examine_tools(set_up: Settings) -> list[Finding]:
    """Look for PostgreSQL's own tools, where the database is of that kind: a backup needs them."""
    if database.grows_by_itself(set_up.database_url):
        return []
    here = all(shutil.which(tool) for tool in ("pg_dump", "pg_restore"))
    return [Finding("tools", here, present(here), optional=True)]


def examine_metrics(set_up: Settings) -> list[Finding]:
    """Tell where figures and health are told, and warn if others may read them."""
    if set_up.metrics_address is None:
        return []
    host, port = set_up.metrics_address
    return [Finding("metrics", not seen_from_elsewhere(host), f"{host}:{port}", optional=True)]


def examine_token(set_up: Settings) -> Finding:
    """See whether there is a token."""
    given = set_up.discord_token is not None
    return Finding("token", given, say("doctor.set" if given else "doctor.unset"), optional=True)


def examine_spelling() -> list[Finding]:
    """Warn of variables that are nearly ours."""
    alike = misspelt()
    if not alike:
        return []
    return [Finding("spelling", False, ", ".join(alike), optional=True, values={"like": ", ".join(alike.values())})]
