"""Rounds by the clock, and races: deadlines, pauses, the bot's own absence, who was first."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.play.study.study_heartbeat import BEAT
from bot.play.study.study_refusals import (
    AnsweredError,
    NotHostError,
    NoTimeError,
    PausedError,
)
from bot.store.store import Store
from tests.play.stage import right
from tests.play.studying import PLACE, RACE, TIMED, Class, a_class

pytestmark = pytest.mark.study


async def test_the_clock_starts_when_the_message_stands_or_the_first_sheet_is_opened(store: Store) -> None:
    group = await a_class(store)
    study = await group.studies.open(group.host, PLACE, TIMED)
    started = await group.studies.start(group.host, study.id)
    await group.wait(120)
    unseen = await group.studies.standing(study.id)
    await group.studies.question(study.id, group.host)
    seen = await group.studies.standing(study.id)
    late = await group.studies.shown(study.id, 1, group.hand.now + timedelta(seconds=5))

    assert started.round is not None
    assert unseen.round is not None
    assert (unseen.round.phase, unseen.round.deadline) == ("first", None)
    assert seen.round is not None
    assert seen.round.deadline == group.hand.now + timedelta(seconds=60)
    assert not late


async def test_a_timed_round_hears_the_first_answer_and_goes_on_by_itself(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    told = await group.wrongly(study.id, group.host)
    with pytest.raises(AnsweredError):
        await group.studies.question(study.id, group.host)
    await group.wait(63)
    closed = await group.studies.standing(study.id)
    await group.wait(31)
    second = await group.studies.standing(study.id)

    assert told.done
    assert closed.round is not None
    assert closed.round.phase == "closed"
    assert second.round is not None
    assert (second.round.number, second.round.phase) == (2, "first")


async def test_who_has_more_time_has_it_quietly(store: Store) -> None:
    group = await a_class(store)
    await group.studies.give_extra(group.learners[1], 100)
    study = await group.begun(TIMED)
    for each in group.learners:
        await group.studies.question(study.id, each)
    await group.rightly(study.id, group.host)
    await group.wait(61)
    public = await group.studies.standing(study.id)
    with pytest.raises(NoTimeError):
        await group.studies.question(study.id, group.learners[2])
    await group.wait(50)
    told = await group.rightly(study.id, group.learners[1])
    await group.wait(12)
    after = await group.studies.standing(study.id)

    assert public.round is not None
    assert study.round is not None
    assert (public.round.phase, public.round.deadline) == ("first", study.round.deadline)
    assert told.judged is not None
    assert told.judged.right
    assert after.round is not None
    assert after.round.phase == "closed"


async def test_a_round_waits_for_more_time_only_while_its_owner_owes_an_answer(store: Store) -> None:
    group = await a_class(store)
    await group.studies.give_extra(group.learners[1], 300)
    study = await group.begun(TIMED)
    await group.rightly(study.id, group.learners[1])
    await group.wait(63)
    closed = await group.studies.standing(study.id)

    assert closed.round is not None
    assert closed.round.phase == "closed"


async def test_what_was_sent_in_time_counts_though_it_arrives_a_moment_late(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(61)
    in_time = group.hand.now - timedelta(seconds=2)
    with pytest.raises(NoTimeError):
        await group.studies.answer(study.id, 1, 1, group.host, right(asked), at=group.hand.now)
    told = await group.studies.answer(study.id, 1, 1, group.host, right(asked), at=in_time)

    assert told.judged is not None
    assert told.judged.right


async def test_a_pause_moves_the_deadline_by_its_length_and_hears_nobody(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(20)
    await group.studies.pause(group.host, study.id)
    await group.wait(300)
    with pytest.raises(PausedError):
        await group.studies.answer(study.id, 1, 1, group.host, right(asked))
    with pytest.raises(NotHostError):
        await group.studies.resume(group.learners[1], study.id)
    going = await group.studies.resume(group.host, study.id)
    await group.wait(39)
    told = await group.rightly(study.id, group.host)

    assert study.round is not None
    assert study.round.deadline is not None
    assert going.round is not None
    assert going.round.deadline == study.round.deadline + timedelta(seconds=300)
    assert told.judged is not None
    assert told.judged.right


async def test_the_bots_own_absence_counts_for_nobody_and_is_made_up_for_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    await group.wait(10)
    group.hand.move(3600)
    others = [Class(store, 3, group.hand) for _ in range(3)]
    turned = await asyncio.gather(*(each.studies.due(group.hand.now) for each in others))
    after = await group.studies.standing(study.id)

    assert {each.changed for each in turned} == {()}
    assert study.round is not None
    assert study.round.deadline is not None
    assert after.round is not None
    assert after.round.deadline is not None
    moved = after.round.deadline - study.round.deadline
    assert timedelta(hours=1) <= moved <= timedelta(hours=1) + BEAT


async def test_whoever_acts_first_after_an_absence_finds_the_clock_honest_already(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(10)
    group.hand.move(3600)
    group.restart()
    told = await group.studies.answer(study.id, 1, 1, group.host, right(asked))

    assert told.judged is not None
    assert told.judged.right


async def test_a_session_stopped_and_begun_again_hears_nothing_of_the_old_deadline(store: Store) -> None:
    group = await a_class(store)
    old = await group.begun(TIMED)
    await group.wait(50)
    await group.studies.stop(group.host, old.id)
    new = await group.begun(TIMED)
    await group.wait(40)
    standing = await group.studies.standing(new.id)

    assert standing.round is not None
    assert (standing.round.number, standing.round.phase) == (1, "first")


async def test_right_answers_within_the_window_of_the_first_share_the_win_and_later_ones_are_too_late(
    store: Store,
) -> None:
    group = await a_class(store, 4)
    study = await group.begun(RACE)
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    await group.wait(10)
    first = group.hand.now

    async def answer(place: int, after: float) -> None:
        who, moment = group.learners[place], first + timedelta(seconds=after)
        await group.studies.answer(study.id, 1, 1, who, right(asked[place]), at=moment)

    await answer(0, 0)
    await answer(1, 1)
    await answer(2, 3)
    with pytest.raises(NoTimeError):
        await answer(3, 3.1)
    await group.wait(6)
    closed = (await group.studies.standing(study.id)).round

    assert closed is not None
    assert closed.phase == "closed"
    assert {each.id for each in closed.winners} == {each.id for each in group.learners[:3]}
    assert closed.quickest == timedelta(seconds=10)


async def test_a_race_is_timed_from_the_first_sheet_a_learner_opened(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(RACE)
    early, late = group.learners
    await group.studies.question(study.id, early)
    await group.wait(8)
    await group.studies.question(study.id, late)
    await group.studies.question(study.id, early)
    await group.wait(2)
    await group.rightly(study.id, early)
    await group.rightly(study.id, late)
    board = (await group.studies.report(study.id)).board

    assert [(row.member.id, row.time, row.rank) for row in board] == [
        (late.id, timedelta(seconds=2), 1),
        (early.id, timedelta(seconds=10), 2),
    ]


async def test_a_wrong_answer_in_a_race_is_the_only_one(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(RACE)
    told = await group.wrongly(study.id, group.host)
    with pytest.raises(AnsweredError):
        await group.studies.question(study.id, group.host)

    assert told.done
