"""The map, the doors and proofs, a learner's own record: every touch of them, also across restarts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import GaussElder
from bot.play import likeness
from bot.play.scene import Learner, Say, Scene
from engine.rules.tour import Door
from quizbank.bank import Bank
from quizbank.lines import LANGUAGES
from tests.discord.acting import Room, kinds, parts, pictures, press, right, shown, text, trapped
from tests.discord.test_survival import touch
from tests.play.walking import step

LOCALES = [("zh-CN", "zh-CN"), ("en-US", "en")]


async def ann(room: Room) -> Learner:
    return await room.bot.host.play.meet(room.ann.id)


async def stand(room: Room) -> Scene:
    """Return where ann stands."""
    return await room.bot.host.play.enter(await ann(room))


async def door(room: Room, hall: str) -> Door:
    """Return how a door stands for ann."""
    doors = (await room.bot.host.play.map(await ann(room))).doors
    return next(door.door for door in doors if door.hall == hall)


async def reply(room: Room, message: Any, text: str) -> Any:
    """Write an answer on the sheet of a hall's question; return the message that tells."""
    sheet = await press(room.ann, message, "write")
    return shown(await room.ann.submit_modal(sheet, {"answer": text}))


async def prove(room: Room, message: Any) -> Any:
    """Answer rightly until a proof is done; return the message that says so."""
    while (asked := (await stand(room)).asked) is not None and "write" in kinds(message):
        message = await reply(room, message, right(asked))
    return message


async def pick(room: Room, message: Any, hall: str) -> Any:
    """Pick a hall on the map."""
    menu = next(part for part in parts(message) if part["type"] == 3)
    return await room.ann.select(message, [hall], custom_id=menu["custom_id"])


@pytest.mark.parametrize(("locale", "language"), LOCALES)
async def test_the_map_shows_every_door_in_a_picture_in_words_and_in_one_menu(
    room: Room, speak: Callable[[str], None], bank: Bank, locale: str, language: str
) -> None:
    speak(locale)
    message = shown(await room.ann.slash(room.channel, "elder map"))
    names = [hall.lines.say("hall.name", language) for hall in bank.halls.values()]
    menu = next(part for part in parts(message) if part["type"] == 3)

    assert message.ephemeral
    assert kinds(message) == ["door", "on", "me", "court"]
    assert all(name in pictures(message)[0] for name in names)
    assert all(name in text(message) for name in names)
    assert [option["value"] for option in menu["options"]] == list(bank.halls)


async def test_a_door_picked_on_the_map_is_gone_through_in_the_same_message(room: Room) -> None:
    message = shown(await room.ann.slash(room.channel, "elder map"))
    await pick(room, message, "dial")
    walk = (await stand(room)).walk

    assert walk is not None
    assert walk.hall == "dial"
    assert "door" not in kinds(message)


async def test_a_closed_door_says_what_opens_it_and_offers_both_ways(room: Room, bank: Bank) -> None:
    message = shown(await room.ann.slash(room.channel, "elder map"))
    refused = shown(await pick(room, message, "encoder"))

    assert refused.ephemeral
    assert kinds(refused) == ["toward", "prove", "map"]
    assert bank.halls["prism"].lines.say("hall.name", "en") in text(refused)
    assert "door" in kinds(message), "the map stays as it was"


async def test_going_there_leads_to_the_first_open_hall_on_the_way(room: Room) -> None:
    refused = shown(await room.ann.slash(room.channel, "elder hall", name="decoder"))
    await press(room.ann, refused, "toward")
    walk = (await stand(room)).walk

    assert walk is not None
    assert walk.hall == "tablets"


