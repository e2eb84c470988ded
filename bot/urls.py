"""What a database's URL may be, and how its driver takes it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.checks import UnfitError, secret
from bot.secret import Secret

DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
KINDS: Final = "sqlite+aiosqlite, postgresql"  # of those, what is told
PORTS: Final = range(1, 1 << 16)
SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
SQLITE_OPTIONS: Final = {"timeout", "isolation_level", "detect_types", "check_same_thread", "cached_statements"}
POSTGRES_OPTIONS: Final = {
    "host",
    "port",
    "ssl",
    "sslmode",
    "passfile",
    "service",
    "servicefile",
    "target_session_attrs",
    "krbsrvname",
    "gsslib",
    "prepared_statement_cache_size",
}
NUMBERS: Final = ("port", "prepared_statement_cache_size")  # those of them that are no words


def database(value: object) -> Secret | None:
    """Return a database's URL as it was given; None for an empty one. Raises UnfitError if it is none we can use."""
    found = secret(value)
    if not found.reveal().strip():
        return None
    driven(found.reveal())
    return found


def driven(url: str) -> str:
    """Return a URL with its driver, and with options as that takes them. Raises UnfitError.

    >>> driven("postgresql://elder@db/elder?sslmode=require"), driven("sqlite:///gauss.db")
    ('postgresql+asyncpg://elder@db/elder?ssl=require', 'sqlite+aiosqlite:///gauss.db')
    """
    scheme, parted, rest = url.strip().partition("://")
    if not parted:
        raise UnfitError("database")
    if scheme not in DRIVERS:
        raise UnfitError("database_kind", kinds=KINDS)
    if scheme.startswith("postgres") and rest.count("@") > 1:  # the password may hold one: no part of it may be told
        raise UnfitError("database")
    whole = f"{DRIVERS[scheme]}://{rest}"
    try:
        parsed = make_url(whole)
    except (ArgumentError, ValueError):
        raise UnfitError("database") from None
    (fit_sqlite if parsed.get_backend_name() == "sqlite" else fit_postgres)(parsed)
    if "sslmode" not in parsed.query:
        return whole
    plain = parsed.difference_update_query(["sslmode"])
    named = plain.update_query_dict({"ssl": parsed.query.get("ssl", parsed.query["sslmode"])})
    return named.render_as_string(hide_password=False)


def fit_sqlite(url: URL) -> None:
    """Raise UnfitError unless a URL names a file or memory, with options that SQLite knows."""
    if url.host or url.port or url.username or url.password:
        raise UnfitError("database")
    if "uri" not in url.query:  # with it, the options are the file's own
        known_options(url, SQLITE_OPTIONS)


def fit_postgres(url: URL) -> None:
    """Raise UnfitError unless a URL has a port, if any, that there is, and options that the driver knows."""
    if url.port is not None and url.port not in PORTS:
        raise UnfitError("database")
    known_options(url, POSTGRES_OPTIONS)
    if not all(value.isdecimal() for name in NUMBERS for value in url.normalized_query.get(name, ())):
        raise UnfitError("database")
    if not all(url.query.get(name, SSL_MODES[0]) in SSL_MODES for name in ("ssl", "sslmode")):
        raise UnfitError("sslmode", choices=", ".join(SSL_MODES))


def known_options(url: URL, known: set[str]) -> None:
    """Raise UnfitError that names the first option of a URL which is not known, if there is one."""
    unknown = next((name for name in url.query if name not in known), None)
    if unknown is not None:
        raise UnfitError("database_option", name=unknown)
