"""Inserts that the database's own laws make safe to repeat, in the dialect of the connection."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def add_once(db: AsyncConnection, table: Table, row: Mapping[str, Any]) -> int | None:
    """Insert a row and return its id, or None if a law of uniqueness says that it is there already."""
    result = await db.execute(_insert(db, table).values(row).on_conflict_do_nothing().returning(table.c.id))
    id: int | None = result.scalar_one_or_none()
    return id


def put(db: AsyncConnection, table: Table, row: Mapping[str, Any], keep: Collection[str] = ()) -> Executable:
    """Return the statement that inserts a row, or renews the one with its primary key, save the columns in `keep`."""
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys and name not in keep}
    return _insert(db, table).values(row).on_conflict_do_update(index_elements=keys, set_=changes)


def _insert(db: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if db.dialect.name == "sqlite" else postgresql.insert(table)
