"""Boards: rows of standings in the order of one of their values, from any place in it, and who is named on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, String, and_, bindparam, cast, literal, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.nodes import Sort, alike, higher
from bot.store.shards import Shards
from bot.store.tables import guild, learner, membership, memo, standing, standing_node
from bot.store.upsert import put_all

WEEK, MONTH = "____-W__", "____-__"  # how the periods of the calendar are called
MOVED: Final = "board.moved."  # the memo of a guild whose standings have moved; the guild's id follows


class StandingRow(NamedTuple):
    """One learner's standing on a board; `named` unless they hid, or are known to have left."""

    learner_id: int
    name: str
    named: bool
    points: int
    right: int
    tried: int
    walls: int
    accuracy: int | None

    def value(self, sort: Sort) -> int | None:
        """Return what it is ranked by; None where it is not ranked by that."""
        found: int | None = getattr(self, sort)
        return found


class RankedRow(NamedTuple):
    """A standing, how many stand above it, and how many have its value, itself among them."""

    row: StandingRow
    higher: int
    alike: int


async def own(db: AsyncConnection, guild: int, period: str, sort: Sort, learner_id: int) -> RankedRow | None:
    """Return a learner's standing with its rank, or None if it has none there."""
    rows = await _ranked(db, _own(sort), {"guild": guild, "period": period, "learner": learner_id})
    return rows[0] if rows else None


async def page(
    db: AsyncConnection, guild: int, period: str, sort: Sort, limit: int, start: tuple[int, int] | None = None
) -> Sequence[StandingRow]:
    """Return rows from the highest, or from a value on after some that stand at it; equal ones by the later id."""
    here = {"guild": guild, "period": period, "limit": limit}
    if start is None:
        found = await db.execute(_page(sort), here)
    else:
        found = await db.execute(_later_page(sort), {**here, "value": start[0], "skip": start[1]})
    return [StandingRow(*row) for row in found]


async def beside(
    db: AsyncConnection, guild: int, period: str, sort: Sort, row: StandingRow, limit: int
) -> tuple[Sequence[RankedRow], Sequence[RankedRow]]:
    """Return the rows just above one, in the board's order, and those just below it, with their ranks."""
    here = {"guild": guild, "period": period, "value": row.value(sort), "learner": row.learner_id, "limit": limit}
    return (await _ranked(db, _beside(sort, above=True), here))[::-1], await _ranked(
        db, _beside(sort, above=False), here
    )


async def posted(db: AsyncConnection, shards: Shards) -> Sequence[int]:
    """Return the guilds of these shards that have a board message."""
    return list((await db.execute(select(guild.c.id).where(_posted(shards)))).scalars())


async def move(db: AsyncConnection, guilds: Collection[int]) -> None:
    """Note that the standings of these guilds have moved, where a message shows them, for whoever keeps it."""
    shown = select(guild.c.id).where(guild.c.id.in_(guilds), guild.c.board_message.is_not(None))
    found = (await db.execute(shown.order_by(guild.c.id))).scalars()
    await put_all(db, memo, [{"name": f"{MOVED}{id}", "value": ""} for id in found])


async def take_moved(db: AsyncConnection, shards: Shards) -> Collection[int]:
    """Return the guilds of these shards whose message may show what is past; each note is given to one who asks."""
    names = select(literal(MOVED) + cast(guild.c.id, String)).where(_posted(shards))
    taken = await db.execute(memo.delete().where(memo.c.name.in_(names)).returning(memo.c.name))
    return {int(name.removeprefix(MOVED)) for name in taken.scalars()}


async def past(db: AsyncConnection, shards: Shards, week: str, month: str, limit: int) -> Sequence[tuple[int, str]]:
    """Return some boards of these shards, by guild and period, whose week or month was before those."""
    c = standing_node.c
    weeks = and_(c.period.like(WEEK), c.period < week)
    months = and_(c.period.like(MONTH), c.period < month)
    query = select(c.guild, c.period).distinct().where(or_(weeks, months), shards.own(c.guild)).limit(limit)
    return [(row.guild, row.period) for row in await db.execute(query)]


async def drop(db: AsyncConnection, guild_id: int, period: str) -> None:
    """Forget how everyone stood on a board; what it was summed from stays."""
    for table in (standing, standing_node):
        await db.execute(table.delete().where(table.c.guild == guild_id, table.c.period == period))


def _posted(shards: Shards) -> ColumnElement[bool]:
    return and_(guild.c.board_message.is_not(None), guild.c.left.is_(None), shards.own(guild.c.id))


async def _ranked(db: AsyncConnection, query: Select[Any], values: Mapping[str, Any]) -> Sequence[RankedRow]:
    return [RankedRow(StandingRow(*row), above, same) for *row, above, same in await db.execute(query, values)]


def _rows() -> Select[Any]:
    s = standing.c
    here = and_(membership.c.guild == s.guild, membership.c.learner_id == s.learner_id)
    unnamed = or_(learner.c.hidden, membership.c.left.is_not(None))
    return (
        select(s.learner_id, learner.c.name, ~unnamed, s.points, s.right, s.tried, s.walls, s.accuracy)
        .select_from(standing)
        .join(learner, learner.c.id == s.learner_id)
        .outerjoin(membership, here)
        .where(s.guild == bindparam("guild"), s.period == bindparam("period"))
    )


@cache  # making a statement costs more than running it: each of these is made once, when it is first wanted
def _page(sort: Sort) -> Select[Any]:
    value = standing.c[sort]
    order = value.desc(), standing.c.learner_id.desc()
    return _rows().where(value.is_not(None)).order_by(*order).limit(bindparam("limit"))


@cache
def _later_page(sort: Sort) -> Select[Any]:
    return _page(sort).where(standing.c[sort] <= bindparam("value")).offset(bindparam("skip"))


@cache
def _own(sort: Sort) -> Select[Any]:
    ranked = _rows().add_columns(higher(sort), alike(sort))
    return ranked.where(standing.c.learner_id == bindparam("learner"), standing.c[sort].is_not(None))


@cache
def _beside(sort: Sort, *, above: bool) -> Select[Any]:
    value, by = standing.c[sort], standing.c.learner_id
    place, here = tuple_(value, by), tuple_(bindparam("value", type_=value.type), bindparam("learner", type_=by.type))
    ranked = _rows().add_columns(higher(sort), alike(sort)).limit(bindparam("limit"))
    if above:
        return ranked.where(place > here).order_by(value, by)
    return ranked.where(place < here).order_by(value.desc(), by.desc())
