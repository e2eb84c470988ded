"""When a shard may next introduce itself to Discord, agreed on by all processes through their one database.

Discord takes so many at once (`max_concurrency`), each from another bucket of shards, and from each bucket one in five
seconds; discord.py heeds that within one process alone.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from bot.store import memos
from bot.store.locks import IDENTIFIES
from bot.store.store import Store

APART: Final = 5.5  # seconds between two of one bucket: Discord's five, and some for the way there
ALONE: Final = text("SELECT pg_advisory_xact_lock(:key, :bucket)")
NOW: Final = text("SELECT extract(epoch FROM clock_timestamp())")  # the database's clock, which all share


async def turn(store: Store, shard: int, at_once: int) -> float:
    """Take the next free turn of a shard's bucket and return in how many seconds it comes.

    On SQLite there is one process, and nobody to agree with: its turn is now.
    """
    if store.engine.dialect.name == "sqlite":
        return 0.0
    bucket = shard % at_once
    name = f"discord.identify.{bucket}"
    async with store.writing() as db:
        await db.execute(ALONE, {"key": IDENTIFIES, "bucket": bucket})
        now = float((await db.execute(NOW)).scalar_one())
        last = await memos.find(db, name)
        mine = now if last is None else max(now, float(last) + APART)
        await memos.keep(db, name, repr(mine))
    return mine - now
