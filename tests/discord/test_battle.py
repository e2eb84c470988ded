"""A battle in Discord, from its first question to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.discord.acting import Room, kinds, pictures, press, right, shown, text, trapped


@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
@pytest.mark.parametrize("tier", ["apprentice", "adept", "elder"])
async def test_three_right_answers_break_the_wall(
    room: Room, speak: Callable[[str], None], locale: str, tier: str
) -> None:
    speak(locale)
    message = await room.fight(room.ann, tier)
    battle = await room.battle(room.ann)
    for _ in range(3):
        asked = (await room.battle(room.ann)).asked
        assert asked is not None
        verdict = shown(await room.answer(room.ann, message, right(asked)))
        assert verdict.ephemeral
        assert "why" in kinds(verdict)
        message = verdict if "ask" in kinds(verdict) else message

    assert (await room.ended(battle.id)).ending == "broken"
    end = await room.wall(battle.id)
    assert kinds(end) == ["fight", "visit", "path"]
    assert pictures(end)


async def test_a_wrong_answer_thickens_the_wall_for_all_to_see_and_six_layers_end_it(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    for layers in (4, 5, 6):
        standing = await room.battle(room.ann)
        assert standing.asked is not None
        verdict = shown(await room.answer(room.ann, message, trapped(standing.asked)))
        assert verdict.ephemeral
        assert len((await room.ended(battle.id)).wall.layers) == layers

    end = await room.wall(battle.id)
    assert (await room.ended(battle.id)).ending == "overgrown"
    assert kinds(end) == ["fight", "enter"]
    assert end.id == message.id, "a young message is edited where it is"


async def test_a_solution_leads_on_as_long_as_the_wall_stands(room: Room) -> None:
    message = await room.fight(room.ann)
    for blow in range(3):
        asked = (await room.battle(room.ann)).asked
        assert asked is not None
        verdict = shown(await room.answer(room.ann, message, right(asked)))
        solution = shown(await press(room.ann, verdict, "why"))
        assert ("ask" in kinds(solution)) is (blow < 2)
        message = solution


async def test_the_first_screen_has_the_picture_in_words_too_the_question_and_three_touches(room: Room) -> None:
    message = await room.fight(room.ann)

    assert not message.ephemeral
    assert len(pictures(message)) == 1
    assert kinds(message) == ["ask", "hint", "leave"]
    assert f"<@{room.ann.id}>" in text(message)


async def test_an_unreadable_text_costs_nothing_and_says_what_to_change(room: Room) -> None:
    message = await room.fight(room.ann)
    before = await room.battle(room.ann)

    verdict = shown(await room.answer(room.ann, message, "**kittens** @everyone <@1>"))

    after = await room.battle(room.ann)
    assert (after.strikes, after.wall) == (before.strikes, before.wall)
    assert after.asked is not None
    assert after.asked.attempt == 1
    assert kinds(verdict)[0] == "ask"
    assert "**kittens**" not in text(verdict)


async def test_an_ambiguous_text_is_asked_back_with_one_button_a_reading(room: Room) -> None:
    message = await room.fight(room.ann)

    asked_back = shown(await room.answer(room.ann, message, "64!"))

    assert kinds(asked_back) == ["read", "read", "ask"]
    assert not (await room.battle(room.ann)).strikes

    await press(room.ann, asked_back, "read", nth=1)

    assert len((await room.battle(room.ann)).strikes) == 1


async def test_only_the_challenger_answers_and_others_are_shown_the_way_to_their_own(room: Room) -> None:
    message = await room.fight(room.ann)

    refusal = await press(room.bob, message, "ask")

    assert refusal.modal is None
    assert shown(refusal).ephemeral
    assert "fight" in kinds(shown(refusal))

    own = shown(await press(room.bob, shown(refusal), "fight"))
    assert not own.ephemeral
    assert (await room.battle(room.bob)).id != (await room.battle(room.ann)).id


async def test_two_learners_fight_side_by_side_without_touching_each_other(room: Room) -> None:
    walls = {actor: await room.fight(actor) for actor in (room.ann, room.bob)}
    for actor in (room.ann, room.bob):
        asked = (await room.battle(actor)).asked
        assert asked is not None
        await room.answer(actor, walls[actor], right(asked))

    assert [len((await room.battle(actor)).wall.layers) for actor in (room.ann, room.bob)] == [2, 2]


async def test_the_hint_is_private_and_costs_nothing(room: Room) -> None:
    message = await room.fight(room.ann)

    hint = shown(await press(room.ann, message, "hint"))

    assert hint.ephemeral
    assert not (await room.battle(room.ann)).strikes
    assert "fight" in kinds(shown(await press(room.bob, message, "hint"))), "nobody reads another's hint"


async def test_leaving_is_asked_twice(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)

    sure = shown(await press(room.ann, message, "leave"))
    assert kinds(sure) == ["stay", "quit"]
    assert (await room.ended(battle.id)).ending is None

    await press(room.ann, sure, "quit")
    assert (await room.ended(battle.id)).ending == "abandoned"
    assert kinds(await room.wall(battle.id)) == ["fight", "enter"]


async def test_a_second_fight_leads_back_to_the_first(room: Room) -> None:
    first = await room.fight(room.ann)
    battle = await room.battle(room.ann)

    again = shown(await room.ann.slash(room.channel, "wall fight"))

    assert again.ephemeral
    assert "ask" in kinds(again)
    assert (await room.battle(room.ann)).id == battle.id
    assert (await room.wall(battle.id)).id == first.id


async def test_status_brings_the_wall_here_and_takes_the_old_one_down(room: Room) -> None:
    first = await room.fight(room.ann)
    battle = await room.battle(room.ann)

    here = shown(await room.ann.slash(room.channel, "wall status"))

    assert (await room.wall(battle.id)).id == here.id != first.id
    assert first.id not in {message.id for message in room.channel.history()}


async def test_without_a_wall_status_and_abandon_say_so_and_offer_one(room: Room) -> None:
    for command in ("wall status", "wall abandon"):
        said = shown(await room.ann.slash(room.channel, command))

        assert said.ephemeral
        assert kinds(said) == ["fight", "enter"]


async def test_a_battle_can_be_fought_in_a_direct_message(room: Room) -> None:
    user = room.ann.user
    message = shown(await user.slash("wall fight"))
    learner = await room.bot.host.play.meet(user.id)
    battle = await room.bot.host.play.open_battle(learner, None)
    assert battle is not None
    assert battle.asked is not None

    sheet = await press(user, message, "ask")
    verdict = shown(await user.submit_modal(sheet, {"answer": right(battle.asked)}))

    assert "ask" in kinds(verdict)
    after = await room.bot.host.play.battle(battle.id)
    assert after is not None
    assert len(after.wall.layers) == 2
