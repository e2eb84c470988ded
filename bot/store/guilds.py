"""Guilds: what each has chosen for its own learners."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import guild
from bot.store.upsert import put


async def reward(db: AsyncConnection, id: int, role: int | None) -> None:
    """Remember which role a guild gives to whoever breaks the wall; None for no role."""
    await db.execute(put(db, guild, {"id": id, "role": role}))


async def find_reward(db: AsyncConnection, id: int) -> int | None:
    """Return the role a guild gives, or None."""
    role: int | None = (await db.execute(select(guild.c.role).where(guild.c.id == id))).scalar_one_or_none()
    return role
