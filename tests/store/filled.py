"""Fills every table of a database with rows, whatever its revision: made from what the database tells of itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.store import Store

ROWS = 6  # of each table: as many as there are places in which a question may be asked
MOMENT = 10**15  # microseconds
NAME = "高斯"

Rows = list[dict[str, Any]]


async def fill(store: Store) -> None:
    """Put rows into every table, the first with NULL wherever that may be."""
    async with store.writing() as db:
        await db.run_sync(_fill)


async def rows_of(store: Store) -> dict[str, Rows]:
    """Return all rows of each table, in the order of their primary keys."""
    async with store.reading() as db:
        return await db.run_sync(_rows)


async def tables_of(store: Store) -> dict[str, Table]:
    """Return the tables as the database tells of them."""
    async with store.reading() as db:
        return await db.run_sync(lambda connection: {table.name: table for table in _tables(connection)})


def within(rows: Rows, others: Rows) -> Rows:
    """Return rows with those columns alone that others have."""
    names = others[0].keys() if others else ()
    return [{name: row[name] for name in names if name in row} for row in rows]


def leaning_on(tables: Mapping[str, Table], lost: Iterable[str]) -> set[str]:
    """Return the tables whose rows may refer to those of some tables, be it by way of others."""
    found, grown = set[str](), set(lost)
    while grown != found:
        found = set(grown)
        grown |= {
            name for name, table in tables.items() if any(key.column.table.name in found for key in table.foreign_keys)
        }
    return found


def _tables(connection: Connection) -> list[Table]:
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def _fill(connection: Connection) -> None:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    for table in _tables(connection):
        statement = insert(table).on_conflict_do_nothing()  # triggers may have been there first
        for number in range(ROWS):
            connection.execute(statement.values({each.name: _value(table, each, number) for each in table.c}))
        if connection.dialect.name == "postgresql" and "id" in table.c:
            _count_on(connection, table)


def _count_on(connection: Connection, table: Table) -> None:
    """Have the database number its own rows from where ours end."""
    sequence = func.pg_get_serial_sequence(table.name, "id")
    connection.execute(select(func.setval(sequence, func.max(table.c.id))).where(sequence.is_not(None)))


def _value(table: Table, column: Column[Any], number: int) -> Any:
    """Return what stands in a column of a row; of several optional references, each row has one alone."""
    if column.foreign_keys:
        optional = [each for each in table.c if each.foreign_keys and each.nullable]
        here = column not in optional or optional.index(column) == number % len(optional)
        return number + 1 if here else None
    if column.primary_key and isinstance(column.type, Integer):
        return number + 1
    return None if column.nullable and number == 0 else _of(column, number)


def _of(column: Column[Any], number: int) -> Any:
    kinds: list[tuple[type, Any]] = [
        (Boolean, number % 2 == 1),
        (JSON, {NAME: [number, None]}),
        (LargeBinary, b"\x00\xed\xa0\x80" + bytes([number])),  # a NUL and half a pair, as a learner may type them
        (BigInteger, MOMENT + number),
        (Integer, number + 1),
        (String, f"{NAME}{number}"),
    ]
    assert not isinstance(column.type, DateTime), "moments are kept as whole numbers"
    return next(value for kind, value in kinds if isinstance(column.type, kind))


def _rows(connection: Connection) -> dict[str, Rows]:
    return {
        table.name: [
            {name: json.dumps(value) if isinstance(value, dict) else value for name, value in row._mapping.items()}
            for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
        for table in _tables(connection)
    }
