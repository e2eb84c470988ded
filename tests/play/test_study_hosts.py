"""The host of a study session: who is, who may become it, and what happens where nobody acts."""

from __future__ import annotations

import asyncio

import pytest

from bot.play.study.study_refusals import (
    HeirNotInError,
    HostPresentError,
    NotHostError,
)
from bot.store.store import Store
from engine.rules.study import Phase
from tests.play.studying import DIAL, PLACE, a_class

pytestmark = pytest.mark.study


async def test_a_host_who_is_there_keeps_the_session_and_one_who_is_silent_or_gone_does_not(store: Store) -> None:
    group = await a_class(store, 4)
    study = await group.begun()
    other, third = group.learners[1:3]
    with pytest.raises(HostPresentError):
        await group.studies.take_over(other, study.id)
    await group.wait(181)
    taken = await group.studies.take_over(other, study.id)
    await group.studies.leave(other, study.id)
    again = await group.studies.take_over(third, study.id)
    handed = await group.studies.hand_over(third, study.id, group.host.id)
    with pytest.raises(NotHostError):
        await group.studies.stop(third, study.id)
    with pytest.raises(HeirNotInError):
        await group.studies.hand_over(group.host, study.id, other.id)

    assert [each.host.id for each in (taken, again, handed)] == [other.id, third.id, group.host.id]


async def test_two_who_take_over_at_once_make_one_host(store: Store) -> None:
    group = await a_class(store, 6)
    study = await group.begun()
    await group.wait(200)
    asking = [group.studies.take_over(each, study.id) for each in group.learners[1:]]
    told = await asyncio.gather(*asking, return_exceptions=True)

    assert sum(not isinstance(each, Exception) for each in told) == 1


async def test_a_touch_that_comes_twice_moves_on_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    await asyncio.gather(*(group.studies.skip(group.host, study.id, 1, "first") for _ in range(4)))
    once = await group.studies.standing(study.id)
    await asyncio.gather(*(group.studies.skip(group.host, study.id, 1, "closed") for _ in range(4)))
    twice = await group.studies.standing(study.id)
    ends: tuple[Phase, ...] = ("first", "closed")
    for phase in ends:
        ended = await asyncio.gather(*(group.studies.skip(group.host, study.id, 2, phase) for _ in range(4)))

    assert once.round is not None
    assert (once.round.number, once.round.phase) == (1, "closed")
    assert twice.round is not None
    assert (twice.round.number, twice.round.phase) == (2, "first")
    assert {each.ending for each in ended} == {"finished"}


async def test_a_session_nobody_touches_ends_by_itself_in_every_state(store: Store) -> None:
    group = await a_class(store)
    endings = []
    for state in ("lobby", "running", "paused"):
        study = await group.studies.open(group.host, PLACE, DIAL)
        if state != "lobby":
            await group.studies.start(group.host, study.id)
        if state == "paused":
            await group.studies.pause(group.host, study.id)
        await group.wait(31 * 60)
        endings.append((await group.studies.standing(study.id)).ending)

    assert endings == ["idle"] * 3
    assert await group.studies.underway() == ()


async def test_a_message_that_can_stand_nowhere_ends_a_lobby_and_pauses_what_runs(store: Store) -> None:
    group = await a_class(store)
    lobby = await group.studies.open(group.host, PLACE, DIAL)
    ended = await group.studies.lost(lobby.id)
    running = await group.begun()
    paused = await group.studies.lost(running.id)

    assert ended.ending == "unreachable"
    assert paused.state == "paused"
    assert (await group.studies.resume(group.host, running.id)).state == "running"
