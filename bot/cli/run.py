"""`gauss-elder run`: the bot on Discord."""

from __future__ import annotations


def run() -> None:
    """Stay connected to Discord until told to stop."""
    from bot.cli.serving import serve

    serve()
