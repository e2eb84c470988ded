"""One board's rows with their ranks: a page of them, and a learner between their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.board.board import ROWS
from bot.store import boards, nodes
from bot.store.boards import StandingRow
from bot.store.nodes import Sort

NEIGHBOURS = 1  # rows shown above and below one's own


class Ranked(NamedTuple):
    """A row and its rank, which equal values share."""

    rank: int
    row: StandingRow


class Own(NamedTuple):
    """A learner's own row, how many others stand exactly there, and the rows from just above it to just below."""

    ranked: Ranked
    equals: int
    near: tuple[Ranked, ...]


class Ranking(NamedTuple):
    """The standings of a guild over a period, in the order of one of their values."""

    db: AsyncConnection
    guild: int
    period: str
    sort: Sort

    async def size(self) -> int:
        """Return how many are ranked."""
        return await nodes.size(self.db, self.guild, self.period, self.sort)

    async def page(self, start: int) -> tuple[Ranked, ...]:
        """Return the rows from a place on, 0 the first; none beyond the last."""
        found = (0, 0) if start == 0 else await nodes.value_at(self.db, self.guild, self.period, self.sort, start)
        if found is None:
            return ()
        rows = await boards.page(self.db, self.guild, self.period, self.sort, ROWS, found if start else None)
        return ranked(rows, self.sort, start, found[1])

    async def own(self, learner_id: int) -> Own | None:
        """Return where a learner stands, or None if they are not ranked."""
        mine = await boards.own(self.db, self.guild, self.period, self.sort, learner_id)
        if mine is None:
            return None
        above, below = await boards.beside(self.db, self.guild, self.period, self.sort, mine.row, NEIGHBOURS)
        near = tuple(Ranked(each.higher + 1, each.row) for each in (*above, mine, *below))
        return Own(Ranked(mine.higher + 1, mine.row), mine.alike - 1, near)


def ranked(rows: Sequence[StandingRow], sort: Sort, start: int, before: int) -> tuple[Ranked, ...]:
    """Rank rows that stand from a place on, where `before` others have the value of the first and stand before it."""
    ranks: list[Ranked] = []
    for place, row in enumerate(rows, start + 1):
        same = bool(ranks) and ranks[-1].row.value(sort) == row.value(sort)
        ranks.append(Ranked(ranks[-1].rank if same else place if ranks else place - before, row))
    return tuple(ranks)
