"""From one kind of database to another: every row of every table, as it is."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, Column, Insert, Table, bindparam, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.copies import Holding, NotEmptyError, UnsoundError
from bot.store.dumps import holding
from bot.store.store import Store
from bot.store.tables import metadata

BATCH: Final = 1000  # rows


async def move(source: Store, target: Store) -> Holding:
    """Copy all rows of a SQLite database into an empty PostgreSQL one of the same revision, all or none.

    Return what it then holds. Raises NotEmptyError if the target holds a row, and UnsoundError if what would be kept is
    not what the source holds.
    """
    async with source.reading() as old, target.writing() as new:
        if (await holding(new)).total:
            raise NotEmptyError
        for table in metadata.sorted_tables:
            await new.execute(text(f'ALTER TABLE "{table.name}" DISABLE TRIGGER USER'))  # what they note down comes too
            await _copy(old, new, table)
            await new.execute(text(f'ALTER TABLE "{table.name}" ENABLE TRIGGER USER'))
        moved = await holding(new)
        if moved != await holding(old):
            raise UnsoundError
    return moved


async def _copy(old: AsyncConnection, new: AsyncConnection, table: Table) -> None:
    rows = await old.stream(select(table).order_by(*table.primary_key))
    async for batch in rows.mappings().partitions(BATCH):
        await new.execute(_inserting(table), [dict(row) for row in batch])
    number = table.autoincrement_column
    if number is not None:
        sequence = func.pg_get_serial_sequence(table.name, number.name)
        await new.execute(select(func.setval(sequence, func.max(number))).where(number.is_not(None)))


def _inserting(table: Table) -> Insert:
    return insert(table).values({column.name: bindparam(column.name, type_=_kind(column)) for column in table.c})


def _kind(column: Column[Any]) -> Any:
    return JSON(none_as_null=bool(column.nullable)) if isinstance(column.type, JSON) else column.type
