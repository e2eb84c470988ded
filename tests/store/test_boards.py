"""A rank read from the counts is the rank one would count, whatever was added, moved and taken away."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import boards, learners, memberships, nodes, scores
from bot.store.boards import RankedRow, StandingRow
from bot.store.nodes import SORTS, Sort
from bot.store.scores import SumRow
from bot.store.store import Store
from bot.store.tables import learner

pytestmark = pytest.mark.board

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LEARNERS = range(1, 61)
SIZES = (3, 100, 5_000, 300_000, 40_000_000)  # of values: within one digit, and beyond the highest


def standing(learner_id: int, random: Random, period: str = "all") -> SumRow:
    """Return a standing of arbitrary values, often equal to others."""
    accuracy = random.choice([None, *range(101)])
    return SumRow(learner_id, 5, period, 1, random.randrange(random.choice(SIZES)), 0, 0, random.randrange(9), accuracy)


def ranked(rows: dict[int, SumRow], sort: Sort) -> list[tuple[int, int]]:
    """Return value and learner of all that are ranked, the highest first."""
    found = [(getattr(row, sort), row.learner_id) for row in rows.values()]
    return sorted(((value, id) for value, id in found if value is not None), reverse=True)


async def filled(db: AsyncConnection, random: Random) -> dict[int, SumRow]:
    """Let standings come, move and go; return those that are left."""
    rows: dict[int, SumRow] = {}
    for id in LEARNERS:
        await learners.meet(db, id, f"learner {id}", NOW)
    for _ in range(20):
        before = [rows.pop(id) for id in random.sample(LEARNERS, 9) if id in rows]
        after = [standing(id, random) for id in random.sample(LEARNERS, 9) if id not in rows]
        gone = [SumRow(old.learner_id, 5, "all", 0, 0, 0, 0, 0, None) for old in before]
        await scores.keep_sums(db, before, gone)
        await scores.keep_sums(db, [], after)
        rows.update((row.learner_id, row) for row in after)
    return rows


@pytest.mark.parametrize("seed", range(3))
async def test_ranks_ties_places_neighbours_and_sizes_are_those_of_the_rows(store: Store, seed: int) -> None:
    async with store.writing() as db:
        rows = await filled(db, Random(seed))
        await scores.keep_sums(db, [], [standing(id, Random(id), "2026-11") for id in LEARNERS])
        for sort in SORTS:
            order = ranked(rows, sort)
            values = [value for value, _ in order]
            assert await nodes.size(db, 5, "all", sort) == len(order)
            assert await nodes.value_at(db, 5, "all", sort, len(order)) is None
            for place, (value, id) in enumerate(order):
                above = sum(each > value for each in values)
                assert await nodes.value_at(db, 5, "all", sort, place) == (value, place - above)
                own = await boards.own(db, 5, "all", sort, id)
                assert own is not None
                assert (own.row.learner_id, own.higher, own.alike) == (id, above, values.count(value))
                before, after = await boards.beside(db, 5, "all", sort, own.row, 2)
                assert [each.row.learner_id for each in before] == [
                    each for _, each in order[max(0, place - 2) : place]
                ]
                assert [each.row.learner_id for each in after] == [each for _, each in order[place + 1 : place + 3]]
                assert all(true(each, values, sort) for each in (*before, *after))
                page = await boards.page(db, 5, "all", sort, 4, (value, place - above))
                assert [each.learner_id for each in page] == [each for _, each in order[place : place + 4]]


def true(row: RankedRow, values: list[int], sort: Sort) -> bool:
    """Tell whether a row's rank is what one would count."""
    value = row.row.value(sort)
    return (row.higher, row.alike) == (sum(each > (value or 0) for each in values), values.count(value or 0))


async def test_other_servers_and_periods_are_none_of_ones_own(store: Store) -> None:
    async with store.writing() as db:
        await filled(db, Random(1))

        for guild, period in ((5, "2026-11"), (6, "all"), (0, "all")):
            assert await nodes.size(db, guild, period, "points") == 0
            assert await boards.own(db, guild, period, "points", 1) is None
            assert await boards.page(db, guild, period, "points", 9) == []


async def test_whoever_hid_or_left_keeps_their_rank_and_is_not_to_be_named(store: Store) -> None:
    def named(rows: list[StandingRow]) -> list[tuple[int, bool]]:
        return [(row.learner_id, row.named) for row in rows]

    async with store.writing() as db:
        for id in (1, 2, 3, 4):
            await learners.meet(db, id, f"learner {id}", NOW)
            await memberships.see(db, [(5, id)], NOW)
            await scores.keep_sums(db, [], [SumRow(id, 5, "all", 1, 10 * id, 0, 0, 0, None)])
        await db.execute(learner.update().where(learner.c.id == 2).values(hidden=True))
        await memberships.leave(db, 5, 3, NOW)
        await memberships.leave(db, 6, 4, NOW)
        before = named(list(await boards.page(db, 5, "all", "points", 9)))
        await memberships.see(db, [(5, 3)], NOW)
        after = named(list(await boards.page(db, 5, "all", "points", 9)))

    assert before == [(4, True), (3, False), (2, False), (1, True)]
    assert after == [(4, True), (3, True), (2, False), (1, True)]
