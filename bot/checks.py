"""What a setting may be: each check takes what the environment, a file or code gave, and returns it as it holds.

A text that is empty comes to none of them: it is as if nothing were given.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.secret import Secret
from bot.shards import read

T = TypeVar("T")
Check = Callable[[object], T]
HERE: Final = "127.0.0.1"


class UnfitError(ValueError):
    """A value that a setting may not have. It says which law it broke, and never the value."""

    def __init__(self, law: str, **bounds: str | int) -> None:
        super().__init__(" ".join([law, *map(str, bounds.values())]))
        self.law = law  # of those under [setting] in the terminal's lines
        self.bounds = bounds


def text(value: object) -> str:
    """Return a text. Raises UnfitError if it is none."""
    if not isinstance(value, str):
        raise UnfitError("text")
    return value


def secret(value: object) -> Secret:
    """Return a secret, be it given as one or as a text. Raises UnfitError if it is neither."""
    return value if isinstance(value, Secret) else Secret(text(value))


def token(value: object) -> Secret | None:
    """Return a secret, be it given as one or as a text; None for an empty one."""
    found = secret(value)
    return found if found.reveal().strip() else None


def folder(value: object) -> Path:
    """Return a path, be it given as one or as a text. Raises UnfitError if it is neither."""
    return value if isinstance(value, Path) else Path(text(value))


def whole(least: int, most: int) -> Check[int]:
    """Return the check for a whole number within bounds."""

    def check(value: object) -> int:
        number = int(value) if isinstance(value, str) and value.isascii() and value.strip().isdigit() else value
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise UnfitError("whole", least=least, most=most)
        return number

    return check


def one_of(*choices: str) -> Check[str]:
    """Return the check for one of these words."""

    def check(value: object) -> str:
        if value not in choices:
            raise UnfitError("choice", choices=", ".join(choices))
        return text(value)

    return check


def address(value: object) -> str:
    """Return what `host_and_port` can read. Raises UnfitError otherwise."""
    named = str(value) if isinstance(value, int) else text(value)
    try:
        host_and_port(named)
    except ValueError:
        raise UnfitError("address") from None
    return named


def shards(value: object) -> str:
    """Return what names shards. Raises UnfitError otherwise."""
    named = text(value)
    if read(named) is None:
        raise UnfitError("shards")
    return named


def or_none(check: Check[T]) -> Check[T | None]:
    """Return the check that lets None pass as well."""

    def checked(value: Any) -> T | None:
        return None if value is None else check(value)

    return checked


def host_and_port(address: str) -> tuple[str, int]:
    """Return the two parts of an address; without a host it is this machine alone. Raises ValueError if it is none.

    >>> host_and_port("9464"), host_and_port(":9464"), host_and_port("0.0.0.0:9464"), host_and_port("[::1]:9464")
    (('127.0.0.1', 9464), ('127.0.0.1', 9464), ('0.0.0.0', 9464), ('::1', 9464))
    """
    host, _, port = address.strip().rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise ValueError("host:port")
    return host.strip("[]") or HERE, int(port)
