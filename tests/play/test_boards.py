"""A server's board is what its battles and answers make it."""

from __future__ import annotations

from bot.play.scene import Learner, Place
from bot.store.store import Store
from tests.play.stage import right, send, staged, trapped


async def test_the_board_counts_walls_broken_then_fewest_wrong_and_ties_share_a_rank(store: Store) -> None:
    play = staged(store)
    wrongs = {1: 0, 2: 2, 3: 2, 4: 3}
    for id, wrong in wrongs.items():
        learner = await play.meet(id, name=f"learner {id}")
        scene = await play.fight(learner, place=Place(guild=5))
        for _ in range(wrong):
            scene = await send(play, scene, trapped(scene.asked))
        while scene.awaits == "answer":
            scene = await send(play, scene, right(scene.asked))
    board = await play.board(5, Learner(3, "en"))

    assert [(row.rank, row.learner, row.broken, row.wrong, row.mine) for row in board.rows] == [
        (1, 1, 1, 0, False),
        (2, 2, 1, 2, False),
        (2, 3, 1, 2, True),
        (4, 4, 0, 3, False),
    ]
    assert board.own is not None
    assert board.own.rank == 2
    assert board.total == 4


async def test_ones_own_row_is_shown_even_far_below_and_nothing_crosses_from_other_servers(store: Store) -> None:
    play = staged(store)
    for id in range(1, 14):
        learner = await play.meet(id)
        scene = await play.fight(learner, place=Place(guild=5))
        await send(play, scene, right(scene.asked) if id < 13 else trapped(scene.asked))
    board = await play.board(5, Learner(13, "en"))
    elsewhere = await play.board(6, Learner(13, "en"))

    assert len(board.rows) == 10
    assert board.own is not None
    assert (board.own.rank, board.own.wrong, board.total) == (13, 1, 13)
    assert (elsewhere.rows, elsewhere.own, elsewhere.total) == ((), None, 0)
