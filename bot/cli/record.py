"""`gauss-elder map` and `gauss-elder me`: the doors, and what the learner at this shell holds."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.options import AsJson, Lang
from bot.cli.words import say

AsText = Annotated[bool, typer.Option("--text", help=say("help.text"))]


def map(lang: Lang = None, text: AsText = False, as_json: AsJson = False) -> None:
    """Print every door as it stands."""
    from bot.cli.recording import print_map

    print_map(lang, pictures=not text, as_json=as_json)


def me(lang: Lang = None, text: AsText = False, as_json: AsJson = False) -> None:
    """Print the rank, the skills held, and the path retold."""
    from bot.cli.recording import print_me

    print_me(lang, pictures=not text, as_json=as_json)
