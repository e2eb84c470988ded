"""Loads all that the bot in Discord consists of, in one go."""

from __future__ import annotations

import gc
from collections.abc import Callable


def loaded() -> Callable[[str | None], None]:
    """Return `serve` of `bot.cli.serving`, with everything it stands on.

    No garbage is looked for meanwhile, nor among this ever after: all of it stays, and looking it through took a tenth
    of the start, and later, whenever it was looked through once more, everyone's time.
    """
    gc.disable()
    try:
        from bot.cli.serving import serve
    finally:
        gc.freeze()
        gc.enable()
    return serve
