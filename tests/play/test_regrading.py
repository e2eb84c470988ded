"""Judging all again: nothing moves while nothing changed, a change is added and never rewritten, and all follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import select

from bot.play import Play
from bot.play.board.board import View
from bot.play.regrading import Change, regrade
from bot.play.scene import Asked, Place
from bot.store.store import Store
from bot.store.tables import answer, correction
from tests.play.stage import ZH, right, send, staged, trapped

Text = Callable[[Asked | None], str]


async def changes(play: Play, *, dry_run: bool) -> Sequence[Change]:
    return [change async for change in regrade(play.house, dry_run=dry_run)]


async def mistaken(store: Store) -> Play:
    """Break a wall, then let it be as if an older reader had called the right answers wrong."""
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH, place=Place(guild=5))
    for text in (trapped, right, right, right, right):
        scene = await send(play, scene, text(scene.asked))
    assert scene.battle is not None
    assert scene.battle.ending == "broken"
    async with store.writing() as db:
        worst = answer.update().where(answer.c.kind == "correct")
        await db.execute(worst.values(kind="incorrect", line="wrong", reader=0))
    return play


async def test_judging_all_again_changes_nothing_while_the_reader_is_the_same(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    for text in ("嗯", "22,6"):
        await send(play, scene, text)
    for choose in (trapped, right, right):
        scene = await send(play, scene, choose(scene.asked))

    assert await changes(play, dry_run=False) == []


async def test_a_dry_run_tells_and_keeps_nothing(store: Store) -> None:
    told = await changes(await mistaken(store), dry_run=True)

    assert [change.judged.kind for change in told] == ["correct"] * 4
    async with store.reading() as db:
        assert (await db.execute(select(correction))).all() == []


async def test_a_regrading_adds_corrections_once_and_the_first_judgement_stays(store: Store) -> None:
    play = await mistaken(store)
    first, second = await changes(play, dry_run=False), await changes(play, dry_run=False)

    assert len(first) == 4
    assert second == []
    async with store.reading() as db:
        kept = (await db.execute(select(answer.c.kind).order_by(answer.c.id))).scalars().all()
    assert kept == ["diagnosed"] + ["incorrect"] * 4


async def test_the_board_follows_a_regrading(store: Store) -> None:
    play = await mistaken(store)
    before = await play.boards.look(5, ZH.id, View())
    await changes(play, dry_run=False)
    after = await play.boards.look(5, ZH.id, View())

    assert before.own is not None
    assert after.own is not None
    assert after.own.points > before.own.points


@pytest.mark.parametrize(
    ("texts", "ending"), [((right, right, right), "broken"), ((trapped, trapped, trapped), "overgrown")]
)
async def test_a_wall_that_stands_again_may_be_fought_on(store: Store, texts: Sequence[Text], ending: str) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    for text in texts:
        scene = await send(play, scene, text(scene.asked))
    assert scene.battle is not None
    assert scene.battle.ending == ending
    assert scene.judged is not None
    async with store.writing() as db:  # as if today's reader could not read the last text
        await db.execute(answer.update().where(answer.c.id == scene.judged.stored).values(text="嗯"))
    await changes(play, dry_run=False)
    now = await play.scene(scene.battle.id, ZH)

    assert now.battle is not None
    assert now.battle.ending is None
    assert now.awaits == "answer"
    fought = await send(play, now, right(now.asked))
    assert fought.battle is not None
    assert len(fought.battle.strikes) == len(texts)


async def test_a_battle_left_behind_does_not_open_beside_a_newer_one(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    for _ in range(3):
        scene = await send(play, scene, right(scene.asked))
    assert scene.battle is not None
    assert scene.judged is not None
    newer = await play.fight(ZH)
    async with store.writing() as db:
        await db.execute(answer.update().where(answer.c.id == scene.judged.stored).values(text="嗯"))
    await changes(play, dry_run=False)
    old, new = await play.battle(scene.battle.id), await play.open_battle(ZH, None)

    assert old is not None
    assert old.ending == "overtaken"
    assert new is not None
    assert newer.battle is not None
    assert new.id == newer.battle.id
