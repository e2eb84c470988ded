"""The tour, walked: every beat is reached, every wrong turn has its own answer, and a restart loses no place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.play import Play
from bot.play.refusals import NoHallError, NoSuchMoveError, NotHereError
from bot.play.scene import DoorView, Learner, Say, Scene, TourMap
from bot.play.tour.tour_refusals import NotYourWalkError
from bot.play.tour.ways import still_ahead, way_from
from bot.play.voice import Voice
from bot.store.store import Store
from bot.terminal.game import Game
from engine.rules.tour import Door
from quizbank.bank import open_bank
from quizbank.beat import Ask, Beat, Choose, Turn
from quizbank.certificate import Number
from quizbank.picture import Picture
from tests.play.stage import EN, ZH, QuietWorkshop, right, staged, trapped
from tests.play.walking import step, walked

BANK = open_bank()


def waiting(scene: Scene) -> Scene:
    """Return a scene without what was said to the last move."""
    return scene._replace(say=(), judged=None, picture=None, dial=None, kept=False)


@pytest.mark.parametrize("learner", [ZH, EN], ids=["zh-CN", "en"])
async def test_the_whole_tour_is_walked_with_a_restart_before_every_move(store: Store, learner: Learner) -> None:
    await staged(store).meet(learner.id)
    voice, seen = Voice(BANK), []
    async for scene in walked(lambda: staged(store, bank=BANK), learner):
        assert all(voice.say(say, learner.language) for say in scene.say)
        assert all(voice.say(choice.say, learner.language) for choice in scene.choices)
        assert scene.walk is not None
        seen.append((scene.walk.hall, scene.walk.beat))

        resumed = await staged(store, bank=BANK).enter(learner)
        if scene.walk.beat is not None:
            assert waiting(resumed) == waiting(scene)

    beats = [(hall.id, beat.id) for hall in BANK.halls.values() for beat in hall.beats]
    assert [place for place in dict.fromkeys(seen) if place[1] is not None] == beats


async def arrive(store: Store, kind: type) -> Scene:
    """Walk until a beat of a kind waits."""
    await staged(store).meet(ZH.id)
    async for scene in walked(lambda: staged(store, bank=BANK), ZH):
        assert scene.walk is not None
        beats = {beat.id: beat for beat in BANK.halls[scene.walk.hall].beats}
        if scene.walk.beat is not None and isinstance(beats[scene.walk.beat], kind):
            return scene
    raise AssertionError(f"no {kind.__name__} on the tour")


async def test_a_wrong_choice_is_answered_in_its_own_words_and_the_learner_stays(store: Store) -> None:
    scene = await arrive(store, Choose)
    play, walk = staged(store, bank=BANK), scene.walk
    assert walk is not None
    assert walk.beat is not None
    beat = next(beat for beat in BANK.halls[walk.hall].beats if beat.id == walk.beat)
    assert isinstance(beat, Choose)
    for token, option in enumerate(beat.options):
        if option.right:
            continue
        after = await play.walk(walk.id, walk.beat, ZH, f"choose:{token}")

        assert after.walk == walk
        assert after.say[0].key == f"tale.{option.reply}"
        assert Say("bot", "tour.choose_again") in after.say


async def test_a_wrong_answer_is_judged_and_the_same_question_waits_until_the_elder_solves_it(store: Store) -> None:
    scene = await arrive(store, Ask)
    play, walk, first = staged(store, bank=BANK), scene.walk, scene.asked
    assert walk is not None
    assert walk.beat is not None
    assert first is not None
    for attempt in (1, 2, 3):
        assert scene.asked is not None
        scene = await play.reply(walk.id, walk.beat, attempt, ZH, trapped(scene.asked))
        assert scene.judged is not None
        assert scene.judged.kind == "diagnosed"

    assert scene.walk == walk
    assert scene.asked is not None
    assert scene.asked.id != first.id
    assert scene.asked.attempt == 1
    assert scene.say[0].key.endswith(".solution")
    assert scene.say[1] == Say("bot", "tour.another")


async def test_an_unreadable_answer_in_a_hall_costs_nothing(store: Store) -> None:
    scene = await arrive(store, Ask)
    walk = scene.walk
    assert walk is not None
    assert walk.beat is not None
    after = await staged(store, bank=BANK).reply(walk.id, walk.beat, 1, ZH, "嗯")

    assert after.judged is not None
    assert after.judged.kind == "invalid"
    assert after.asked == scene.asked


class Gallery(QuietWorkshop):
    """Shows each exhibit as a picture that tells how it is turned."""

    async def exhibit(  # type: ignore[override]
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> Picture:
        return Picture("bars", title=name, alt=name, values=dict(turns))


def shown(scene: Scene) -> tuple[tuple[Say, ...], Picture | None]:
    """Return what a scene says and pictures."""
    return scene.say, scene.picture


@pytest.mark.parametrize("kind", [Choose, Turn])
async def test_what_led_to_a_question_stays_but_beside_a_verdict_only_its_picture(store: Store, kind: type) -> None:
    play = staged(store, Gallery(), BANK)
    await play.meet(ZH.id)
    scene = first = await arrive_from(play, kind)
    walk, resumed, kept = scene.walk, await play.enter(ZH), []
    assert walk is not None
    assert walk.beat is not None
    for text in ("嗯", trapped(scene.asked), trapped(scene.asked)):
        assert scene.asked is not None
        scene = await play.reply(walk.id, walk.beat, scene.asked.attempt, ZH, text)
        kept.append(scene)
    solved = await play.reply(walk.id, walk.beat, 3, ZH, trapped(scene.asked))
    after = await play.reply(walk.id, walk.beat, 1, ZH, "嗯")

    assert first.say
    assert (first.picture is not None) is (kind is Turn)
    assert shown(resumed) == shown(first)
    assert [shown(each) for each in kept] == [((), first.picture)] * len(kept)
    assert solved.picture is None
    assert shown(after) == ((), None)


async def test_a_shell_repeats_nothing_above_an_answer_just_given(store: Store) -> None:
    play = staged(store, Gallery(), BANK)
    await play.meet(ZH.id)
    scene, game = await arrive_from(play, Turn), Game(play, ZH)
    after, again = await game.move(scene, "嗯"), await game.enter("tour")

    assert after.judged is not None
    assert shown(after) == ((), None)
    assert shown(again) == shown(scene)


async def arrive_from(play: Play, kind: type) -> Scene:
    """Walk until a question is asked right after a beat of a kind."""
    before: Beat | None = None
    async for scene in walked(lambda: play, ZH):
        assert scene.walk is not None
        beats = {beat.id: beat for beat in BANK.halls[scene.walk.hall].beats}
        if isinstance(before, kind) and scene.asked is not None:
            return scene
        before = beats.get(scene.walk.beat or "")
    raise AssertionError(f"no question after a {kind.__name__}")


async def test_what_is_not_offered_is_refused(store: Store) -> None:
    scene = await arrive(store, Turn)
    play, walk = staged(store, bank=BANK), scene.walk
    assert walk is not None
    assert walk.beat is not None
    for move in ("next", "choose:0", "turn:17", "turn:", "turn:__import__", "", "fly"):
        with pytest.raises(NoSuchMoveError):
            await play.walk(walk.id, walk.beat, ZH, move)
    with pytest.raises(NoHallError):
        await play.enter(ZH, "cellar")


async def test_a_walk_that_is_anothers_or_is_no_more_is_refused_as_a_walk_and_not_as_a_wall(store: Store) -> None:
    scene = await arrive(store, Turn)
    play, walk = staged(store, bank=BANK), scene.walk
    assert walk is not None
    assert walk.beat is not None
    for id, learner in ((walk.id, EN), (404, ZH)):
        with pytest.raises(NotYourWalkError) as refused:
            await play.walk(id, walk.beat, learner, "turn:16")
        told = [Voice(BANK).say(refused.value.say, who.language) for who in (ZH, EN)]

        assert not any(word in line for line in told for word in ("wall", "壁"))


async def test_a_move_made_twice_is_made_once(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    first = await play.enter(ZH)
    second = await step(play, first)
    with pytest.raises(NotHereError) as past:
        await step(play, first)

    assert past.value.scene.walk == second.walk


async def test_a_learner_leaves_a_hall_and_comes_back_to_where_they_stood(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    halls = list(BANK.halls)
    second = await step(play, await play.enter(ZH, halls[0]))
    await play.enter(ZH, halls[1])
    back = await play.enter(ZH, halls[0])

    assert back.walk == second.walk


async def test_a_right_answer_in_a_hall_opens_the_way_and_is_told_twice_the_same(store: Store) -> None:
    scene = await arrive(store, Ask)
    play, walk = staged(store, bank=BANK), scene.walk
    assert walk is not None
    assert walk.beat is not None
    after = await play.reply(walk.id, walk.beat, 1, ZH, right(scene.asked), interaction=9)

    assert after.walk is not None
    assert after.walk.beat != walk.beat
    with pytest.raises(NotHereError) as again:
        await play.reply(walk.id, walk.beat, 1, ZH, right(scene.asked), interaction=9)
    assert again.value.scene.walk == after.walk


async def test_whoever_has_passed_every_hall_may_choose_any_and_begins_none_unasked(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    async for _ in walked(lambda: play, ZH):
        pass
    scene, again = await play.enter(ZH), await play.enter(ZH)

    assert scene == again
    assert (scene.walk, scene.awaits) == (None, "choose")
    assert [choice.token for choice in scene.choices] == list(BANK.halls)
    assert (await play.map(ZH)).here is None
    chosen = await play.enter(ZH, "dial")
    assert chosen.walk is not None
    assert (chosen.walk.hall, chosen.walk.step) == ("dial", 1)
    assert (await play.enter(ZH)).walk == chosen.walk


async def test_a_dial_keeps_its_task_in_sight_at_every_turn(store: Store) -> None:
    scene = await arrive(store, Turn)
    play, walk = staged(store, bank=BANK), scene.walk
    assert walk is not None
    assert walk.beat is not None
    beat = next(beat for beat in BANK.halls[walk.hall].beats if beat.id == walk.beat)
    assert isinstance(beat, Turn)
    for value in beat.values:
        if value in beat.goal:
            continue
        after = await play.walk(walk.id, walk.beat, ZH, f"turn:{value}")

        assert after.walk == walk
        assert after.say[-1].key == f"tale.{beat.prompt}"


def stands(**doors: Door) -> tuple[DoorView, ...]:
    """Return doors in the tour's order."""
    return tuple(DoorView(hall, door) for hall, door in doors.items())


def test_the_way_on_leads_to_the_hall_that_follows_else_to_the_walk_left_unfinished_else_to_the_first_open() -> None:
    doors = stands(a=Door.OPEN, b=Door.CLEARED, c=Door.OPEN, d=Door.CLEARED, e=Door.CLOSED, f=Door.OPEN)
    left, nowhere = TourMap(doors, "f"), TourMap(doors, None)

    assert way_from(left, "b") == "c", "it follows, and is not walked"
    assert [way_from(left, hall) for hall in ("a", "c", "d", "f")] == ["f"] * 4, "c is not passed, e is closed"
    assert [way_from(nowhere, hall) for hall in ("a", "c", "d", "f")] == ["a"] * 4
    assert way_from(TourMap(stands(a=Door.CLEARED, b=Door.CLEARED), "a"), "b") is None
    assert [hall for hall in "abcdefg" if still_ahead(left, hall)] == ["a", "c", "f"]
