"""What the one who runs the bot decides: from the environment, else from a TOML file, else the defaults below."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, Literal

import platformdirs

from bot import places
from bot.checks import Check, UnfitError, address, folder, host_and_port, one_of, or_none, shards, token, whole
from bot.config import PRODUCT, config_file, in_file
from bot.secret import Secret
from bot.shards import read
from bot.store.shards import WHOLE, Shards
from bot.urls import database, driven

LIKENESS: Final = 0.8  # of 1, from which on a name looks like another; other programs have variables of their own
SHORT: Final = {"GAUSS_DB": ["GAUSS_DATABASE"], "GAUSS_TOKEN": ["DISCORD_TOKEN"]}  # what is like another, or none
SOUGHT: Final[Any] = object()  # stands for what code did not give, until it is looked for


class SettingsError(ValueError):
    """Some settings are wrong: `wrong` tells of each, by its name, which law it broke. No value is told."""

    def __init__(self, wrong: Mapping[str, UnfitError]) -> None:
        from bot.terminal.words import terminal_lines  # seldom needed

        say = terminal_lines().say
        reasons = {name: say(f"setting.{flaw.law}", "en", **flaw.bounds) for name, flaw in wrong.items()}
        super().__init__(
            " ".join(say("problem.settings", "en", where=name, reason=reason) for name, reason in reasons.items())
        )
        self.wrong = wrong


def data_folder() -> Path:
    """Return the user's own data folder for this product, which need not exist yet."""
    return platformdirs.user_data_path(PRODUCT, appauthor=False)


def setting(check: Check[Any], default: Callable[[], Any] = lambda: None, place: places.Place = places.as_said) -> Any:
    """Declare a setting: what it may be, what it is where nobody says, and how a path in it is led to its place."""
    return field(default=SOUGHT, metadata={"check": check, "default": default, "place": place})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every setting; `GAUSS_<NAME>` in the environment or `<name>` in the file. Secrets never print.

    What is given here is looked for nowhere else, and taken as it is. Raises SettingsError where something is wrong.
    """

    discord_token: Secret | None = setting(or_none(token))
    data: Path = setting(folder, data_folder, places.path)
    database: Secret | None = setting(or_none(database), place=places.url)  # a URL; it may hold a password
    lang: Literal["zh-CN", "en"] | None = setting(or_none(one_of("zh-CN", "en")))  # None: by the system's locale
    workers: int = setting(whole(1, 16), lambda: 1)  # processes of the workshop
    log: Literal["text", "json"] = setting(one_of("text", "json"), lambda: "text")
    metrics: str | None = setting(or_none(address))  # host:port, or a port of this machine; None: nowhere
    shards: str | None = setting(or_none(shards))  # which of Discord's this process serves, say 0-3/16; None: all

    def __post_init__(self) -> None:
        """Look for what was not given, and check all of it."""
        own = fields(self)
        looked_for = any(getattr(self, each.name) is SOUGHT for each in own)
        environment, stored = (named(), in_file()) if looked_for else ({}, {})
        wrong = {name: UnfitError("unknown") for name in stored if name not in NAMES}
        for each in own:
            given = getattr(self, each.name)
            try:
                found = said(each, environment, stored) if given is SOUGHT else given
                object.__setattr__(self, each.name, settled(each, found))
            except UnfitError as flaw:
                wrong[each.name] = flaw
        if wrong:
            raise SettingsError(wrong)

    @property
    def own_shards(self) -> Shards:
        """The shards this process serves."""
        return (read(self.shards) if self.shards else None) or WHOLE

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Where figures and health are told, or None."""
        return None if self.metrics is None else host_and_port(self.metrics)

    @property
    def database_url(self) -> str:
        """The database's URL: as set, with its driver and the options that it takes, else SQLite in the data folder."""
        if self.database is None:
            return sqlite_url(self.data / "gauss.db")
        return driven(self.database.reveal())


NAMES: Final = tuple(each.name for each in fields(Settings))


def said(declared: Field[Any], environment: Mapping[str, object], stored: Mapping[str, object]) -> object:
    """Return what the environment, else the file, says of a setting; SOUGHT where neither does. Raises UnfitError.

    A relative path is one from the current folder in the environment, and from the file's own folder in the file.
    """
    place, name = declared.metadata["place"], declared.name
    if name in environment:
        return place(environment[name], Path())
    return place(stored[name], config_file().parent) if name in stored else SOUGHT


def settled(declared: Field[Any], found: object) -> Any:
    """Return a setting's value: what was found, checked, else, as for a text that is empty, the default.

    Raises UnfitError.
    """
    empty = found is SOUGHT or (isinstance(found, str) and not found.strip())
    value = None if empty else declared.metadata["check"](found)
    return declared.metadata["default"]() if value is None else value


def named() -> dict[str, str]:
    """Return what the environment says, by setting; upper and lower case are one there, as on Windows."""
    environment = {name.upper(): value for name, value in os.environ.items()}
    return {name: environment[variable(name)] for name in NAMES if variable(name) in environment}


def misspelt() -> dict[str, str]:
    """Return what the environment sets that is no variable of ours but much like one that is not set, with that one."""
    ours = [*map(variable, NAMES), "GAUSS_CONFIG", "GAUSS_DEBUG"]
    near = {name: name.upper() for name in os.environ if name.upper().startswith(("GAUS", "DISCORD"))}
    strangers = {name: like for name, like in near.items() if like not in ours}
    if not strangers:
        return {}
    from difflib import get_close_matches  # it is seldom needed

    found = {name: SHORT.get(like) or get_close_matches(like, ours, 1, LIKENESS) for name, like in strangers.items()}
    return {name: alike[0] for name, alike in found.items() if alike and not os.environ.get(alike[0], "").strip()}


def origins() -> dict[str, str]:
    """Return where each setting's value comes from that code does not give: "environment", "file" or "default"."""
    environment, stored = named(), in_file()
    told = {name: "environment" if name in environment else "file" if name in stored else "default" for name in NAMES}
    empty = {name for name, value in {**stored, **environment}.items() if not str(value).strip()}
    return {name: "default" if name in empty else origin for name, origin in told.items()}


def seen_from_elsewhere(host: str) -> bool:
    """Whether other machines may reach what listens there.

    >>> seen_from_elsewhere("127.0.0.1"), seen_from_elsewhere("localhost"), seen_from_elsewhere("0.0.0.0")
    (False, False, True)
    """
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def variable(name: str) -> str:
    """Return the environment variable of a setting.

    >>> variable("lang"), variable("discord_token")
    ('GAUSS_LANG', 'DISCORD_TOKEN')
    """
    return name.upper() if name == "discord_token" else f"GAUSS_{name.upper()}"


def sqlite_url(path: Path) -> str:
    """Return the URL of a SQLite file.

    >>> sqlite_url(Path("/tmp/gauss.db"))
    'sqlite+aiosqlite:////tmp/gauss.db'
    """
    return f"sqlite+aiosqlite:///{path.absolute().as_posix()}"
