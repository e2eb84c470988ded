"""Memberships: in which guilds a learner was seen, and which of them they are known to have left."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import learner, membership
from bot.store.upsert import put_all


async def see(db: AsyncConnection, seen: Collection[tuple[int, int]], at: datetime) -> None:
    """Remember that these learners are in these guilds: pairs of a guild and a learner in it."""
    rows = [{"guild": guild, "learner_id": learner_id, "seen": at, "left": None} for guild, learner_id in seen]
    await put_all(db, membership, rows)


async def leave(db: AsyncConnection, guild: int, learner_id: int, at: datetime) -> None:
    """Remember that a learner has left a guild; nothing if they were never seen there."""
    here = (membership.c.guild == guild) & (membership.c.learner_id == learner_id)
    await db.execute(membership.update().where(here).values(left=at))


async def stand_worldwide(db: AsyncConnection, learner_id: int, wanted: bool) -> None:
    """Let a learner stand on the board of all servers, or on it no more."""
    changed = learner.c.worldwide.is_not(wanted)
    await db.execute(learner.update().where(learner.c.id == learner_id, changed).values(worldwide=wanted))


async def worldwide(db: AsyncConnection, learner_id: int) -> bool:
    """Tell whether a learner stands on the board of all servers."""
    found = await db.execute(select(learner.c.worldwide).where(learner.c.id == learner_id))
    return bool(found.scalar_one_or_none())
