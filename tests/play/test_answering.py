"""Laws of answers kept together: few transactions for many, and for each what it would have been alone."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import event

from bot.play import Play
from bot.play.meeting import Arrival
from bot.play.refusals import NotYoursError, TooLateError
from bot.play.scene import Learner, Scene
from bot.store import learners
from bot.store.store import Store
from tests.play.stage import right, send, staged, trapped

MANY = 40


async def begun(store: Store, play: Play, many: int) -> list[Scene]:
    """Begin a battle for each of many learners."""
    people = [Learner(id, "en") for id in range(1, many + 1)]
    async with store.writing() as db:
        for person in people:
            await learners.meet(db, person.id, "", play.house.clock())
    return [await play.fight(person) for person in people]


async def test_answers_that_come_at_once_are_kept_in_few_transactions(store: Store) -> None:
    play = staged(store)
    scenes = await begun(store, play, MANY)
    commits: list[object] = []
    for engine in store.engines:
        event.listen(engine, "commit", commits.append)

    sent = [
        play.hear(scene.battle.id, 0, 1, scene.learner, right(scene.asked), interaction=1000 + scene.battle.id)
        for scene in scenes
        if scene.battle is not None
    ]
    verdicts = [await play.verdict(heard) for heard in await asyncio.gather(*sent)]

    assert all(each.judged is not None and each.judged.right for each in verdicts)
    assert len(commits) == 1


async def test_what_an_answer_leaves_is_what_is_recalled_of_it(store: Store) -> None:
    play = staged(store)
    (scene,) = await begun(store, play, 1)
    for text in (right, trapped, trapped, right, trapped, trapped, trapped):
        assert scene.battle is not None
        assert scene.asked is not None
        turn = scene.asked.turn
        sent = (scene.battle.id, turn, 1, scene.learner, text(scene.asked))
        told = await play.verdict(await play.hear(*sent, interaction=500 + turn))

        assert told.battle == await play.battle(scene.battle.id)
        if told.battle is not None and told.battle.ending is None:
            scene = await play.scene(scene.battle.id, scene.learner)
    assert told.battle is not None
    assert told.battle.ending == "overgrown"


async def test_of_two_answers_to_one_question_at_once_the_first_counts_and_the_other_is_told(store: Store) -> None:
    play = staged(store)
    (scene,) = await begun(store, play, 1)

    first, second = await asyncio.gather(
        send(play, scene, right(scene.asked), interaction=1),
        send(play, scene, trapped(scene.asked), interaction=2),
        return_exceptions=True,
    )

    assert isinstance(first, Scene)
    assert isinstance(second, TooLateError)
    assert first.battle is not None
    assert [strike.right for strike in first.battle.strikes] == [True]


async def test_one_answer_delivered_twice_at_once_counts_once_and_is_told_twice_alike(store: Store) -> None:
    play = staged(store)
    (scene,) = await begun(store, play, 1)

    first, second = await asyncio.gather(*(send(play, scene, trapped(scene.asked), interaction=1) for _ in range(2)))

    assert first.judged == second.judged
    assert first.battle == second.battle
    assert first.battle is not None
    assert len(first.battle.strikes) == 1


@pytest.mark.parametrize("text", ["what?", "22,6"])
async def test_a_text_that_is_no_answer_is_kept_and_costs_nothing(store: Store, text: str) -> None:
    play = staged(store)
    (scene,) = await begun(store, play, 1)

    told = await send(play, scene, text, interaction=1)
    again = await send(play, told, right(told.asked), interaction=2)

    assert told.judged is not None
    assert not told.judged.counts
    assert again.battle is not None
    assert [strike.right for strike in again.battle.strikes] == [True]


async def test_who_was_never_met_is_met_in_the_transaction_that_keeps_their_answer(store: Store) -> None:
    play = staged(store)
    (scene,) = await begun(store, play, 1)
    assert scene.battle is not None
    await play.speak(scene.learner, "zh-CN")
    commits: list[object] = []
    for engine in store.engines:
        event.listen(engine, "commit", commits.append)

    renamed, stranger = Arrival(scene.learner.id, "Ann", "en-US"), Arrival(404, "Bob", "en-US")
    sent = (scene.battle.id, 0, 1)
    mine, theirs = await asyncio.gather(
        play.hear(*sent, renamed, right(scene.asked), interaction=1),
        play.hear(*sent, stranger, right(scene.asked), interaction=2),
    )

    assert len(commits) == 1
    assert (mine.learner.language, mine.learner.name, mine.kept is None) == ("zh-CN", "Ann", False)
    assert (theirs.learner.language, theirs.learner.name, theirs.kept) == ("en", "Bob", None)
    with pytest.raises(NotYoursError):
        await play.verdict(theirs)
    async with store.reading() as db:
        kept = {id: await learners.find(db, id) for id in (renamed.id, stranger.id)}
    assert {id: row.name for id, row in kept.items() if row is not None} == {renamed.id: "Ann", stranger.id: "Bob"}