async def test_a_hall_is_proved_across_restarts_and_opens_the_next(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    refused = shown(await room.ann.slash(room.channel, "elder hall", name="prism"))
    await room.env.restart_bot(make_bot())
    await press(room.ann, refused, "prove")
    scene = await stand(room)
    assert scene.walk is not None
    assert scene.walk.proving
    assert scene.asked is not None

    await room.env.restart_bot(make_bot())
    message = await reply(room, refused, right(scene.asked))
    await room.env.restart_bot(make_bot())
    done = await prove(room, message)

    assert await door(room, "prism") is Door.CLEARED
    assert await door(room, "encoder") is Door.OPEN
    assert kinds(done) == ["on", "map", "inquire", "me"]


async def test_a_proof_that_failed_offers_the_walk(room: Room) -> None:
    await room.bot.host.play.prove(await ann(room), "tablets")
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    failed = await reply(room, message, trapped_or_wrong(await stand(room)))
    assert kinds(failed) == ["on", "toward", "map", "inquire", "me"]

    await press(room.ann, failed, "toward")
    walk = (await stand(room)).walk

    assert walk is not None
    assert (walk.hall, walk.proving) == ("tablets", False)


def trapped_or_wrong(scene: Scene) -> str:
    """Return a wrong answer to what a scene asks."""
    assert scene.asked is not None
    return trapped(scene.asked)


@pytest.mark.parametrize("bent", ["ge1:toward:~cellar", "ge1:visit:~cellar", "ge1:prove:~", "ge1:door", "ge1:toward:1"])
async def test_a_door_that_is_not_there_is_refused_kindly(room: Room, bent: str) -> None:
    answered = shown(await touch(room, room.ann, bent))

    assert answered.ephemeral
    assert {"enter", "map"} & set(kinds(answered))


async def test_a_choice_is_made_on_the_sheet_with_nothing_chosen_before(room: Room, bank: Bank) -> None:
    learner = await ann(room)
    scene = await room.bot.host.play.enter(learner, "gate")
    while scene.asked is None or scene.asked.kind != "choice":
        scene = await onward(room, scene)
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    sheet = await press(room.ann, message, "write")
    assert sheet.modal is not None
    group = sheet.modal["components"][-1]["component"]

    assert group["type"] == 21
    assert 2 <= len(group["options"]) <= 10
    assert not any(option.get("default") for option in group["options"])
    told = shown(await room.ann.submit_modal(sheet, {"answer": scene.asked.certificate.key.text}))
    assert (await stand(room)).walk != scene.walk
    assert text(told)


async def onward(room: Room, scene: Scene) -> Scene:
    """Make the next move in a hall."""
    for tries in range(9):
        after = await step(room.bot.host.play, scene, tries)
        if after.walk != scene.walk:
            return after
    pytest.fail("no way on")


async def test_after_the_last_hall_the_elder_shows_the_map_and_begins_nothing(room: Room, bank: Bank) -> None:
    play, learner = room.bot.host.play, await ann(room)
    for hall in bank.halls:
        scene = await play.prove(learner, hall)
        while scene.awaits == "answer":
            assert scene.asked is not None
            assert scene.walk is not None
            assert scene.walk.beat is not None
            attempt = scene.asked.attempt
            scene = await play.reply(scene.walk.id, scene.walk.beat, attempt, learner, right(scene.asked))
    message = shown(await room.ann.slash(room.channel, "elder enter"))

    assert kinds(message) == ["door", "fight", "path", "me", "court"]
    assert bank.halls["dial"].lines.say("hall.name", "en") in text(message)
    assert room.bot.host.voice.say(Say("bot", "tour.all_open"), "en") in text(message)
    await pick(room, message, "dial")
    walk = (await stand(room)).walk
    assert walk is not None
    assert (walk.hall, walk.step) == ("dial", 1)
    assert "door" not in kinds(message)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("scaling dail", "dial"),
        ("缩放", "dial"),
        ("缩方台", "dial"),
        ("dial", "dial"),
        ("tablet", "tablets"),
        ("gates", "gate"),
    ],
)
def test_a_hall_is_near_to_a_name_that_is_nearly_its_own(bank: Bank, typed: str, nearest: str) -> None:
    assert likeliest(bank, typed)[:1] == (nearest,)


@pytest.mark.parametrize("typed", ["", "q", "zzzz", "@everyone", "x" * 6000])
def test_nothing_is_near_to_a_name_that_is_like_none(bank: Bank, typed: str) -> None:
    assert likeliest(bank, typed) == ()


def likeliest(bank: Bank, typed: str) -> tuple[str, ...]:
    names = {id: [hall.lines.say("hall.name", each) for each in LANGUAGES] for id, hall in bank.halls.items()}
    return likeness.nearest(typed, names, 3)


async def test_a_hall_of_a_wrong_name_offers_the_nearest_and_the_map_and_repeats_nothing(room: Room) -> None:
    said = shown(await room.ann.slash(room.channel, "elder hall", name="<@1> gait"))
    assert "<@1>" not in str(said.components)
    assert kinds(said)[-2:] == ["map", "court"]
    near = shown(await room.ann.slash(room.channel, "elder hall", name="the gaet"))
    assert kinds(near)[0] == "visit"
    entered = shown(await press(room.ann, near, "visit"))

    assert room.bot.host.names["gate"]["en"] in text(entered)
