"""A server's board: the best records, with the asker's own row always among them."""

from __future__ import annotations

from bot.play.house import House
from bot.play.judging import COUNTED, WRONG
from bot.play.scene import Board, Learner, Standing
from bot.store import boards
from bot.store.boards import RecordRow

ROWS = 10  # what a phone shows without scrolling


async def board(house: House, guild: int | None, learner: Learner) -> Board:
    """Return the standings of a guild as this learner sees them; equal records share a rank."""
    where = guild or 0
    async with house.store.reading() as db:
        best = await boards.top(db, where, counted=COUNTED, wrong=WRONG, limit=ROWS)
        own = await boards.own(db, where, learner.id, counted=COUNTED, wrong=WRONG)
        total = await boards.size(db, where, counted=COUNTED, wrong=WRONG)
    ranks = [1 + sum(1 for other in best if ahead(other, row)) for row in best]
    rows = tuple(standing(row, rank, learner) for row, rank in zip(best, ranks, strict=True))
    return Board(rows, None if own is None else standing(own[0], own[1] + 1, learner), total)


def ahead(one: RecordRow, other: RecordRow) -> bool:
    """Tell whether one record stands before another: more walls broken, or as many with fewer wrong answers."""
    return (-one.broken, one.wrong) < (-other.broken, other.wrong)


def standing(row: RecordRow, rank: int, learner: Learner) -> Standing:
    """Return a row of the board."""
    return Standing(rank, row.learner_id, row.name, row.broken, row.wrong, row.learner_id == learner.id)
