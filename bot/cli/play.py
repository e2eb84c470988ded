"""`gauss-elder play`: the game at this shell, for a person or for a program."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.options import AsJson, Lang, Tier
from bot.cli.words import say

LARGEST_SEED = 2**63 - 1  # what the store's whole numbers hold


def play(
    target: Annotated[str | None, typer.Argument(help=say("help.target"), show_default=False)] = None,
    lang: Lang = None,
    random: Annotated[
        int | None, typer.Option(help=say("help.random"), min=0, max=LARGEST_SEED, metavar="N", show_default=False)
    ] = None,
    tier: Annotated[Tier, typer.Option(help=say("help.tier"))] = "adept",
    text: Annotated[bool, typer.Option("--text", help=say("help.text"))] = False,
    as_json: AsJson = False,
) -> None:
    """Play until the learner leaves or a scene awaits nothing; all of it is kept on the way."""
    from bot.cli.sitting import sit_down

    sit_down(target, lang=lang, random=random, tier=tier, pictures=not text, as_json=as_json)
