"""Guilds: what each has chosen for its own learners."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import guild
from bot.store.upsert import put


class GuildRow(NamedTuple):
    """A guild's choices; one that has chosen nothing has these defaults."""

    id: int
    role: int | None = None
    teachers: int | None = None
    language: str | None = None
    zone: str | None = None
    channels: tuple[int, ...] | None = None
    tiers: tuple[str, ...] | None = None
    season: str | None = None
    season_began: datetime | None = None
    named: bool = True
    board_channel: int | None = None
    board_message: int | None = None
    left: datetime | None = None


COLUMNS = tuple(guild.c[name] for name in GuildRow._fields)


async def settings(db: AsyncConnection, id: int) -> GuildRow:
    """Return what a guild has chosen."""
    row = (await db.execute(select(*COLUMNS).where(guild.c.id == id))).mappings().one_or_none()
    if row is None:
        return GuildRow(id)
    lists = {name: None if row[name] is None else tuple(row[name]) for name in ("channels", "tiers")}
    return GuildRow(**{**row, **lists})


async def choose(db: AsyncConnection, id: int, **choices: Any) -> None:
    """Remember some of a guild's choices, by the names of GuildRow; the others stay as they are."""
    row = {name: list(value) if isinstance(value, tuple) else value for name, value in choices.items()}
    await db.execute(put(db, guild, {"id": id, **row}))


async def reward(db: AsyncConnection, id: int, role: int | None) -> None:
    """Remember which role a guild gives to whoever breaks the wall; None for no role."""
    await choose(db, id, role=role)


async def find_reward(db: AsyncConnection, id: int) -> int | None:
    """Return the role a guild gives, or None."""
    return (await settings(db, id)).role
