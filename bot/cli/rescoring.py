"""`gauss-elder db rescore`, carried out: every standing made again from the answers."""

from __future__ import annotations

import asyncio
from secrets import randbits

from bot.cli.clock import now
from bot.cli.database import kept_url, open_current, troubled
from bot.play.board.boards import Boards
from bot.play.house import House
from bot.workshop import Workshop
from quizbank.bank import open_bank


def rescore() -> int:
    """Make every standing again; return how many learners were looked at."""
    return asyncio.run(rescored())


async def rescored() -> int:
    """Make every standing again in the database of the settings."""
    url = kept_url()
    store = await open_current(url)
    workshop = Workshop()  # scoring asks nothing of it, so it starts no worker
    try:
        with troubled(url):
            return await Boards(House(store, open_bank(), workshop, clock=now, secrets=randbits)).rescore()
    finally:
        await workshop.close()
        await store.close()
