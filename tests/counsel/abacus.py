"""A workshop of one's own for these tests: the sums are done right here, by the very trade the workers carry out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.workshop import WorkshopError, trades
from tests.discord.easel import Easel


class Abacus(Easel):
    """Draws as an easel does, and reckons; unless it is to fail, or to be too slow."""

    fails = False
    slow = False

    async def reckon(self, what: str, job: Mapping[str, Any], *, patience: float | None = None) -> Any:
        if self.fails:
            raise WorkshopError("out of order")
        return None if self.slow else trades.reckon(what, job).message["reckoned"]
