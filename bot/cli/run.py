"""`gauss-elder run`: the bot on Discord."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.words import say


def run(
    shards: Annotated[str | None, typer.Option(metavar="A-B/N", help=say("help.shards"), show_default=False)] = None,
) -> None:
    """Stay connected to Discord until told to stop."""
    from bot.cli.loading import loaded

    loaded()(shards)
