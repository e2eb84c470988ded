"""The elder's commands: the tour, the board, the language; and how commands are named in each locale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.app import GaussElder, sync_changed
from bot.cogs.frame.ids import Touch
from bot.play.scene import Scene
from quizbank.bank import Bank
from tests.discord.acting import Room, kinds, parts, pictures, press, right, shown, text, trapped
from tests.discord.test_survival import touch
from tests.discord.wire import GALLERY, TEXT_DISPLAY

MOVES_IN_A_HALL = 30  # more than any hall has beats


async def stand(room: Room) -> Scene:
    """Return where ann stands in the tour."""
    return await room.bot.host.play.enter(await room.bot.host.play.meet(room.ann.id))


async def step(room: Room, message: Any) -> None:
    """Do whatever the scene waits for, rightly where that can be known."""
    scene = await stand(room)
    if "on" in kinds(message):
        await press(room.ann, message, "on")
    elif scene.awaits == "next":
        await press(room.ann, message, "go")
    elif scene.awaits == "turn":
        menu = next(part for part in parts(message) if part["type"] == 3)
        left = [option["value"] for option in menu["options"] if not option.get("default")]
        for value in reversed(left):
            await room.ann.select(message, [value], custom_id=menu["custom_id"])
            if (await stand(room)).awaits != "turn":
                return
    elif scene.awaits == "choose":
        await choose_right(room, message, scene)
    else:
        assert scene.asked is not None
        sheet = await press(room.ann, message, "write")
        await room.ann.submit_modal(sheet, {"answer": right(scene.asked)})


async def choose_right(room: Room, message: Any, scene: Scene) -> None:
    """Press one choice after another until the way opens: wrong turns are answered, and nothing is lost by them."""
    assert scene.walk is not None
    for nth in range(len(scene.choices)):
        await press(room.ann, message, "pick", nth)
        now = (await stand(room)).walk
        if now is None or (now.id, now.beat) != (scene.walk.id, scene.walk.beat):
            return
    pytest.fail("no choice opens the way")


@pytest.mark.parametrize("locale", ["zh-CN", pytest.param("en-US", marks=pytest.mark.again)])
async def test_the_tour_is_walked_from_the_first_hall_to_the_wall_in_one_message(
    room: Room, speak: Callable[[str], None], bank: Bank, locale: str
) -> None:
    speak(locale)
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    assert message.ephemeral
    halls: list[str] = []
    for _ in range(MOVES_IN_A_HALL * len(bank.halls)):
        scene = await stand(room)
        assert scene.walk is not None
        halls += [scene.walk.hall] if scene.walk.hall not in halls else []
        if scene.opens_wall:
            break
        await step(room, message)

    assert halls == [hall for hall in bank.halls if hall != "panorama"]
    await press(room.ann, shown(await room.ann.slash(room.channel, "elder enter")), "fight")
    assert (await room.battle(room.ann)).asked is not None


async def test_entering_again_shows_where_the_learner_stands(room: Room) -> None:
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    await step(room, message)
    scene = await stand(room)
    assert scene.walk is not None

    again = shown(await room.ann.slash(room.channel, "elder enter"))

    assert text(again)
    after = await stand(room)
    assert after.walk is not None
    assert (after.walk.hall, after.walk.beat) == (scene.walk.hall, scene.walk.beat)


async def test_a_touch_on_a_scene_already_passed_says_so_and_shows_the_present_one(room: Room) -> None:
    first = shown(await room.ann.slash(room.channel, "elder enter"))
    while (await stand(room)).awaits != "choose":
        await step(room, first)
    second = shown(await room.ann.slash(room.channel, "elder enter"))
    await choose_right(room, second, await stand(room))
    before = await stand(room)

    await press(room.ann, first, "pick")

    assert (await stand(room)).walk == before.walk
    assert "You have moved on from there" in text(first)
    assert "You have moved on from there" not in text(second)


async def to_the_question_after_the_dial(room: Room) -> Any:
    """Return the message of the tour where a question waits that the dial led to."""
    message = await to_the_dial(room)
    await step(room, message)
    assert (await stand(room)).awaits == "answer"
    return message


@pytest.mark.parametrize("wrong", ["abc", None])
async def test_an_answer_that_is_not_right_has_its_verdict_first_and_leaves_the_picture_and_the_question(
    room: Room, wrong: str | None
) -> None:
    message = await to_the_question_after_the_dial(room)
    before, led, shows = await stand(room), text(message).splitlines()[1], pictures(message)
    assert before.asked is not None

    sheet = await press(room.ann, message, "write")
    await room.ann.submit_modal(sheet, {"answer": wrong or trapped(before.asked)})

    assert led not in text(message), "a word on the move before would be taken for one on the answer"
    assert shows == pictures(message) != []
    told = "Nothing has been counted" if wrong else "Not so"
    assert text(message).index(told) < text(message).index(question(room, before))
    order = [part["type"] for part in parts(message) if part["type"] in (TEXT_DISPLAY, GALLERY)]
    assert order[1] == TEXT_DISPLAY, "the title, then the verdict"


def question(room: Room, scene: Scene) -> str:
    """Return the first words of the question a scene asks."""
    assert scene.asked is not None
    return room.bot.host.voice.question(scene.asked, "en").splitlines()[0]


async def test_the_hint_of_a_hall_opens_the_sheet_of_its_question(room: Room) -> None:
    message = await to_the_question_after_the_dial(room)
    before = await stand(room)
    assert before.asked is not None
    hint = shown(await press(room.ann, message, "tip"))

    assert kinds(hint) == ["write"]
    sheet = await press(room.ann, hint, "write")
    await room.ann.submit_modal(sheet, {"answer": right(before.asked)})
    assert (await stand(room)).walk != before.walk


async def test_a_sheet_asked_for_after_the_answer_says_that_it_is_answered(room: Room) -> None:
    message = await to_the_question_after_the_dial(room)
    before, hint = await stand(room), shown(await press(room.ann, message, "tip"))
    assert before.asked is not None
    for answer, said in ((trapped(before.asked), "has been answered"), (right(before.asked), "You have moved on")):
        sheet = await press(room.ann, message, "write")
        await room.ann.submit_modal(sheet, {"answer": answer})

        assert said in text(shown(await press(room.ann, hint, "write")))


async def test_a_touch_on_a_walk_that_is_forgotten_says_so_and_leads_into_the_halls(room: Room) -> None:
    message = await to_the_question_after_the_dial(room)
    walk, hint = (await stand(room)).walk, next(touch for touch in custom_ids(message) if ":tip:" in touch)
    assert walk is not None
    await room.bot.host.play.privacy.forget(room.ann.id)

    for custom_id in (hint, str(Touch("pick", (walk.id, "belief", "0"))), str(Touch("go", (walk.id, "enter")))):
        told = shown(await touch(room, room.ann, custom_id))

        assert "That walk is over" in text(told)
        assert "wall" not in text(told)
        assert "enter" in kinds(told)
    entered = shown(await press(room.ann, told, "enter"))
    assert bank_hall(room, "gate") in text(entered)


async def test_a_hall_walked_to_its_end_names_the_hall_that_follows_and_leads_there(room: Room) -> None:
    play, learner = room.bot.host.play, await room.bot.host.play.meet(room.ann.id)
    await play.enter(learner, "corridor")
    message = shown(await room.ann.slash(room.channel, "elder hall", name="gate"))
    while "on" not in kinds(message):
        await step(room, message)
    (label,) = [part["label"] for part in parts(message) if ":on:" in (part.get("custom_id") or "")]
    left = (await stand(room)).walk
    assert left is not None
    assert left.hall == "corridor"
    assert bank_hall(room, "tablets") in label

    await press(room.ann, message, "on")
    walk = (await stand(room)).walk
    assert walk is not None
    assert walk.hall == "tablets"


def bank_hall(room: Room, hall: str) -> str:
    """Return a hall's name."""
    return room.bot.host.names[hall]["en"]


