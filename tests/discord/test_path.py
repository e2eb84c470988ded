"""A learner's own record in Discord: what they hold, the path retold, the end of the tour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import GaussElder
from bot.play.scene import Learner, Say, Scene
from quizbank.bank import Bank
from tests.discord.acting import Room, kinds, pictures, press, right, shown, text, trapped
from tests.play.walking import step, win


async def ann(room: Room) -> Learner:
    return await room.bot.host.play.meet(room.ann.id)


async def break_the_wall(room: Room, *, slips: int = 0) -> Any:
    """Fight in the channel and win, after some wrong answers; return the battle's last public message."""
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    while (standing := await room.ended(battle.id)).asked is not None:
        answer = trapped if slips > 0 else right
        slips -= 1
        message = shown(await room.answer(room.ann, message, answer(standing.asked)))
    return await room.wall(battle.id)


async def test_the_record_of_one_who_did_nothing_says_where_to_begin(room: Room) -> None:
    record = shown(await room.ann.slash(room.channel, "elder me"))

    assert record.ephemeral
    assert kinds(record) == ["toward", "path", "map"]
    await press(room.ann, record, "toward")
    walk = (await room.bot.host.play.enter(await ann(room))).walk
    assert walk is not None
    assert walk.hall == "gate"


@pytest.mark.parametrize(("locale", "rank"), [("zh-CN", "\u7ed3\u4e39\u4e00\u5c42"), ("en-US", "Core Formation")])
async def test_breaking_the_wall_shows_in_the_record(
    room: Room, speak: Callable[[str], None], locale: str, rank: str
) -> None:
    speak(locale)
    before = shown(await room.ann.slash(room.channel, "elder me"))
    await break_the_wall(room)
    after = shown(await room.ann.slash(room.channel, "elder me"))

    assert rank not in text(before)
    assert rank in text(after)
    assert "50%" in text(after)
    assert pictures(after)


async def test_after_the_wall_everyone_may_be_told_their_own_path(
    room: Room, make_bot: Callable[[], GaussElder], bank: Bank
) -> None:
    end = await break_the_wall(room, slips=1)
    assert kinds(end) == ["fight", "visit", "path"]
    await room.env.restart_bot(make_bot())
    mine = shown(await press(room.ann, end, "path"))
    theirs = shown(await press(room.bob, end, "path"))
    path = await room.bot.host.play.path(await ann(room))
    (memory,) = path.memories

    assert mine.ephemeral
    assert room.bot.host.voice.say(Say(memory.hall, f"skills.{memory.skill}"), "en") in text(mine)
    assert "1 slip" in text(mine)
    assert "halls you have not passed" in text(mine)
    assert "pre-training" not in text(mine) + text(theirs)
    assert memory.skill not in text(theirs)


async def test_the_verdict_that_breaks_the_wall_leads_to_the_panorama_and_to_the_path(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    while (asked := (await room.ended(battle.id)).asked) is not None:
        message = shown(await room.answer(room.ann, message, right(asked)))

    assert kinds(message) == ["fight", "visit", "path", "why"]
    assert shown(await press(room.ann, message, "visit")).ephemeral


async def test_the_panorama_opens_from_the_broken_wall_to_its_breaker_alone(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    end = await break_the_wall(room)
    await room.env.restart_bot(make_bot())
    entered = shown(await press(room.ann, end, "visit"))
    refused = shown(await press(room.bob, end, "visit"))
    walk = (await room.bot.host.play.enter(await ann(room))).walk

    assert entered.ephemeral
    assert walk is not None
    assert walk.hall == "panorama"
    assert kinds(refused) == ["toward", "prove", "map"]


async def test_the_end_of_the_panorama_tells_the_learners_own_path(room: Room) -> None:
    play, learner = room.bot.host.play, await ann(room)
    scene = await play.fight(learner)
    assert scene.asked is not None
    assert scene.battle is not None
    slip, hall = scene.asked.certificate.facts.skill, scene.asked.certificate.facts.hall
    await play.answer(scene.battle.id, 0, 1, learner, trapped(scene.asked))
    await win(play, learner)
    before = await walk_to_the_last_beat(room, learner)
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    told = await last_move(room, message, before)

    assert room.bot.host.voice.say(Say(hall, f"skills.{slip}"), "en") in text(told)
    assert "halls you have not passed" in text(told)


async def walk_to_the_last_beat(room: Room, learner: Learner) -> Scene:
    """Walk the Panorama until one beat is left."""
    play = room.bot.host.play
    scene, tries = await play.enter(learner, "panorama"), 0
    while scene.walk is not None and scene.walk.step < scene.walk.steps:
        after = await step(play, scene, tries)
        tries = tries + 1 if after.walk == scene.walk else 0
        scene = after
    return scene


async def last_move(room: Room, message: Any, scene: Scene) -> Any:
    """Make the last move of a hall in Discord."""
    if scene.asked is not None:
        sheet = await press(room.ann, message, "write")
        return shown(await room.ann.submit_modal(sheet, {"answer": right(scene.asked)}))
    await press(room.ann, message, "go")
    return message
