"""A raid, from the lobby to the end: what counts, what it costs the others, who may do what, and what survives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, event, func, select, update

import bot.play.raid.turns
from bot.play.drawing import Drawn
from bot.play.house import House
from bot.play.judging import COUNTED
from bot.play.raid.raid_refusals import (
    AnsweredError,
    BegunError,
    HostHereError,
    NoRaidError,
    NoServerError,
    NotAtThisTierError,
    NotBegunError,
    NotHostError,
    NotInThisChannelError,
    NotYetError,
    RaidOverError,
)
from bot.play.refusals import NotYoursError
from bot.play.regrading import regrade
from bot.play.scene import Place, Sent
from bot.store import answers, guilds, questions, raids
from bot.store.questions import Home
from bot.store.store import Store
from bot.store.tables import answer, question
from engine.rules.raid import Effect
from engine.rules.wall import Outcome
from tests.play.raiding import HERE, Camp, camp, opened
from tests.play.stage import right, trapped

pytestmark = pytest.mark.raid

COST = 15  # statements by which a wrong answer in a raid is kept, and all is known that is to be shown of it


async def counted(store: Store) -> int:
    async with store.reading() as db:
        given = select(func.count()).select_from(answer).where(answer.c.kind.in_(COUNTED))
        return (await db.execute(given)).scalar_one()


async def test_a_raid_is_opened_joined_begun_and_broken_and_everyone_who_struck_has_broken_a_wall(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob, idler) = await here.gathered(3)
    for _ in range(3):
        for learner in (ann, bob):
            told = await here.strike(raid, learner, rightly=True)

    assert told.turn.raid.ending == "broken"
    assert told.turn.asked is None
    assert [fighter.part.blows for fighter in told.turn.raid.fighters] == [3, 3, 0]
    async with store.reading() as db:
        broken = [len(await raids.broken_by(db, 5, learner.id)) for learner in (ann, bob, idler)]
        elsewhere = await raids.broken_by(db, 6, ann.id)
        anywhere = await raids.broken_by(db, None, ann.id)
    assert broken == [1, 1, 0]
    assert (len(elsewhere), len(anywhere)) == (0, 1)
    assert (await here.play.path(ann)).broke is not None
    assert (await here.play.path(idler)).broke is None


async def test_each_learner_has_numbers_of_their_own_and_anothers_question_is_not_theirs_to_answer(
    store: Store,
) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    hers = (await here.play.raids.turns.face(raid.id, ann)).asked
    his = (await here.play.raids.turns.face(raid.id, bob)).asked

    assert hers is not None
    assert his is not None
    assert hers.id != his.id
    carl = await here.learner(3)
    with pytest.raises(NotYoursError):
        await here.send(raid, carl, hers, right(hers))


async def test_a_question_is_asked_once_and_waits_until_it_is_answered(store: Store) -> None:
    here = camp(store)
    raid, (ann,) = await here.gathered(1)
    turns = [(await here.play.raids.turns.face(raid.id, ann)).asked for _ in range(3)]
    assert turns[0] == turns[1] == turns[2]

    told = await here.strike(raid, ann, rightly=True)
    assert told.turn.asked is not None
    assert told.turn.asked.turn == 1


async def test_one_learner_wrong_fifty_times_cannot_sink_the_group_and_is_told_when_it_costs_nothing(
    store: Store,
) -> None:
    here = camp(store)
    raid, (ann, bob, *_) = await here.gathered(4)
    told = [await here.strike(raid, ann, rightly=False) for _ in range(50)]

    effects = [each.deed.effect for each in told if each.deed is not None]
    assert effects == [Effect.LAID] * 2 + [Effect.SPARED] * 48
    now = await here.found(raid)
    assert (now.ending, len(now.siege.courses)) == (None, 5)
    assert await counted(store) == 50, "what they got wrong is kept all the same"

    felled = await here.strike(raid, bob, rightly=True)
    assert felled.deed is not None
    assert felled.deed.effect is Effect.FELLED


async def test_two_right_answers_a_second_apart_both_count(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    for _ in range(2):
        await here.strike(raid, ann, rightly=True)
    hers = (await here.play.raids.turns.face(raid.id, ann)).asked
    his = (await here.play.raids.turns.face(raid.id, bob)).asked
    assert hers is not None
    assert his is not None
    first = await here.send(raid, ann, hers, right(hers))
    here.clock.wait(seconds=1)
    second = await here.send(raid, bob, his, right(his))

    assert first.deed is not None
    assert second.deed is not None
    assert (first.deed.effect, second.deed.effect) == (Effect.BROKE, Effect.LATE)
    ended = await here.found(raid)
    assert [fighter.part.blows for fighter in ended.fighters] == [3, 1]
    async with store.reading() as db:
        assert [len(await raids.broken_by(db, 5, each.id)) for each in (ann, bob)] == [1, 1]


async def test_a_wrong_answer_that_comes_after_the_end_costs_nothing(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    his = (await here.play.raids.turns.face(raid.id, bob)).asked
    assert his is not None
    for _ in range(3):
        await here.strike(raid, ann, rightly=True)
    late = await here.send(raid, bob, his, trapped(his))

    assert late.deed is not None
    assert late.deed.effect is Effect.PAST
    ended = await here.found(raid)
    assert ended.ending == "broken"
    assert ended.siege.part(bob.id).layers == 0


async def test_more_than_half_at_their_worst_overgrow_the_raid_and_each_layer_has_its_cause(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    for learner in (ann, ann, bob):
        told = await here.strike(raid, learner, rightly=False)

    over = told.turn.raid
    assert over.ending == "overgrown"
    laid = [deed for deed in over.deeds if deed.laid]
    assert [deed.learner for deed in laid] == [ann.id, ann.id, bob.id]
    causes = await here.play.raids.turns.causes(over)
    assert all(deed.trap in causes[deed.question].certificate.traps for deed in laid)


async def test_what_cannot_be_read_costs_nothing_and_is_asked_again(store: Store) -> None:
    here = camp(store)
    raid, (ann,) = await here.gathered(1)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    told = await here.send(raid, ann, asked, "kittens")

    assert (told.judged.kind, told.deed, told.turn.asked) == ("invalid", None, asked)
    assert await counted(store) == 0


async def test_of_a_text_with_two_readings_the_one_meant_is_judged(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    doubtful = await here.send(raid, ann, asked, "22,6")
    assert doubtful.turn.doubt is not None
    assert doubtful.judged.stored is not None
    meant = Sent("", here.clock(), None)
    with pytest.raises(NotYoursError):
        await here.play.raids.turns.choose_reading(doubtful.judged.stored, 0, bob, meant)
    told = await here.play.raids.turns.choose_reading(doubtful.judged.stored, 0, ann, meant)

    assert told.judged.echo == doubtful.judged.readings[0]
    assert told.deed is not None
    assert await counted(store) == 1


async def test_the_same_interaction_twice_counts_once_and_is_told_the_same(store: Store) -> None:
    here = camp(store)
    raid, (ann, _) = await here.gathered(2)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    first = await here.send(raid, ann, asked, trapped(asked), interaction=9)
    again = await here.send(raid, ann, asked, trapped(asked), interaction=9)

    assert (again.judged.stored, again.deed) == (first.judged.stored, first.deed)
    assert await counted(store) == 1


async def test_a_question_answered_already_takes_no_second_answer(store: Store) -> None:
    here = camp(store)
    raid, (ann, _) = await here.gathered(2)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    await here.send(raid, ann, asked, trapped(asked))
    with pytest.raises(AnsweredError):
        await here.send(raid, ann, asked, right(asked))

    assert await counted(store) == 1


async def test_an_answer_that_was_kept_before_the_process_died_counts_once_when_it_comes_again(store: Store) -> None:
    here = camp(store)
    raid, (ann, _) = await here.gathered(2)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    await here.send(raid, ann, asked, right(asked), interaction=9)
    async with store.writing() as db:  # it died before the next question was put
        await db.execute(delete(question).where(question.c.turn > 0))
    here.restart()
    again = await here.send(raid, ann, asked, right(asked), interaction=9)

    assert again.deed is not None
    assert again.deed.effect is Effect.FELLED
    assert await counted(store) == 1
    assert again.turn.asked is not None


async def test_a_restart_in_mid_question_under_another_host_asks_the_same_question_at_the_same_attempt(
    store: Store,
) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    await here.strike(raid, ann, rightly=False)
    before = await here.play.raids.turns.face(raid.id, bob)
    here.clock.wait(minutes=4)
    await here.play.raids.take_over(raid.id, bob)
    here.restart()
    after = await here.play.raids.turns.face(raid.id, bob)

    assert after.asked == before.asked
    assert after.raid.siege == before.raid.siege
    assert after.raid.host == bob.id


async def test_of_fifty_who_strike_at_once_by_three_processes_every_one_counts_once_and_the_wall_is_exactly_as_thick(
    store: Store,
) -> None:
    here = camp(store)
    processes = [here, *(Camp(store, here.clock, opened(store, here.clock)) for _ in range(2))]
    raid, all_of = await here.gathered(50)
    asked = {learner.id: (await here.play.raids.turns.face(raid.id, learner)).asked for learner in all_of}
    rightly = {learner.id: learner.id % 3 != 0 for learner in all_of}

    async def strike(number: int) -> Effect:
        mine = asked[all_of[number].id]
        assert mine is not None
        text = right(mine) if rightly[all_of[number].id] else trapped(mine)
        told = await processes[number % 3].send(raid, all_of[number], mine, text, interaction=number + 1)
        assert told.deed is not None
        return told.deed.effect

    effects = await asyncio.gather(*map(strike, range(50)))
    again = await asyncio.gather(*map(strike, range(50)))

    assert again == effects, "each is told what it did, also when it comes twice"
    assert await counted(store) == 50
    now = await here.found(raid)
    felled, laid = effects.count(Effect.FELLED), effects.count(Effect.LAID)
    assert laid == sum(not good for good in rightly.values())
    assert len(now.siege.courses) == 3 + laid - felled
    assert sum(effect in (Effect.FELLED, Effect.CRACKED) for effect in effects) == sum(rightly.values())
    assert [deed.answer for deed in now.deeds] == sorted(deed.answer for deed in now.deeds)


async def test_the_last_blow_is_landed_once_though_many_strike_at_it_at_once(store: Store) -> None:
    here = camp(store)
    raid, all_of = await here.gathered(6)
    asked = {learner.id: (await here.play.raids.turns.face(raid.id, learner)).asked for learner in all_of}
    for _ in range(8):  # two full layers of three, and two cracks of the last
        await here.strike(raid, all_of[0], rightly=True)

    processes = [here, *(Camp(store, here.clock, opened(store, here.clock)) for _ in range(4))]

    async def strike(number: int) -> Effect:
        mine = asked[all_of[number].id]
        assert mine is not None
        told = await processes[number - 1].send(raid, all_of[number], mine, right(mine))
        assert told.deed is not None
        return told.deed.effect

    effects = await asyncio.gather(*map(strike, range(1, 6)))

    assert sorted(effects) == [Effect.BROKE, *[Effect.LATE] * 4]
    assert (await here.found(raid)).siege.outcome is Outcome.BROKEN


async def test_blows_landed_at_once_by_many_processes_end_the_raid_with_the_one_that_completes_them(
    store: Store,
) -> None:
    here = camp(store)
    raid, all_of = await here.gathered(12)
    asked = {learner.id: (await here.play.raids.turns.face(raid.id, learner)).asked for learner in all_of}
    for _ in range(12):  # two full layers of six
        await here.strike(raid, all_of[0], rightly=True)
    processes = [Camp(store, here.clock, opened(store, here.clock)) for _ in range(6)]

    async def strike(number: int) -> Effect:
        mine = asked[all_of[number].id]
        assert mine is not None
        told = await processes[number - 1].send(raid, all_of[number], mine, right(mine))
        assert told.deed is not None
        return told.deed.effect

    effects = await asyncio.gather(*map(strike, range(1, 7)))

    assert sorted(effects) == [Effect.BROKE, *[Effect.CRACKED] * 5]
    assert (await here.found(raid)).ending == "broken"


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


async def test_whoever_left_and_answers_after_all_is_in_again_and_the_answer_counts(store: Store) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    his = (await here.play.raids.turns.face(raid.id, bob)).asked
    assert his is not None
    gone = await here.play.raids.leave(raid.id, bob)
    assert [fighter.learner for fighter in gone.here] == [ann.id]
    told = await here.send(raid, bob, his, right(his))

    assert told.deed is not None
    assert told.deed.effect is Effect.FELLED
    assert len(told.turn.raid.here) == 2
    assert len(told.turn.raid.fighters) == 2, "who comes twice is one member"


async def test_whoever_comes_late_counts_at_once_and_only_for_layers_not_yet_faced(store: Store) -> None:
    here = camp(store)
    raid, _ = await here.gathered(1)
    late = [await here.learner(number) for number in range(2, 6)]
    for learner in late:
        await here.play.raids.join(raid.id, learner)
    first = await here.strike(raid, late[-1], rightly=True)

    assert first.deed is not None
    assert first.deed.effect is Effect.FELLED, "the first layer was faced by one"
    outermost = first.turn.raid.siege.outermost
    assert outermost is not None
    assert outermost.strength == 3
    assert first.turn.raid.siege.limit == 3 + 2 * 3 + 1


async def test_a_raid_that_is_closed_takes_nothing_and_a_raid_that_never_was_is_none(store: Store) -> None:
    here = camp(store)
    raid, (ann,) = await here.gathered(1)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    assert await here.play.raids.lose(raid.id)
    assert not await here.play.raids.lose(raid.id)
    with pytest.raises(RaidOverError) as over:
        await here.send(raid, ann, asked, right(asked))
    assert over.value.raid is not None
    assert over.value.raid.ending == "lost"
    for act in (here.play.raids.join, here.play.raids.turns.face, here.play.raids.leave):
        with pytest.raises(NoRaidError):
            await act(404, ann)


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


async def test_chinese_and_english_learners_fight_one_wall_each_in_their_own_language(store: Store) -> None:
    here = camp(store)
    raid, (zh, en) = await here.gathered(2)
    hers, his = await here.play.raids.turns.face(raid.id, zh), await here.play.raids.turns.face(raid.id, en)

    assert (hers.learner.language, his.learner.language) == ("zh-CN", "en")
    assert hers.raid.siege == his.raid.siege


async def test_no_question_is_put_once_the_wall_is_down_though_it_was_being_drawn_while_it_stood(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = camp(store)
    raid, (ann, bob) = await here.gathered(2)
    for _ in range(2):
        await here.strike(raid, ann, rightly=True)
    drawn = bot.play.raid.turns.draw

    async def slow_draw(house: House, learner: int, *rest: Any) -> Drawn:
        if learner == bob.id:
            await here.strike(raid, ann, rightly=True)
        return await drawn(house, learner, *rest)

    monkeypatch.setattr(bot.play.raid.turns, "draw", slow_draw)
    turn = await here.play.raids.turns.face(raid.id, bob)

    assert (turn.asked, turn.raid.ending) == (None, "broken")
    async with store.reading() as db:
        put = await questions.of_home(db, Home("raid", raid.id), bob.id)
    assert list(put) == []


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


async def test_what_is_told_of_an_answer_is_the_raid_as_it_is_read_from_the_store(store: Store) -> None:
    here = camp(store)
    raid, all_of = await here.gathered(5)
    random, sheets = Random(5), [(each, (await here.play.raids.turns.face(raid.id, each)).asked) for each in all_of]
    for number in range(60):
        now = await here.found(raid)
        who = random.choice(all_of)
        if now.ending is None and random.random() < 0.2:
            await here.play.raids.leave(raid.id, who)
        turn = await here.play.raids.turns.face(raid.id, who) if now.ending is None else None
        asked = next(sheet for each, sheet in sheets if each is who) if turn is None else turn.asked
        assert turn is None or turn.raid == await here.found(raid)
        if asked is None:
            continue
        sheets = [(each, asked if each is who else sheet) for each, sheet in sheets]
        text = random.choice((right(asked), trapped(asked), "what?", "7 or 8"))
        try:
            told = await here.send(raid, who, asked, text, number)
        except AnsweredError:
            continue
        assert told.turn.raid == await here.found(raid)
        if told.turn.asked is not None:
            assert told.turn.asked == (await here.play.raids.turns.face(raid.id, who)).asked


async def test_an_answer_is_as_many_statements_however_many_are_there_and_whatever_was_laid(store: Store) -> None:
    here = camp(store)
    costs = []
    for learners in (2, 12):
        raid, all_of = await here.gathered(learners, Place(guild=learners, channel=learners))
        for learner in (*all_of[1:5], all_of[0]):
            asked = (await here.play.raids.turns.face(raid.id, learner)).asked
            assert asked is not None
            with counting(store) as statements:
                told = await here.send(raid, learner, asked, trapped(asked))
                await here.play.raids.turns.causes(told.turn.raid)
            costs.append(len(statements))

    assert len(set(costs)) == 1
    assert costs[0] <= COST, costs


@contextmanager
def counting(store: Store) -> Iterator[list[str]]:
    """Give a list to which every statement on a store is added; what begins and ends a transaction is none."""
    statements: list[str] = []

    def heed(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split()[0] not in ("BEGIN", "PRAGMA"):
            statements.append(statement)

    for engine in store.engines:
        event.listen(engine, "before_cursor_execute", heed)
    try:
        yield statements
    finally:
        for engine in store.engines:
            event.remove(engine, "before_cursor_execute", heed)