def custom_ids(message: Any) -> list[str]:
    """Return all that can be touched."""
    return [part["custom_id"] for part in parts(message) if part.get("custom_id")]


async def test_a_wrong_answer_in_a_hall_gives_no_proof_away(room: Room) -> None:
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    while (await stand(room)).awaits != "answer":
        await step(room, message)
    scene = await stand(room)
    assert scene.asked is not None
    again = shown(await room.ann.slash(room.channel, "elder enter"))

    sheet = await press(room.ann, again, "write")
    result = shown(await room.ann.submit_modal(sheet, {"answer": trapped(scene.asked)}))

    assert scene.asked.certificate.measured not in text(result).split()
    assert "write" in kinds(result)


async def to_the_dial(room: Room) -> Any:
    """Return the message of the tour where the dial waits."""
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    while (await stand(room)).awaits != "turn":
        await step(room, message)
    return message


async def turn_to_the_end(room: Room, message: Any) -> InteractionResult:
    """Turn the dial to its last value."""
    menu = next(part for part in parts(message) if part["type"] == 3)
    result: InteractionResult = await room.ann.select(
        message, [menu["options"][-1]["value"]], custom_id=menu["custom_id"]
    )
    return result


async def test_turning_the_dial_edits_the_very_message_that_was_touched(room: Room) -> None:
    message = await to_the_dial(room)
    assert pictures(message)

    await turn_to_the_end(room, message)

    callback = [request for request in room.env.http_requests if request.path.endswith("/callback")][-1]
    assert callback.json["type"] == 7
    assert pictures(message)


