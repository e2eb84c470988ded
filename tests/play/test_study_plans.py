"""Planned sessions: they open at their time, once, and remind whoever asked, once."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.play.scene import Place
from bot.play.study.study import Plan
from bot.play.study.study_plans import AHEAD, LATE, SOON
from bot.play.study.study_refusals import NoPlanError, NotHostError, UnfitError
from bot.store.store import Store
from tests.play.studying import DIAL, PLACE, Class

pytestmark = pytest.mark.study

HOUR = timedelta(hours=1)


async def planned(store: Store, ahead: timedelta = HOUR) -> tuple[Class, Plan]:
    group = await Class(store, 3).met()
    return group, await group.studies.plan(group.host, PLACE, DIAL, group.hand.now + ahead)


async def test_a_plan_opens_its_lobby_at_its_time_and_once_however_many_look_at_the_clock(store: Store) -> None:
    group, plan = await planned(store, timedelta(seconds=60))
    early = await group.wait(58)
    group.hand.move(2)
    others = [Class(store, 3, group.hand) for _ in range(3)]
    turned = await asyncio.gather(*(each.studies.due(group.hand.now) for each in others))
    begun = [each for one in turned for each in one.begun]
    study = await group.studies.open_in(PLACE.channel or 0)

    assert early.begun == ()
    assert [each.id for each in begun] == [plan.id]
    assert study is not None
    assert begun[0].study_id == study.id
    assert (study.state, study.host.id, study.settings) == ("lobby", group.host.id, plan.settings)
    assert await group.studies.plans(9) == ()


async def test_a_plan_waits_for_its_channel_and_is_given_up_in_the_end(store: Store) -> None:
    group, plan = await planned(store, timedelta(seconds=60))
    group.hand.move(8)
    standing = await group.studies.open(group.host, PLACE, DIAL)
    late = await group.studies.plan(group.host, Place(9, 91), DIAL, group.hand.now + timedelta(seconds=1))
    taken = await group.wait(120)
    await group.studies.stop(group.host, standing.id)
    free = await group.wait(2)
    group.hand.move((LATE + timedelta(seconds=1)).total_seconds())
    third = await group.studies.plan(group.host, Place(9, 92), DIAL, group.hand.now + timedelta(seconds=1))
    group.hand.move((LATE + timedelta(seconds=2)).total_seconds())
    missed = (await group.studies.due(group.hand.now)).missed

    assert [each.id for each in taken.begun] == [late.id]
    assert [each.id for each in free.begun] == [plan.id]
    assert [each.id for each in missed] == [third.id]
    assert missed[0].cancelled is not None


async def test_a_plan_lies_ahead_and_not_too_far(store: Store) -> None:
    group, _ = await planned(store)
    for away in (timedelta(0), -HOUR, AHEAD + HOUR):
        with pytest.raises(UnfitError):
            await group.studies.plan(group.host, PLACE, DIAL, group.hand.now + away)


async def test_its_host_cancels_a_plan_or_whoever_is_trusted_and_once(store: Store) -> None:
    group, plan = await planned(store)
    other = await group.studies.plan(group.host, PLACE, DIAL, group.hand.now + 2 * HOUR)
    assert [each.id for each in await group.studies.plans(9)] == [plan.id, other.id]
    with pytest.raises(NotHostError):
        await group.studies.cancel_plan(group.learners[1], plan.id)
    await group.studies.cancel_plan(group.host, plan.id)
    await group.studies.cancel_plan(group.learners[1], other.id, trusted=True)
    with pytest.raises(NoPlanError):
        await group.studies.cancel_plan(group.host, plan.id)
    group.hand.move(HOUR.total_seconds())

    assert (await group.studies.due(group.hand.now)).begun == ()
    assert await group.studies.plans(9) == ()


async def test_whoever_asked_is_reminded_once_and_nobody_else(store: Store) -> None:
    group, plan = await planned(store)
    asking, changed, silent = group.learners
    await group.studies.remind(plan.id, asking, on=True)
    await group.studies.remind(plan.id, asking, on=True)
    await group.studies.remind(plan.id, changed, on=True)
    told = await group.studies.remind(plan.id, changed, on=False)
    early = await group.studies.reminders_due(group.hand.now)
    group.hand.move((HOUR - SOON).total_seconds())
    due = await asyncio.gather(*(group.studies.reminders_due(group.hand.now) for _ in range(3)))

    assert told.reminded == 1
    assert early == ()
    assert [(each.plan.id, each.learner_id) for one in due for each in one] == [(plan.id, asking.id)]
    assert silent.id not in {each.learner_id for one in due for each in one}


async def test_a_reminder_that_could_not_be_delivered_is_told_once_when_its_learner_is_seen(store: Store) -> None:
    group, plan = await planned(store, timedelta(minutes=5))
    who = group.learners[1]
    await group.studies.remind(plan.id, who, on=True)
    (reminder,) = await group.studies.reminders_due(group.hand.now)
    await group.studies.not_reminded(reminder.plan.id, who)

    assert [each.id for each in await group.studies.reminders_kept(who)] == [plan.id]
    assert await group.studies.reminders_kept(who) == ()
    assert await group.studies.reminders_kept(group.host) == ()


async def test_discords_event_is_remembered(store: Store) -> None:
    group, plan = await planned(store)
    await group.studies.announced(plan.id, 2**60)

    assert (await group.studies.find_plan(plan.id)).event == 2**60
    with pytest.raises(NoPlanError):
        await group.studies.find_plan(plan.id + 1)
