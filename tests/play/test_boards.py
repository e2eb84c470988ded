"""A board shows its asker where they stand, with all they have just done; and says when it begins anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast

import pytest
from sqlalchemy import event, select

from bot.play import Play
from bot.play.board import scoring
from bot.play.board.board import Board, View
from bot.play.scene import Place
from bot.store import boards, guilds, learners, scores
from bot.store.scores import SumRow
from bot.store.store import Store
from bot.store.tables import learner, standing, standing_node
from engine.rules.points import BONUS
from quizbank.bank import open_bank
from tests.play.stage import EN, QuietWorkshop, right, send, staged, trapped

pytestmark = pytest.mark.board

NOW = datetime(2026, 1, 1, tzinfo=UTC)
APRIL = datetime(2026, 4, 1, tzinfo=UTC)  # thirty days after the second of March, which began a week
SERVER, WORLD = View(), View(scope="world")


async def fought(play: Play, id: int, *, wrong: int = 0, guild: int = 5) -> None:
    """Have a learner break a wall, after some wrong answers."""
    scene = await play.fight(await play.meet(id, name=f"learner {id}"), place=Place(guild=guild))
    for _ in range(wrong):
        scene = await send(play, scene, trapped(scene.asked))
    while scene.awaits == "answer":
        scene = await send(play, scene, right(scene.asked))


async def crowd(store: Store, points: list[int], guild: int = 5) -> None:
    """Let learners 1, 2, 3 … stand with these points."""
    async with store.writing() as db:
        for id, each in enumerate(points, 1):
            await learners.meet(db, id, f"learner {id}", NOW)
            await scores.keep_sums(db, [], [SumRow(id, guild, "all", 1, each, 0, 0, 0, None)])


def rows(board: Board) -> list[tuple[int, int]]:
    """Return rank and learner of each row."""
    return [(line.rank, line.learner) for line in board.lines]


async def test_whoever_asks_finds_what_they_have_just_done(store: Store) -> None:
    play = staged(store)
    await fought(play, 1)
    board = await play.boards.look(5, 1, SERVER)

    assert board.own is not None
    assert board.own.points > BONUS
    assert (board.own.walls, board.own.streak, board.own.mine, board.total) == (1, 1, True, 1)
    assert (await play.boards.look(6, 1, SERVER)).own is None


async def test_the_chore_takes_in_everyones_and_says_whose_boards_moved(store: Store) -> None:
    play = staged(store)
    for id in (1, 2, 3):
        await fought(play, id, wrong=id - 1, guild=5 + id % 2)

    assert await play.boards.take_in() == {5, 6}
    assert await play.boards.take_in() == frozenset()
    assert {line.learner for line in (await play.boards.look(6, None, SERVER)).lines} == {1, 3}


async def test_a_battle_in_a_direct_message_counts_on_no_servers_board(store: Store) -> None:
    play = staged(store)
    await fought(play, 1, guild=0)
    await play.boards.stand_worldwide(1, wanted=True)
    world = await play.boards.look(None, 1, SERVER)

    assert world.view.scope == "world"
    assert world.own is not None


async def test_nobody_stands_worldwide_unasked_and_whoever_leaves_that_board_is_gone(store: Store) -> None:
    play = staged(store)
    await fought(play, 1)
    totals = []
    for wanted in (False, True, False):
        await play.boards.stand_worldwide(1, wanted)
        totals.append((await play.boards.look(5, 1, WORLD)).total)

    assert totals == [0, 1, 0]


async def test_equals_share_a_rank_and_are_told_so(store: Store) -> None:
    await crowd(store, [30, 50, 50, 20, 50])
    board = await staged(store).boards.look(5, 3, SERVER)

    assert rows(board) == [(1, 5), (1, 3), (1, 2), (4, 1), (5, 4)]
    assert board.equals == 2


async def test_ones_own_row_stands_between_its_neighbours_where_it_is_on_another_page(store: Store) -> None:
    await crowd(store, [10 * id for id in range(1, 31)])
    far, near = [await staged(store).boards.look(5, id, SERVER) for id in (3, 25)]

    assert [(line.rank, line.learner, line.mine) for line in far.near] == [
        (27, 4, False),
        (28, 3, True),
        (29, 2, False),
    ]
    assert near.near == ()
    assert near.own in near.lines


async def test_pages_show_everyone_once_whatever_ties_they_cut(store: Store) -> None:
    await crowd(store, [40] * 13 + [30] * 11 + [20])
    boards = [await staged(store).boards.look(5, None, SERVER._replace(start=start)) for start in (0, 10, 20)]
    shown = [line for board in boards for line in board.lines]

    assert len({line.learner for line in shown}) == len(shown) == 25
    assert [line.rank for line in shown] == [1] * 13 + [14] * 11 + [25]
    assert [board.further for board in boards] == [True, True, False]


async def test_a_page_beyond_the_last_is_the_last(store: Store) -> None:
    await crowd(store, [10] * 12)
    board = await staged(store).boards.look(5, None, SERVER._replace(start=990))

    assert (board.view.start, len(board.lines)) == (10, 2)


async def test_whoever_hid_is_named_to_themselves_alone(store: Store) -> None:
    await crowd(store, [10, 20])
    async with store.writing() as db:
        await db.execute(learner.update().where(learner.c.id == 2).values(hidden=True))
    names = [[line.name for line in (await staged(store).boards.look(5, id, SERVER)).lines] for id in (1, 2)]

    assert names == [[None, "learner 1"], ["learner 2", "learner 1"]]


async def test_a_new_season_begins_empty_and_the_old_one_can_still_be_looked_at(store: Store) -> None:
    play = staged(store)
    async with store.writing() as db:
        await guilds.choose(db, 5, season="autumn", season_began=NOW - timedelta(days=60))
    await fought(play, 1)
    first = await play.boards.look(5, 1, SERVER)
    async with store.writing() as db:
        await guilds.choose(db, 5, season="winter", season_began=play.house.clock())
    second = await play.boards.look(5, 1, SERVER)
    await fought(play, 2)
    third = await play.boards.look(5, 2, SERVER)
    assert second.past
    old = await play.boards.look(5, 1, SERVER._replace(period=second.past[0].period))

    assert [board.season.name if board.season else "" for board in (first, second)] == ["autumn", "winter"]
    assert (first.total, second.total, third.total, old.total) == (1, 0, 1, 1)
    assert old.own is not None
    assert first.own is not None
    assert old.own.points == first.own.points


@pytest.mark.parametrize("period", ["season", "season-5", "2026-W01", "", "all", "nonsense"])
async def test_a_period_that_is_none_is_all_time(store: Store, period: str) -> None:
    board = await staged(store).boards.look(5, 1, SERVER._replace(period=period))

    assert board.view.period == "all"
    assert board.resets is None


async def test_a_month_ends_by_the_servers_clock(store: Store) -> None:
    async with store.writing() as db:
        await guilds.choose(db, 5, zone="Asia/Shanghai")
    board = await staged(store).boards.look(5, 1, SERVER._replace(period="month"))

    assert board.resets == datetime(2026, 1, 31, 16, tzinfo=UTC)


async def test_accuracy_ranks_only_those_who_tried_enough(store: Store) -> None:
    async with store.writing() as db:
        for id, (correct, tried) in enumerate(((9, 9), (9, 10), (20, 40)), 1):
            await learners.meet(db, id, "", NOW)
            accuracy = 100 * correct // tried if tried > 9 else None
            await scores.keep_sums(db, [], [SumRow(id, 5, "all", 1, 10, correct, tried, 0, accuracy)])
    board = await staged(store).boards.look(5, 1, SERVER._replace(sort="accuracy"))

    assert [(line.learner, line.accuracy) for line in board.lines] == [(2, 90), (3, 50)]
    assert (board.own, board.total) == (None, 2)


async def test_a_board_of_five_hundred_takes_as_many_statements_as_one_of_thirty(store: Store) -> None:
    statements: list[str] = []
    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
    counts = []
    for many in (30, 500):
        await crowd(store, [id % 90 for id in range(many)], guild=many)
        statements.clear()
        await staged(store).boards.look(many, 7, SERVER._replace(start=20))
        counts.append(sum(statement.startswith(("SELECT", "WITH")) for statement in statements))

    assert counts[0] == counts[1] <= 15


async def test_a_learner_is_written_down_once_a_day_and_a_server(store: Store) -> None:
    play = staged(store)
    await play.meet(EN.id)
    statements: list[str] = []
    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
    for guild in (5, 5, 6, 5, 6):
        await play.boards.seen(guild, EN.id)

    assert sum(statement.startswith("INSERT INTO membership") for statement in statements) == 2


async def test_a_week_or_month_long_over_is_deleted_and_all_that_can_be_looked_at_stays(store: Store) -> None:
    await standing_over(store, "all", "season-7", "2026-W01", "2026-01", "2026-W10", "2026-03", "2026-W14")
    play = Play(store, open_bank(), cast(Any, QuietWorkshop()), clock=lambda: APRIL, secrets=Random(7).getrandbits)

    assert await play.boards.retire() == 2
    assert await periods(store) == {"all", "season-7", "2026-W10", "2026-03", "2026-W14"}
    assert await play.boards.retire() == 0


async def test_a_day_that_is_judged_anew_after_its_week_was_deleted_leaves_nothing_wrong_behind(store: Store) -> None:
    play = staged(store)
    await fought(play, 1)
    await play.boards.take_in()
    before = await periods(store)
    async with store.writing() as db:
        for period in before - {"all"}:
            await boards.drop(db, 5, period)
        day = (await scores.days(db, [1]))[0]
        await scoring.keep(db, {(1, 5, day.day, day.season): day}, {})

    assert await periods(store) == set()


async def standing_over(store: Store, *over: str) -> None:
    """Let a learner stand over these periods."""
    async with store.writing() as db:
        await learners.meet(db, 1, "learner 1", NOW)
        await scores.keep_sums(db, [], [SumRow(1, 5, period, 1, 30, 1, 1, 0, None) for period in over])


async def periods(store: Store) -> set[str]:
    """Return the periods in which anyone stands, or is counted."""
    async with store.reading() as db:
        counted = select(standing_node.c.period).where(standing_node.c.learners != 0)
        return set((await db.execute(select(standing.c.period).union(counted))).scalars())
