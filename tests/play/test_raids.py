"""A raid, from the lobby to the end: what counts, what it costs the others, and what survives."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete

import bot.play.raid.turns
from bot.play.drawing import Drawn
from bot.play.house import House
from bot.play.raid.raid_refusals import (
    AnsweredError,
    NoRaidError,
    RaidOverError,
)
from bot.play.refusals import NotYoursError
from bot.play.scene import Sent
from bot.store import questions, raids
from bot.store.questions import Home
from bot.store.store import Store
from bot.store.tables import question
from engine.rules.raid import Effect
from tests.play.raiding import camp, counted
from tests.play.stage import right, trapped

pytestmark = pytest.mark.raid


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
