"""The counts behind a rank: how many standings share the leading digits of a value.

To know how many stand above a value takes, at each level, the nodes beside the value's own under the same parent: a
few short sums, whether ten learners stand there or ten million. The counts move with the standings, in the same
transaction, each by its difference, and always in one order, so that several may write at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, Protocol

from sqlalchemy import ColumnElement, ScalarSelect, and_, bindparam, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import standing, standing_node
from bot.store.upsert import add_all

Sort = Literal["points", "accuracy", "walls"]

SORTS: Final[tuple[Sort, ...]] = ("points", "accuracy", "walls")
BITS: Final = 6  # of a value that one level decides on
TOP: Final = 3  # the level without a parent

node = standing_node.c


class Valued(Protocol):
    """A standing, as far as it is ranked."""

    @property
    def guild(self) -> int:
        """Where it stands."""
        ...

    @property
    def period(self) -> str:
        """Over which time."""
        ...


async def shift(db: AsyncConnection, before: Iterable[Valued], after: Iterable[Valued]) -> None:
    """Count standings that are in the place of others."""
    moved: Counter[tuple[Any, ...]] = Counter()
    for row in after:
        moved.update(_nodes(row))
    for row in before:
        moved.subtract(_nodes(row))
    names = ("guild", "period", "sort", "level", "node")
    rows = [dict(zip(names, key, strict=True)) | {"learners": moved[key]} for key in sorted(moved) if moved[key]]
    await add_all(db, standing_node, rows, "learners")


def higher(sort: Sort) -> ColumnElement[int]:
    """Return the column of how many stand above a standing, of the query it is selected in."""
    value = standing.c[sort]
    beside = [_beside(sort, value, level) for level in range(TOP + 1)]
    return sum(beside[1:], beside[0])


def alike(sort: Sort) -> ColumnElement[int]:
    """Return the column of how many have the value of a standing, itself among them."""
    return _sum(sort, node.level == _number(0), node.node == standing.c[sort])


async def size(db: AsyncConnection, guild: int, period: str, sort: Sort) -> int:
    """Return how many stand there at all."""
    found: int = (await db.execute(SIZE, {"guild": guild, "period": period, "sort": sort})).scalar_one()
    return int(found)


async def value_at(db: AsyncConnection, guild: int, period: str, sort: Sort, place: int) -> tuple[int, int] | None:
    """Return the value that stands at a place, 0 the highest, and how many at that value stand before it."""
    here = {"guild": guild, "period": period, "sort": sort}
    parent: int | None = None
    for level in range(TOP, -1, -1):
        query = select(node.node, node.learners).where(TREE, node.level == level, node.learners > 0)
        if parent is not None:
            query = query.where(node.node.between(parent << BITS, (parent << BITS) + (1 << BITS) - 1))
        for each, learners in await db.execute(query.order_by(node.node.desc()), here):
            if place < learners:
                parent = each
                break
            place -= learners
        else:
            return None
    return None if parent is None else (parent, place)


def _nodes(row: Valued) -> Iterator[tuple[Any, ...]]:
    for sort in SORTS:
        value: int | None = getattr(row, sort)
        if value is not None:
            for level in range(TOP + 1):
                yield row.guild, row.period, sort, level, value >> BITS * level


def _beside(sort: Sort, value: ColumnElement[int], level: int) -> ColumnElement[int]:
    here = value.bitwise_rshift(_number(BITS * level))
    which = [node.level == _number(level), node.node > here]
    if level < TOP:
        parent = value.bitwise_rshift(_number(BITS * (level + 1)))
        which.append(node.node < (parent + _number(1)).bitwise_lshift(_number(BITS)))
    return _sum(sort, *which)


def _sum(sort: Sort, *which: ColumnElement[bool]) -> ColumnElement[int]:
    named = node.sort == literal_column(f"'{sort}'")
    here = and_(node.guild == standing.c.guild, node.period == standing.c.period, named)
    found: ScalarSelect[int] = select(func.sum(node.learners)).where(here, *which).correlate(standing).scalar_subquery()
    return func.coalesce(found, _number(0))


def _number(number: int) -> ColumnElement[int]:
    return literal_column(str(number))


TREE: Final = and_(node.guild == bindparam("guild"), node.period == bindparam("period"), node.sort == bindparam("sort"))
SIZE: Final = select(func.coalesce(func.sum(node.learners), 0)).where(TREE, node.level == TOP)