async def test_where_an_edit_with_a_picture_is_refused_a_new_message_shows_it(room: Room) -> None:
    message = await to_the_dial(room)
    room.env.inject_error("POST", "/interactions/*/*/callback", status=400)

    anew = shown(await turn_to_the_end(room, message))

    assert anew.id != message.id
    assert anew.ephemeral
    assert pictures(anew)


async def test_the_chosen_language_outweighs_the_clients(room: Room, speak: Callable[[str], None]) -> None:
    speak("en-US")
    said = shown(await room.ann.slash(room.channel, "elder language", language="zh-CN"))
    message = await room.fight(room.ann)

    assert "壁" in text(said) + text(message)
    assert "壁" not in text(await room.fight(room.bob))


async def test_commands_are_named_in_every_spoken_locale(room: Room) -> None:
    roots = next(request.json for request in room.env.http_requests if request.method == "PUT")
    everywhere, servers = [0, 1, 2], [0]  # servers, direct messages, private channels; the rest is for many
    assert {root["name"]: root["contexts"] for root in roots} == {
        "elder": everywhere,
        "wall": everywhere,
        "study": servers,
        "teach": servers,
    }

    for spec in walk_options(roots):
        for field in ("name", "description"):
            assert set(spec[f"{field}_localizations"]) >= {"zh-CN", "zh-TW", "en-US", "en-GB"}
            for said in (spec[field], *spec[f"{field}_localizations"].values()):
                assert 0 < len(said) <= (32 if field == "name" else 100)
        for name in (spec["name"], *spec["name_localizations"].values()):
            assert name == name.lower()
            assert " " not in name


def walk_options(specs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each command, group and option."""
    found = []
    for spec in specs:
        found += [spec, *walk_options(spec.get("options", []))]
    return found


async def test_commands_are_told_to_discord_only_when_they_changed(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    told = sum(request.method == "PUT" for request in room.env.http_requests)
    assert told == 1

    await room.env.restart_bot(make_bot())
    assert sum(request.method == "PUT" for request in room.env.http_requests) == told
    assert not await sync_changed(room.bot.tree, room.bot._store)

    await room.bot._store.remember("discord.commands", "another digest")
    assert await sync_changed(room.bot.tree, room.bot._store)
