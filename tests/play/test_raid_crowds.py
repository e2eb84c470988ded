"""Many who strike at once, by one process and by several: each counts once, and at a cost that does not grow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from bot.play.raid.raid import Raid
from bot.play.raid.raid_refusals import AnsweredError
from bot.play.scene import Asked, Learner, Place
from bot.store import raids
from bot.store.store import Store
from engine.rules.raid import Effect
from engine.rules.wall import Outcome
from tests.play.raiding import Camp, camp, counted, opened
from tests.play.stage import right, trapped
from tests.statements import statements

pytestmark = pytest.mark.raid

COST = 15  # statements by which a wrong answer in a raid is kept, and all is known that is to be shown of it


async def rightly_at_once(
    processes: Sequence[Camp], raid: Raid, asked: Sequence[tuple[Learner, Asked | None]]
) -> list[Effect]:
    """Have each of them answer rightly in the same moment, each by a process of its own; return what each did."""

    async def strike(process: Camp, learner: Learner, mine: Asked | None) -> Effect:
        assert mine is not None
        told = await process.send(raid, learner, mine, right(mine))
        assert told.deed is not None
        return told.deed.effect

    return await asyncio.gather(*(strike(by, *each) for by, each in zip(processes, asked, strict=True)))


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


async def test_the_same_interaction_twice_counts_once_and_is_told_the_same(store: Store) -> None:
    here = camp(store)
    raid, (ann, _) = await here.gathered(2)
    asked = (await here.play.raids.turns.face(raid.id, ann)).asked
    assert asked is not None
    first = await here.send(raid, ann, asked, trapped(asked), interaction=9)
    again = await here.send(raid, ann, asked, trapped(asked), interaction=9)

    assert (again.judged.stored, again.deed) == (first.judged.stored, first.deed)
    assert await counted(store) == 1


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

    effects = await rightly_at_once(processes, raid, [(each, asked[each.id]) for each in all_of[1:6]])

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

    effects = await rightly_at_once(processes, raid, [(each, asked[each.id]) for each in all_of[1:7]])

    assert sorted(effects) == [Effect.BROKE, *[Effect.CRACKED] * 5]
    assert (await here.found(raid)).ending == "broken"


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
            with statements(store) as sent:
                told = await here.send(raid, learner, asked, trapped(asked))
                await here.play.raids.turns.causes(told.turn.raid)
            costs.append(len(sent))

    assert len(set(costs)) == 1
    assert costs[0] <= COST, costs
