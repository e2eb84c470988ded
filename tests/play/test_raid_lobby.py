"""The lobby of a raid and its host: who opens, begins, takes over, calls off, and when it closes by itself."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.play.raid.raid_refusals import (
    BegunError,
    HostHereError,
    NoServerError,
    NotAtThisTierError,
    NotBegunError,
    NotHostError,
    NotInThisChannelError,
    NotYetError,
    RaidOverError,
)
from bot.play.scene import Place
from bot.store import guilds
from bot.store.store import Store
from tests.play.raiding import HERE, camp

pytestmark = pytest.mark.raid


async def test_a_channel_has_one_open_raid_and_a_second_leads_to_it(store: Store) -> None:
    here = camp(store)
    ann, bob = await here.learner(1), await here.learner(2)
    first, new = await here.play.raids.open(ann, HERE, "adept")
    second, again = await here.play.raids.open(bob, HERE, "elder")
    elsewhere, other = await here.play.raids.open(bob, Place(guild=5, channel=51), "elder")

    assert (new, again, other) == (True, False, True)
    assert first.id == second.id != elsewhere.id
    assert second.tier == "adept"


async def test_of_many_who_open_at_once_one_does(store: Store) -> None:
    here = camp(store)
    all_of = [await here.learner(number) for number in range(1, 9)]
    opened = await asyncio.gather(*(here.play.raids.open(learner, HERE, "adept") for learner in all_of))

    assert len({raid.id for raid, _ in opened}) == 1
    assert [new for _, new in opened].count(True) == 1


async def test_a_raid_needs_a_server_and_keeps_to_its_channels_and_tiers(store: Store) -> None:
    here = camp(store)
    ann = await here.learner(1)
    async with store.writing() as db:
        await guilds.choose(db, 5, channels=(50,), tiers=("adept",), language="en")
    with pytest.raises(NoServerError):
        await here.play.raids.open(ann, Place(channel=50), "adept")
    with pytest.raises(NotInThisChannelError) as elsewhere:
        await here.play.raids.open(ann, Place(guild=5, channel=51), "adept")
    with pytest.raises(NotAtThisTierError):
        await here.play.raids.open(ann, HERE, "elder")
    in_a_thread, _ = await here.play.raids.open(ann, Place(guild=5, channel=52, parent=50), "adept")
    raid, _ = await here.play.raids.open(ann, HERE, "adept")

    assert in_a_thread.standing or in_a_thread.awaiting
    assert elsewhere.value.channels == (50,)
    assert raid.language == "en"


async def test_the_host_begins_at_once_and_anyone_after_three_minutes(store: Store) -> None:
    here = camp(store)
    ann, bob = await here.learner(1), await here.learner(2)
    raid, _ = await here.play.raids.open(ann, HERE, "adept")
    with pytest.raises(NotYetError) as early:
        await here.play.raids.start(raid.id, bob)
    with pytest.raises(NotBegunError):
        await here.play.raids.turns.face(raid.id, ann)
    here.clock.wait(minutes=3)
    begun = await here.play.raids.start(raid.id, bob)

    assert early.value.when is not None
    assert begun.standing
    assert [fighter.learner for fighter in begun.here] == [1, 2], "whoever begins is in"
    with pytest.raises(BegunError):
        await here.play.raids.start(raid.id, ann)
    with pytest.raises(BegunError):
        await here.play.raids.cancel(raid.id, ann)


async def test_only_its_host_calls_a_raid_off(store: Store) -> None:
    here = camp(store)
    ann, bob = await here.learner(1), await here.learner(2)
    raid, _ = await here.play.raids.open(ann, HERE, "adept")
    with pytest.raises(NotHostError):
        await here.play.raids.cancel(raid.id, bob)

    assert (await here.play.raids.cancel(raid.id, ann)).ending == "cancelled"
    with pytest.raises(RaidOverError):
        await here.play.raids.join(raid.id, bob)
    _, new = await here.play.raids.open(bob, HERE, "adept")
    assert new


@pytest.mark.parametrize("begun", [False, True])
async def test_when_the_host_has_left_anyone_is_host_and_the_raid_goes_on(store: Store, begun: bool) -> None:
    here = camp(store)
    ann, bob = await here.learner(1), await here.learner(2)
    raid, _ = await here.play.raids.open(ann, HERE, "adept")
    await here.play.raids.join(raid.id, bob)
    if begun:
        await here.play.raids.start(raid.id, ann)
    with pytest.raises(HostHereError):
        await here.play.raids.take_over(raid.id, bob)
    await here.play.raids.leave(raid.id, ann)
    taken = await here.play.raids.take_over(raid.id, bob)

    assert taken.host == bob.id
    if not begun:
        assert (await here.play.raids.start(raid.id, bob)).standing


async def test_a_host_who_is_silent_for_three_minutes_may_be_relieved_and_one_who_acts_may_not(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    here.clock.wait(minutes=2, seconds=30)
    await here.strike(raid, ann, rightly=True)
    here.clock.wait(minutes=2)
    with pytest.raises(HostHereError):
        await here.play.raids.take_over(raid.id, bob)
    await here.strike(raid, bob, rightly=True)
    here.clock.wait(minutes=1)

    assert (await here.play.raids.take_over(raid.id, bob)).host == bob.id


async def test_a_raid_nobody_touches_closes_in_the_lobby_and_in_the_fight_and_says_why(store: Store) -> None:
    here = camp(store)
    fought, _ = await here.gathered(2)
    awaited, _ = await here.play.raids.open(await here.learner(9), Place(guild=5, channel=51), "adept")
    here.clock.wait(minutes=14)
    assert not await here.play.raids.close_quiet()
    here.clock.wait(minutes=1)

    assert set(await here.play.raids.close_quiet()) == {fought.id, awaited.id}
    assert not await here.play.raids.close_quiet(), "a chore that comes twice finds nothing"
    assert [(await here.found(raid)).ending for raid in (fought, awaited)] == ["idle", "idle"]
    assert not await here.play.raids.open_ids()


async def test_a_raid_with_nobody_left_closes_after_a_minute_unless_someone_comes_back(store: Store) -> None:
    here = camp(store)
    raid, (ann,) = await here.gathered(1)
    await here.play.raids.leave(raid.id, ann)
    here.clock.wait(seconds=30)
    assert not await here.play.raids.close_quiet()
    await here.play.raids.join(raid.id, ann)
    here.clock.wait(seconds=90)
    assert not await here.play.raids.close_quiet()
    await here.play.raids.leave(raid.id, ann)
    here.clock.wait(seconds=60)

    assert list(await here.play.raids.close_quiet()) == [raid.id]
    assert (await here.found(raid)).ending == "deserted"


async def test_what_is_shown_at_a_start_is_open_or_has_ended_lately_and_the_open_comes_first(store: Store) -> None:
    here = camp(store)
    ended: list[int] = []
    for channel in (50, 51, 52):
        raid, (ann,) = await here.gathered(1, Place(guild=5, channel=channel))
        for _ in range(3):
            await here.strike(raid, ann, rightly=True)
        ended.append(raid.id)
        here.clock.wait(minutes=5)
    standing, _ = await here.gathered(1)

    assert await here.play.raids.open_ids(timedelta(minutes=12)) == [standing.id, ended[2], ended[1]]
