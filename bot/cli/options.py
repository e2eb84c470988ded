"""Options that several commands share, and the words they may be given.

`Language` and `Tier` are those of `bot.play.scene`, spelt out: importing that would load the store.
"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bot.cli.words import say

Language = Literal["zh-CN", "en"]
Tier = Literal["apprentice", "adept", "elder"]

AsJson = Annotated[bool, typer.Option("--json", help=say("help.json"))]
Lang = Annotated[  # eager, so that what is wrong with the other options is told in this language
    Language | None, typer.Option(help=say("help.lang"), show_default=False, is_eager=True)
]
