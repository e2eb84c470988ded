"""What a database takes of the machine: bytes, and the time of its server's processes where they run here."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from bot.store.store import Store

SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}


async def size(store: Store) -> int:
    """Return how many bytes the database takes."""
    async with store.reading() as db:
        return int((await db.execute(text(SIZE[store.engine.dialect.name]))).scalar_one())


async def server_time(store: Store) -> float:
    """Return the seconds of processor time that PostgreSQL's processes for this database have used; 0 on SQLite."""
    if store.engine.dialect.name == "sqlite":
        return 0.0
    async with store.reading() as db:
        pids = (await db.execute(text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()"))).scalars()
        return sum(map(used, pids))


def used(pid: int) -> float:
    """Return the seconds of processor time of a process of this machine; 0 of one that is none."""
    with suppress(OSError, IndexError, ValueError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def burden() -> str:
    """Return the machine's load averages, where it tells them."""
    return " ".join(f"{each:.1f}" for each in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
