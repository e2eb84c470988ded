"""What all tables are made of: their register, and how a moment and a typed text are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Dialect, Index, Integer, LargeBinary, MetaData, text
from sqlalchemy.types import TypeDecorator

CONDITION = "condition"  # under which an index tells the rows it is about
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Instant(TypeDecorator[datetime]):
    """A moment, kept as whole microseconds since 1970 UTC: the same in every database, exact, and ordered."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Take an aware datetime; a naive one raises TypeError."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give an aware datetime in UTC."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


class Typed(TypeDecorator[str]):
    """A text exactly as it was typed, byte for byte: NUL, lone surrogates and all."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Take any str."""
        return None if value is None else value.encode("utf-8", "surrogatepass")

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """Give back the very same str."""
        return None if value is None else bytes(value).decode("utf-8", "surrogatepass")


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only in a column called INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")


def unique_where(name: str, condition: str, *columns: ColumnElement[Any]) -> Index:
    """Return a law that holds among the rows of a condition alone: one open battle each, and the like."""
    return index_where(name, condition, *columns, unique=True)


def index_where(name: str, condition: str, *columns: ColumnElement[Any], unique: bool = False) -> Index:
    """Return an index of the rows of a condition alone.

    The migrations make it, in either dialect. Here it is named for SQLite: to name PostgreSQL would load all of that.
    """
    return Index(name, *columns, unique=unique, sqlite_where=text(condition), info={CONDITION: condition})
