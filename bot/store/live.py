"""How much is under way: each a count over an index of what is open alone."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Table, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import battle, raid, review, sitting, study, walk

OPEN: Final[tuple[Table, ...]] = (battle, walk, raid, study, review, sitting)


async def counts(db: AsyncConnection) -> dict[str, int]:
    """Return how many battles, walks, raids, sessions, reviews and sittings are open."""
    each = (
        select(literal(table.name), func.count()).select_from(table).where(table.c.ended.is_(None)) for table in OPEN
    )
    rows = await db.execute(union_all(*each))
    return {row[0]: row[1] for row in rows}
