"""Raids whose answers are judged anew, by a later reader or by a teacher: the wall and its ending follow."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.play.regrading import regrade
from bot.play.scene import Place
from bot.store import answers, raids
from bot.store.store import Store
from bot.store.tables import answer
from engine.rules.raid import Effect
from tests.play.raiding import HERE, camp
from tests.play.stage import right

pytestmark = pytest.mark.raid


async def test_a_regrading_moves_a_raid_and_its_ending_as_if_it_had_been_judged_so_at_first(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    for learner in (ann, bob, ann):
        told = await here.strike(raid, learner, rightly=True)
    assert told.turn.raid.ending == "broken"
    async with store.writing() as db:  # as if today's reader could not read the last
        await db.execute(update(answer).where(answer.c.id == told.judged.stored).values(text="嗯"))
    moved = [change async for change in regrade(here.play.house, dry_run=False)]
    again = await here.found(raid)

    assert len(moved) == 1
    assert (again.ending, len(again.siege.courses)) == (None, 1)
    async with store.reading() as db:
        assert not await raids.broken_by(db, 5, ann.id)
    finished = await here.strike(raid, ann, rightly=True)
    assert finished.turn.raid.ending == "broken", "who is left without an answer is asked anew"
    assert [change async for change in regrade(here.play.house, dry_run=False)] == []


async def test_a_regrading_ends_a_raid_that_stands_and_lets_those_that_were_closed_be(store: Store) -> None:
    here = camp(store)
    standing, (ann, bob) = await here.gathered(2)
    for learner in (ann, bob):
        await here.strike(standing, learner, rightly=True)
    wrong = await here.strike(standing, ann, rightly=False)
    assert wrong.judged.stored is not None
    third = (await here.play.raids.turns.face(standing.id, ann)).asked
    assert third is not None
    await here.send(standing, ann, third, right(third))
    closed, (carl,) = await here.gathered(1, Place(guild=5, channel=51))
    for _ in range(2):
        told = await here.strike(closed, carl, rightly=True)
    last = await here.strike(closed, carl, rightly=False)
    await here.play.raids.lose(closed.id)
    assert last.judged.stored is not None
    assert told.turn.raid.ending is None
    async with store.writing() as db:  # as if the wrong ones had been misread
        for stored, asked in ((wrong.judged.stored, wrong.judged.asked), (last.judged.stored, last.judged.asked)):
            await db.execute(update(answer).where(answer.c.id == stored).values(text=right(asked)))
    assert len([change async for change in regrade(here.play.house, dry_run=False)]) == 2

    assert (await here.found(standing)).ending == "broken"
    assert (await here.found(closed)).ending == "lost"


async def test_a_raid_that_stands_again_does_not_open_beside_a_newer_one(store: Store) -> None:
    here = camp(store)
    raid, (ann,) = await here.gathered(1)
    for _ in range(3):
        told = await here.strike(raid, ann, rightly=True)
    newer, _ = await here.play.raids.open(ann, HERE, "adept")
    async with store.writing() as db:
        await db.execute(update(answer).where(answer.c.id == told.judged.stored).values(text="嗯"))
    assert [change async for change in regrade(here.play.house, dry_run=False)]

    assert (await here.found(raid)).ending == "overtaken"
    assert await here.play.raids.open_ids() == [newer.id]


async def test_a_teachers_correction_is_followed_by_the_wall(store: Store) -> None:
    here = camp(store)
    raid, (ann, _) = await here.gathered(2)
    told = await here.strike(raid, ann, rightly=False)
    assert told.judged.stored is not None
    async with store.writing() as db:
        await answers.correct(
            db, told.judged.stored, kind="correct", line="right", echo="64", reader=99, at=here.clock()
        )
    now = await here.found(raid)

    assert [deed.effect for deed in now.deeds] == [Effect.FELLED]


async def test_a_raid_overgrown_by_an_answer_that_a_teacher_then_accepts_goes_on_with_a_layer_less(
    store: Store,
) -> None:
    here = camp(store)
    teacher = await here.learner(99)
    raid, (ann, bob) = await here.gathered(2)
    for learner in (ann, ann, bob):
        told = await here.strike(raid, learner, rightly=False)
    assert told.turn.raid.ending == "overgrown"
    assert told.judged.stored is not None
    await here.play.desk.appeal(bob, told.judged.stored)
    case = await here.play.desk.appeals(5)
    assert case is not None
    decision = await here.play.desk.decide(teacher, case.id, 5, accept=True)
    now = await here.found(raid)

    assert (now.ending, len(now.siege.courses)) == (None, 4)
    assert now.siege.part(bob.id).blows == 1
    assert ("raid", raid.id) in [(home.kind, home.id) for home in decision.homes]
