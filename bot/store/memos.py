"""Notes the bot keeps for itself, by name."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import memo
from bot.store.upsert import put


async def keep(db: AsyncConnection, name: str, value: str) -> None:
    """Write a note, in place of an older one of that name."""
    await db.execute(put(db, memo, {"name": name, "value": value}))


async def find(db: AsyncConnection, name: str) -> str | None:
    """Return a note, or None."""
    result = await db.execute(select(memo.c.value).where(memo.c.name == name))
    return result.scalar_one_or_none()


async def exchange(db: AsyncConnection, name: str, old: str, new: str) -> bool:
    """Write a note in place of that very one; False, and nothing is written, if another stands there by now."""
    here = memo.update().where(memo.c.name == name, memo.c.value == old).values(value=new)
    return (await db.execute(here.returning(memo.c.name))).first() is not None
