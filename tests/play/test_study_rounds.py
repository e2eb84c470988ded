"""A round that waits for everyone: who gets which question, when it closes, what an answer costs."""

from __future__ import annotations

import asyncio

import pytest

from bot.play.refusals import NotYoursError
from bot.play.scene import Place
from bot.play.study.study import Settings
from bot.play.study.study_refusals import (
    AnsweredError,
    RoundOpenError,
    StudyOverError,
)
from bot.store.store import Store
from bot.store.tables import study_member
from engine.rules.study import Pace
from tests.play.stage import right
from tests.play.studying import DIAL, PEER, RACE, TIMED, Class, a_class, trap
from tests.statements import statements

pytestmark = pytest.mark.study


async def test_everyone_gets_the_same_family_with_numbers_of_their_own_in_their_own_language(store: Store) -> None:
    group = await a_class(store, 4)
    study = await group.begun()
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    again = [await group.studies.question(study.id, each) for each in group.learners]

    assert study.round is not None
    assert {each.certificate.family for each in asked} == {study.round.family}
    assert len({str(each.numbers) for each in asked}) > 1
    assert again == asked


async def test_a_round_closes_when_all_are_right_or_out_of_attempts(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    first, second, third = group.learners
    assert not (await group.rightly(study.id, first)).moved
    for attempt in range(3):
        told = await group.wrongly(study.id, second)
        assert told.done == (attempt == 2)
        assert told.judged is not None
        assert not told.judged.right
    waiting = (await group.studies.standing(study.id)).round
    last = await group.rightly(study.id, third)
    closed = (await group.studies.standing(study.id)).round

    assert waiting is not None
    assert (waiting.phase, waiting.done, waiting.present) == ("first", 2, 3)
    assert (waiting.first, waiting.last) == (None, None)
    assert last.moved
    assert closed is not None
    assert closed.phase == "closed"
    assert closed.first is not None
    assert (closed.first.right, closed.first.answered) == (2, 3)


async def test_there_is_no_clock_unless_one_is_wanted_but_a_round_where_nothing_happens_moves_on(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    await group.wait(9 * 60)
    still = (await group.studies.standing(study.id)).round
    await group.wait(61)
    moved = (await group.studies.standing(study.id)).round

    assert still is not None
    assert (still.phase, still.deadline) == ("first", None)
    assert moved is not None
    assert moved.phase == "closed"


async def test_one_who_leaves_is_not_waited_for_and_the_last_one_takes_the_session_along(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    for each in group.learners[:2]:
        await group.rightly(study.id, each)
    left = await group.studies.leave(group.learners[2], study.id)
    for each in group.learners[:2]:
        over = await group.studies.leave(each, study.id)
    with pytest.raises(StudyOverError):
        await group.studies.leave(group.learners[2], study.id)

    assert left.round is not None
    assert left.round.phase == "closed"
    assert over.ending == "deserted"


async def test_a_late_joiner_enters_at_the_round_that_is_open_and_is_waited_for(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(joined=group.learners[1:2])
    await group.rightly(study.id, group.host)
    await group.studies.question(study.id, group.learners[2])
    await group.rightly(study.id, group.learners[1])
    waiting = await group.studies.standing(study.id)
    await group.rightly(study.id, group.learners[2])

    assert waiting.present == 3
    assert waiting.round is not None
    assert waiting.round.phase == "first"
    assert (await group.studies.own(study.id, group.learners[2]))[0].right


async def test_what_cannot_be_read_costs_nothing_and_a_doubt_is_asked_about(store: Store) -> None:
    group = await a_class(store, 1)
    study = await group.begun(Settings(("dot.variance",)))
    unread = await group.send(study.id, group.host, "no idea")
    doubt = await group.send(study.id, group.host, "22,6")

    assert unread.judged is not None
    assert (unread.judged.kind, unread.asked.attempt, unread.done) == ("invalid", 1, False)
    assert doubt.judged is not None
    assert doubt.judged.stored is not None
    told = await group.studies.choose_reading(doubt.judged.stored, 0, group.host)
    assert told.judged is not None
    assert told.judged.echo == doubt.judged.readings[0]
    assert told.asked.attempt == 2


async def test_the_same_interaction_twice_counts_once_and_is_told_the_same(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    first = await group.wrongly(study.id, group.host, interaction=5)
    again = await group.studies.answer(study.id, 1, 1, group.host, "anything", interaction=5)
    with pytest.raises(AnsweredError):
        await group.studies.answer(study.id, 1, 1, group.host, "64", interaction=6)

    assert again == first
    assert await group.counted() == 1


@pytest.mark.parametrize("settings", [DIAL, TIMED, RACE, PEER])
async def test_nobody_is_shown_the_solution_of_a_round_that_is_open_whoever_is_done_and_then_all_who_saw_it(
    store: Store, settings: Settings
) -> None:
    group = await a_class(store, 3)
    study = await group.begun(settings)
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    await group.wrongly(study.id, group.host)
    while (now := (await group.studies.standing(study.id)).round) is not None and now.phase != "closed":
        for each, its in zip(group.learners, asked, strict=True):
            with pytest.raises(RoundOpenError):
                await group.play.explain(its.id, each)
        await group.go_on(study.id)

    assert [await group.play.explain(its.id, each) for each, its in zip(group.learners, asked, strict=True)]
    with pytest.raises(NotYoursError):
        await group.play.explain(asked[0].id, group.learners[1])


async def test_two_touches_at_once_count_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    text = trap(await group.studies.question(study.id, group.host))
    sent = [group.studies.answer(study.id, 1, 1, group.host, text, interaction=n) for n in (5, 5, 6, 7)]
    told = await asyncio.gather(*sent, return_exceptions=True)

    assert await group.counted() == 1
    assert all(not isinstance(each, Exception) or isinstance(each, AnsweredError) for each in told)


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["everyone", "race"])
async def test_a_hundred_answer_at_once_and_each_counts_once(store: Store, pace: Pace) -> None:
    group = await a_class(store, 100)
    study = await group.begun(Settings(("dial",), rounds=1, pace=pace))
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    await group.wait(4)
    told = await asyncio.gather(
        *(
            group.studies.answer(study.id, 1, 1, each, right(its), interaction=n)
            for n, (each, its) in enumerate(zip(group.learners, asked, strict=True))
            for _ in range(2)  # each delivered twice
        )
    )
    closed = (await group.studies.standing(study.id)).round

    assert await group.counted() == 100
    assert sum(each.moved for each in told) == 1
    assert closed is not None
    assert closed.phase == "closed"
    assert closed.first is not None
    assert closed.first.right == 100
    assert len(closed.winners) == (100 if pace == "race" else 0)


@pytest.mark.parametrize("pace", ["everyone", "timed", "race"])
async def test_the_work_of_an_answer_does_not_grow_with_the_group(store: Store, pace: Pace) -> None:
    counts = []
    for size in (2, 500):
        group = Class(store, size)
        group.learners = [type(each)(each.id + size * 1000, each.language, each.name) for each in group.learners]
        await group.met()
        study = await group.studies.open(group.host, Place(9, size), Settings(("dial",), pace=pace))
        async with store.writing() as db:
            rows = [{"study_id": study.id, "learner_id": each.id, "joined": group.hand.now} for each in group.learners]
            await db.execute(study_member.insert(), rows[1:])
        await group.studies.start(group.host, study.id)
        with statements(store) as sent:
            asked = await group.studies.question(study.id, group.host)
            await group.studies.answer(study.id, 1, 1, group.host, "nothing that can be read")
            await group.studies.answer(study.id, 1, 1, group.host, trap(asked))
            await group.studies.standing(study.id)
        counts.append(len(sent))

    assert counts[0] == counts[1]
