"""Logs for people and for programs: each record with the interaction it belongs to, and no foreign text or secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from traceback import StackSummary, format_list, walk_tb
from types import TracebackType
from typing import Final, Literal, TextIO

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.watch.answering import current

Form = Literal["text", "json"]

QUIET: Final = ("alembic", "aiohttp.access")  # say at INFO what nobody needs
HIDDEN: Final = "…"
TOKENS: Final = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]+")  # an interaction's own, in Discord's addresses
DETAIL: Final = re.compile(r"\n\s*(?:DETAIL|CONTEXT|QUERY):.*")  # PostgreSQL quotes whole rows there
OUTSPOKEN: Final = (discord.HTTPException, discord.ConnectionClosed, SQLAlchemyError, OSError)


def set_up(form: Form, secrets: tuple[str, ...] = (), stream: TextIO | None = None) -> logging.Handler:
    """Have everything from INFO on logged in a form, never with one of these secrets in it; return the handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(FORMATTERS[form](secrets))
    handler.addFilter(bear_interaction)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler


def bear_interaction(record: logging.LogRecord) -> bool:
    """Give a record the id of the interaction that is being answered, or None."""
    record.interaction = current.get()
    return True


class Discreet(logging.Formatter):
    """Tells of faults by their names and places; in words only where the words are known to be no learner's."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def hushed(self, text: str) -> str:
        """Return a text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return DETAIL.sub("", TOKENS.sub(rf"\1{HIDDEN}", text))

    def message(self, record: logging.LogRecord) -> str:
        """Return what a record says."""
        return self.hushed(record.getMessage())

    def fault(self, record: logging.LogRecord) -> str | None:
        """Return the fault a record tells of, with where it came from; None if it tells of none."""
        error = record.exc_info[1] if record.exc_info else None
        return None if error is None else self.hushed("\n".join(told(error)))


class Lines(Discreet):
    """One line a record for people, a fault below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        interaction = getattr(record, "interaction", None)
        of = "" if interaction is None else f" [{interaction}]"
        line = f"{moment(record)} {record.levelname:<8} {record.name}{of}: {self.message(record)}"
        fault = self.fault(record)
        return line if fault is None else f"{line}\n{fault}"


class Objects(Discreet):
    """One JSON object a record, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        told = {
            "at": moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "interaction": getattr(record, "interaction", None),
            "message": self.message(record),
            "fault": self.fault(record),
        }
        return json.dumps({name: value for name, value in told.items() if value is not None}, ensure_ascii=False)


FORMATTERS: Final[dict[Form, type[Discreet]]] = {"text": Lines, "json": Objects}


def moment(record: logging.LogRecord) -> str:
    """Return when a record was made, in UTC."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def told(error: BaseException) -> Iterator[str]:
    """Yield a fault and what led to it, the first cause first, line by line."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        yield from told(earlier)
    yield from places(error.__traceback__)
    yield f"{type(error).__qualname__}: {error}" if isinstance(error, OUTSPOKEN) else type(error).__qualname__
    for each in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from told(each)


def places(traceback: TracebackType | None) -> Iterator[str]:
    """Yield where a fault passed through."""
    for line in format_list(StackSummary.extract(walk_tb(traceback))):
        yield line.rstrip()
