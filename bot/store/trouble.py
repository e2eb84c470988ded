"""What may be wrong with a database itself, told apart from faults of ours: full, read-only, broken, gone or busy."""

from __future__ import annotations

import errno
import re
import socket
import sqlite3
import ssl
from collections.abc import Iterator
from typing import Final, Literal, get_args

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.store.store import LostError

Trouble = Literal["full", "readonly", "corrupt", "lost", "busy"]

TROUBLES: Final[tuple[Trouble, ...]] = get_args(Trouble)

Hindrance = Literal["missing", "login", "refused", "host", "tls"]

HINDRANCES: Final[tuple[Hindrance, ...]] = get_args(Hindrance)

# SQLite's own names of errors, PostgreSQL's SQLSTATEs, and the system's numbers; the first that fits decides.
SQLITE: Final[tuple[tuple[str, Trouble], ...]] = (
    (r"SQLITE_(FULL|IOERR_SHMSIZE)", "full"),  # the latter where the file beside it cannot grow, even to be read
    (r"SQLITE_READONLY", "readonly"),
    (r"SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS|IOERR_SHORT_READ)", "corrupt"),
    (r"SQLITE_(IOERR|CANTOPEN)", "lost"),
    (r"SQLITE_(BUSY|LOCKED)", "busy"),
)
POSTGRES: Final[tuple[tuple[str, Trouble], ...]] = (
    (r"53100", "full"),
    (r"25006", "readonly"),
    (r"XX00[12]", "corrupt"),
    (r"08|57P0|3D000|28", "lost"),
    (r"53|55P03|40P01|57014", "busy"),
)
SYSTEM: Final[dict[int, Trouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "readonly",
    errno.EACCES: "readonly",
    errno.EPERM: "readonly",
}


def trouble(error: BaseException) -> Trouble | None:
    """Return what is wrong with the database an error came from; None if the error is not about that."""
    if isinstance(error, PoolTimeoutError):
        return "busy"
    if isinstance(error, LostError):
        return "lost"
    if not isinstance(error, DBAPIError | sqlite3.Error):
        return None
    found = next((each for cause in causes(error) if (each := told_by(cause)) is not None), None)
    return found or ("lost" if getattr(error, "connection_invalidated", False) else None)


def told_by(cause: BaseException) -> Trouble | None:
    """Return what a driver's or the system's own error says of the database; None if it says nothing of that."""
    for attribute, table in (("sqlite_errorname", SQLITE), ("sqlstate", POSTGRES)):
        code = getattr(cause, attribute, None)
        if isinstance(code, str):
            return next((kind for pattern, kind in table if re.match(pattern, code)), None)
    if isinstance(cause, OSError):
        return SYSTEM.get(cause.errno or 0, "lost")
    return "lost" if type(cause).__name__ == "InterfaceError" and "clos" in str(cause) else None


def hindrance(error: BaseException) -> Hindrance | None:
    """Return why there is no connection with a server, where an error tells that; None if none does."""
    return next((each for cause in causes(error) if (each := _hindered_by(cause)) is not None), None)


def _hindered_by(cause: BaseException) -> Hindrance | None:
    code = getattr(cause, "sqlstate", None)
    if isinstance(code, str):
        return "missing" if code == "3D000" else "login" if code.startswith("28") else None
    if isinstance(cause, socket.gaierror):
        return "host"
    said = str(cause)  # asyncpg says by words alone that TLS was refused, or that a certificate is not to be found
    unconfigured = type(cause).__name__ == "ClientConfigurationError" and "certificate" in said
    if unconfigured or isinstance(cause, ssl.SSLError) or (isinstance(cause, ConnectionError) and "SSL" in said):
        return "tls"
    return "refused" if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED else None


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and all that led to it."""
    seen: set[int] = set()
    left: list[BaseException | None] = [error]
    while left:
        each = left.pop(0)
        if each is not None and id(each) not in seen:
            seen.add(id(each))
            yield each
            left += [getattr(each, "orig", None), each.__cause__, each.__context__]
