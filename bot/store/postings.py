"""Public messages that are being put up: begun before they are sent, ended once it is remembered where they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.shards import Shards
from bot.store.tables import posting


class PostingRow(NamedTuple):
    """One message being put up; `guild` is 0 in a direct message."""

    id: int
    sort: str
    home: int
    guild: int
    channel: int
    token: str | None
    replaced_channel: int | None
    replaced: int | None


async def begin(
    db: AsyncConnection,
    *,
    sort: str,
    home: int,
    guild: int,
    channel: int,
    token: str | None,
    replaced_channel: int | None,
    replaced: int | None,
    at: datetime,
) -> int:
    """Note down that a message is going to be put up, and return the note's id."""
    row = {
        "sort": sort,
        "home": home,
        "guild": guild,
        "channel": channel,
        "token": token,
        "replaced_channel": replaced_channel,
        "replaced": replaced,
        "at": at,
    }
    id: int = (await db.execute(posting.insert().values(row).returning(posting.c.id))).scalar_one()
    return id


async def end(db: AsyncConnection, ids: Collection[int]) -> None:
    """Strike out notes."""
    await db.execute(delete(posting).where(posting.c.id.in_(ids)))


async def left(db: AsyncConnection, shards: Shards) -> Sequence[PostingRow]:
    """Return the notes of guilds of these shards that nobody struck out, in the order they were made."""
    columns = (posting.c[name] for name in PostingRow._fields)
    rows = select(*columns).where(shards.own(posting.c.guild)).order_by(posting.c.id)
    return [PostingRow(*row) for row in await db.execute(rows)]
