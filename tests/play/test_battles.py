"""A battle, from the first question to the end: what counts, what costs nothing, and what survives."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, func, select

from bot.play.judging import COUNTED
from bot.play.refusals import BattleOverError, NoBattleError, NotYoursError, TooLateError
from bot.play.scene import Place, Tier
from bot.play.wall.battles import fold
from bot.store import answers, battles, courses
from bot.store.store import Store
from bot.store.tables import answer, battle, question
from engine.rules.wall import Layer, Outcome
from tests.play.stage import EN, ZH, right, send, staged, trapped


async def counted(store: Store) -> int:
    async with store.reading() as db:
        given = select(func.count()).select_from(answer).where(answer.c.kind.in_(COUNTED))
        return (await db.execute(given)).scalar_one()


@pytest.mark.parametrize("tier", ["apprentice", "adept", "elder"])
async def test_three_right_answers_break_the_wall_and_each_layer_asks_of_its_own_kind(store: Store, tier: Tier) -> None:
    play = staged(store)
    await play.meet(ZH.id, name=ZH.name)
    scene = await play.fight(ZH, tier=tier)
    asked = []
    while scene.awaits == "answer":
        assert scene.asked is not None
        asked.append(scene.asked.certificate.facts.layer)
        scene = await send(play, scene, right(scene.asked))
        assert scene.judged is not None
        assert scene.judged.right

    assert asked == [Layer.DOT, Layer.GRID, Layer.MEMORY]
    assert scene.awaits == "nothing"
    assert scene.battle is not None
    assert (scene.battle.ending, scene.battle.outcome) == ("broken", Outcome.BROKEN)


async def test_three_wrong_answers_are_named_and_overgrow_the_learner(store: Store) -> None:
    play = staged(store)
    await play.meet(EN.id, name=EN.name)
    scene = await play.fight(EN)
    for _ in range(3):
        scene = await send(play, scene, trapped(scene.asked))
        assert scene.judged is not None
        assert scene.judged.kind == "diagnosed"
        assert scene.judged.line.startswith("trap.")

    assert scene.battle is not None
    assert scene.battle.ending == "overgrown"
    assert len(scene.battle.wall.layers) == 6
    assert [strike.layer for strike in scene.battle.strikes] == [Layer.DOT] * 3


async def test_a_wrong_answer_is_followed_by_a_question_with_other_numbers(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    first = await play.fight(ZH)
    second = await send(play, first, trapped(first.asked))

    assert first.asked is not None
    assert second.asked is not None
    assert second.asked.certificate.facts.layer == first.asked.certificate.facts.layer
    assert second.asked.certificate != first.asked.certificate


@pytest.mark.parametrize("text", ["不知道", "", "9**9**9", "@everyone", "\0", "64 or 63"])
async def test_what_cannot_be_read_costs_nothing_and_is_kept(store: Store, text: str) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    after = await send(play, scene, text)

    assert after.judged is not None
    assert after.judged.kind == "invalid"
    assert after.asked == scene.asked
    assert after.battle is not None
    assert len(after.battle.wall.layers) == 3
    async with store.reading() as db:
        kept = await answers.everything(db)
    assert [(row.text, row.attempt) for row in kept] == [(text, None)]


async def test_a_text_with_two_readings_is_asked_about_and_the_one_meant_is_judged(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    doubtful = await send(play, scene, "22,6")

    assert doubtful.awaits == "choose"
    assert doubtful.choices
    assert doubtful.judged is not None
    assert doubtful.judged.stored is not None
    assert await counted(store) == 0

    again = await play.scene(scene.battle.id, ZH) if scene.battle else None
    assert again is not None
    assert again.choices == doubtful.choices

    judged = await play.choose_reading(doubtful.judged.stored, 0, ZH)
    assert judged.judged is not None
    assert judged.judged.echo == doubtful.judged.readings[0]
    assert await counted(store) == 1


async def test_the_same_interaction_twice_counts_once_and_is_told_the_same(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    first = await send(play, scene, trapped(scene.asked), interaction=5)
    second = await send(play, scene, trapped(scene.asked), interaction=5)

    assert second == first
    assert await counted(store) == 1


async def test_the_same_unreadable_interaction_twice_is_kept_once(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    told = [await send(play, scene, "hm", interaction=5) for _ in range(2)]

    assert told[0] == told[1]
    async with store.reading() as db:
        assert len(await answers.everything(db)) == 1


async def test_of_many_touches_at_once_one_counts(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    sent = [send(play, scene, trapped(scene.asked), interaction=number) for number in range(1, 9)]
    results = await asyncio.gather(*sent, return_exceptions=True)

    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert sum(isinstance(result, TooLateError) for result in results) == 7
    assert await counted(store) == 1


async def test_an_answer_to_a_question_that_is_past_is_refused_and_shows_the_present_one(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    first = await play.fight(ZH)
    second = await send(play, first, right(first.asked))
    with pytest.raises(TooLateError) as late:
        await send(play, first, right(first.asked))

    assert late.value.scene.asked == second.asked


async def test_only_the_challenger_answers(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    await play.meet(EN.id)
    scene = await play.fight(ZH)
    with pytest.raises(NotYoursError):
        await send(play, scene, right(scene.asked), learner=EN)

    assert await counted(store) == 0


async def test_a_battle_that_is_over_takes_no_answer(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    ended = await play.abandon(ZH)
    with pytest.raises(BattleOverError):
        await send(play, scene, right(scene.asked))

    assert ended.battle is not None
    assert ended.battle.ending == "abandoned"
    with pytest.raises(NoBattleError):
        await play.abandon(ZH)
    with pytest.raises(NoBattleError):
        await play.answer(404, 0, 1, ZH, "64")


async def test_to_fight_again_goes_on_with_the_open_battle_and_elsewhere_begins_another(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    here = await play.fight(ZH, place=Place(guild=1))
    again = await play.fight(ZH, place=Place(guild=1))
    there = await play.fight(ZH, place=Place(guild=2))

    assert here.battle is not None
    assert again.battle is not None
    assert there.battle is not None
    assert again.battle.id == here.battle.id != there.battle.id


async def test_the_draws_follow_from_the_secret(store: Store) -> None:
    play = staged(store)
    drawn = []
    for learner in (ZH, EN):
        await play.meet(learner.id)
        scene = await play.fight(learner, secret=42)
        assert scene.asked is not None
        assert scene.battle is not None
        drawn.append((scene.asked.certificate, scene.battle.id))
    again = staged(store, seed=8)
    scene = await again.fight(ZH, secret=1)

    assert scene.asked is not None
    assert scene.asked.certificate == drawn[0][0]


async def test_after_a_restart_the_same_battle_waits_with_the_same_question(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    for answer_text in (right, trapped, right, right, right):
        play = staged(store)
        assert scene.battle is not None
        waiting = await play.scene(scene.battle.id, ZH)
        assert waiting.asked == scene.asked
        assert waiting.battle == scene.battle
        scene = await send(play, waiting, answer_text(waiting.asked))

    assert scene.battle is not None
    assert scene.battle.ending == "broken"


async def test_what_a_crash_left_undone_after_an_answer_is_done_when_next_looked_at(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    for _ in range(3):
        scene = await send(play, scene, trapped(scene.asked))
    assert scene.battle is not None
    async with store.writing() as db:  # as if killed between the last answer and the ending, at every turn
        await db.execute(delete(question).where(question.c.turn > 2))
        await db.execute(battle.update().values(ended=None, ending=None))
    healed = await staged(store).scene(scene.battle.id, ZH)

    assert healed.battle is not None
    assert healed.battle.ending == "overgrown"
    assert healed.awaits == "nothing"


async def test_a_question_lost_to_a_crash_is_asked_anew(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    after = await send(play, scene, right(scene.asked))
    assert after.battle is not None
    async with store.writing() as db:
        await db.execute(delete(question).where(question.c.turn == 1))
    healed = await staged(store).scene(after.battle.id, ZH)

    assert healed.asked is not None
    assert after.asked is not None
    assert healed.asked.certificate == after.asked.certificate


async def test_a_corrected_answer_moves_the_wall(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    after = await send(play, scene, trapped(scene.asked))
    assert after.battle is not None
    assert after.judged is not None
    assert after.judged.stored is not None
    async with store.writing() as db:
        await answers.correct(
            db, after.judged.stored, kind="correct", line="right", echo="64", reader=99, at=after.battle.started
        )
    moved = await play.battle(after.battle.id)

    assert moved is not None
    assert len(moved.wall.layers) == 2


async def test_a_battle_is_nothing_but_the_fold_of_what_is_stored(store: Store) -> None:
    play = staged(store)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    scene = await send(play, scene, right(scene.asked))
    assert scene.battle is not None
    async with store.reading() as db:
        row = await battles.find(db, scene.battle.id)
        course = (await db.run_sync(courses.of_battles, (scene.battle.id,)))[scene.battle.id]

    assert row is not None
    assert fold(row, course) == scene.battle
