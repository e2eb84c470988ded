"""`gauss-elder demo`: the real bot in a browser, without a token."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.options import Lang
from bot.cli.words import say


def demo(
    lang: Lang = None,
    port: Annotated[int, typer.Option(help=say("help.port"), min=0, max=65535, show_default=False)] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help=say("help.no_open"))] = False,
    data: Annotated[Path | None, typer.Option(help=say("help.data"), metavar="FOLDER", show_default=False)] = None,
) -> None:
    """Serve the demo until it is closed, there or here."""
    from bot.cli.showing import show_demo

    show_demo(lang, port=port, browse=not no_open, folder=data)
