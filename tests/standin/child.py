"""The real bot in a process of its own, pointed at the stand-in: `python -m tests.standin.child PORT [--idle]`.

discord.py has no setting for where Discord is; two of its names are given other values, here and nowhere else.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from bot.cli.loading import loaded

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.hand import Found, Work
    from bot.store.store import Store

FORGOTTEN = 4  # a forgetful bot keeps nothing of each block of this number


class IdleWorkshop:
    """A workshop that makes nothing: words stand for pictures, and the certificates serve."""

    def __init__(self, **_settings: Any) -> None:
        self.warmed = False

    def warm(self) -> None:
        self.warmed = True

    async def measure(self, *_job: Any, **_patience: Any) -> None:
        return None

    exhibit = draw = reckon = measure

    async def close(self) -> None:
        return None


def point_at(port: int) -> None:
    """Have discord.py take the stand-in at that port for Discord."""
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway/")


def serve(port: int, *, idle: bool) -> None:
    """Run the bot as `gauss-elder run` does, which loads it first; idle, without worker processes."""
    run = loaded()
    point_at(port)
    if idle:
        import bot.cli.house

        bot.cli.house.Workshop = IdleWorkshop  # type: ignore[assignment, misc]
    run(None)


def forgetful(port: int) -> None:
    """Run a bot that acknowledges answers and forgets a part of them: what a harness has to notice."""
    from bot.store.store import Store

    writing, write, blocks = Store.writing, Store.write, count(1)

    @asynccontextmanager
    async def forgetting(store: Store) -> AsyncIterator[AsyncConnection]:
        async with writing(store) as db:
            yield db
            if next(blocks) % FORGOTTEN == 0:
                await db.rollback()

    async def forgetting_work(store: Store, work: Work[Found]) -> Found:
        def forgotten(db: Connection) -> Found:
            found = work(db)
            if next(blocks) % FORGOTTEN == 0:
                db.rollback()
            return found

        return await write(store, forgotten)

    Store.writing = forgetting  # type: ignore[method-assign]
    Store.write = forgetting_work  # type: ignore[method-assign]
    serve(port, idle=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]), idle="--idle" in sys.argv)
