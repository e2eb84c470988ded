"""`gauss-elder run`: the bot on Discord."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from bot.cli.errors import CommandError
from bot.cli.words import say


def run(
    shards: Annotated[str | None, typer.Option(metavar="A-B/N", help=say("help.shards"), show_default=False)] = None,
) -> None:
    """Stay connected to Discord until told to stop."""
    from bot.cli.loading import loaded

    try:
        loaded()(shards)
    except Exception as error:
        log_end(error)
        raise


def log_end(error: Exception) -> None:
    """Log why it ends where the log is for programs, which read nothing else; people are told in any case."""
    from bot.cli.settled import settings
    from bot.watch.logs import set_up

    try:
        form = settings(hints=False).log
    except CommandError:
        return
    if form != "json":
        return
    log = logging.getLogger(__name__)
    if not log.hasHandlers():
        set_up(form)
    if isinstance(error, CommandError):
        log.critical(say(f"problem.{error.key}", **error.values))
    else:
        log.critical(say("problem.unexpected", name=type(error).__name__), exc_info=error)
