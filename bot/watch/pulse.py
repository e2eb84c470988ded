"""How late the event loop is: a beat each second, and by how much it was missed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from discord.ext import tasks

BEAT: Final = 1.0  # seconds


class Pulse:
    """Beats while it is started, and tells how many seconds late each beat was."""

    def __init__(self, late: Callable[[float], None]) -> None:
        self._late = late
        self._last: float | None = None

    def start(self) -> None:
        """Begin to beat."""
        self.beat.start()

    def stop(self) -> None:
        """Beat no more."""
        self.beat.cancel()

    @tasks.loop(seconds=BEAT)
    async def beat(self) -> None:
        """Tell how much later than it should this beat came."""
        now = asyncio.get_running_loop().time()
        if self._last is not None:
            self._late(max(0.0, now - self._last - BEAT))
        self._last = now
