"""Inserts that the database's own laws make safe to repeat, in the dialect of the connection."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


async def add_once(db: AsyncConnection, table: Table, row: Mapping[str, Any]) -> int | None:
    """Insert a row and return its id, or None if a law of uniqueness says that it is there already."""
    result = await db.execute(_insert(db, table).values(row).on_conflict_do_nothing().returning(table.c.id))
    id: int | None = result.scalar_one_or_none()
    return id


def add_all_once(db: Connection, table: Table, rows: Sequence[Mapping[str, Any]], by: str) -> dict[Any, int]:
    """Insert rows and return the ids of those that were not there already, by the value of a column unique to each."""
    if not rows:
        return {}
    statement = _insert(db, table).on_conflict_do_nothing().returning(table.c[by], table.c.id)
    return {row[0]: row[1] for row in db.execute(statement, list(rows))}


def put(
    db: AsyncConnection | Connection, table: Table, row: Mapping[str, Any], keep: Collection[str] = ()
) -> Executable:
    """Return the statement that inserts a row, or renews the one with its primary key, save the columns in `keep`."""
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys and name not in keep}
    return _insert(db, table).values(row).on_conflict_do_update(index_elements=keys, set_=changes)


async def put_all(db: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows with every column, or renew those with their primary keys."""
    if rows:
        insert = _insert(db, table)
        keys = [column.name for column in table.primary_key]
        changes = {column.name: insert.excluded[column.name] for column in table.c if column.name not in keys}
        await db.execute(insert.on_conflict_do_update(index_elements=keys, set_=changes), rows)


async def add_all(db: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]], column: str) -> None:
    """Insert rows, or add each one's number in a column to that of the row with its primary key."""
    if rows:
        insert = _insert(db, table)
        keys = [column.name for column in table.primary_key]
        more = {column: table.c[column] + insert.excluded[column]}
        await db.execute(insert.on_conflict_do_update(index_elements=keys, set_=more), rows)


def _insert(db: AsyncConnection | Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if db.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # loaded by then, and only where it is spoken

    return postgresql.insert(table)
