"""Where the game takes long, Discord is told to wait in time, and the answer still comes, where it belongs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest

from tests.discord.acting import Room, kinds, parts, press, right, shown, text
from tests.discord.easel import Easel

Slow = Callable[[str], None]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, room: Room) -> Slow:
    """Return what makes a use case take longer than the watch is patient."""
    monkeypatch.setattr("bot.cogs.frame.attendance.WATCH", 0.02)
    play = type(room.bot.host.play)

    def slow_down(name: str) -> None:
        quick = getattr(play, name)

        async def delayed(*args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(0.08)
            return await quick(*args, **kwargs)

        monkeypatch.setattr(play, name, delayed)

    return slow_down


def first_answers(room: Room) -> list[int]:
    """Return the types of all first answers, in order."""
    return [request.json["type"] for request in room.env.http_requests if request.path.endswith("/callback")]


async def test_a_private_answer_that_takes_long_is_private_still(room: Room, slow: Slow) -> None:
    slow("enter")
    message = shown(await room.ann.slash(room.channel, "elder enter"))

    assert first_answers(room) == [5]
    assert message.ephemeral
    assert text(message)


async def test_a_wall_that_takes_long_is_put_up_for_all_and_remembered(room: Room, slow: Slow) -> None:
    slow("fight")
    message = shown(await room.ann.slash(room.channel, "wall fight"))

    assert first_answers(room) == [5]
    assert not message.ephemeral
    assert kinds(message) == ["ask", "hint", "leave"]
    assert (await room.battle(room.ann)).place.message == message.id


async def test_what_turns_out_to_be_private_does_not_stay_where_all_can_see(room: Room, slow: Slow) -> None:
    await room.fight(room.ann)
    before = {message.id for message in room.channel.history(viewer=room.bob)}
    slow("fight")

    result = await room.ann.slash(room.channel, "wall fight")

    assert {message.id for message in room.channel.history(viewer=room.bob)} == before
    assert [followup.ephemeral for followup in result.followups] == [True]


async def test_a_scene_that_takes_long_replaces_the_one_that_was_touched(room: Room, slow: Slow) -> None:
    message = shown(await room.ann.slash(room.channel, "elder enter"))
    before = text(message)
    slow("walk")

    await press(room.ann, message, "go")

    assert first_answers(room)[-1] == 6
    assert text(message) != before


async def test_a_sheet_that_comes_too_late_is_replaced_by_the_question_and_its_button(room: Room, slow: Slow) -> None:
    message = await room.fight(room.ann)
    slow("scene")

    late = await press(room.ann, message, "ask")

    assert late.modal is None
    assert kinds(shown(late))[0] == "ask"


async def test_a_verdict_that_takes_long_counts_once(room: Room, slow: Slow) -> None:
    message = await room.fight(room.ann)
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    sheet = await press(room.ann, message, "ask")
    slow("answer")

    verdict = shown(await room.ann.submit_modal(sheet, {"answer": right(asked)}))

    assert verdict.ephemeral
    assert "ask" in kinds(verdict)
    assert len((await room.battle(room.ann)).strikes) == 1


async def test_a_fault_after_the_watch_is_told_in_the_place_kept_for_the_answer(
    room: Room, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(room.bot.host.play), "enter", broken)
    slow("enter")
    message = shown(await room.ann.slash(room.channel, "elder enter"))

    assert message.ephemeral
    assert [part["custom_id"] for part in parts(message) if part.get("custom_id")] == ["ge1:call", "ge1:enter"]


async def test_a_fault_while_discord_is_being_told_to_wait_is_told_all_the_same(
    room: Room, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    defer = discord.InteractionResponse.defer

    async def slow_defer(*args: Any, **kwargs: Any) -> Any:
        await asyncio.to_thread(time.sleep, 0.2)
        return await defer(*args, **kwargs)

    async def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(discord.InteractionResponse, "defer", slow_defer)
    monkeypatch.setattr(type(room.bot.host.play), "enter", broken)
    slow("enter")
    message = shown(await room.ann.slash(room.channel, "elder enter"))

    assert first_answers(room) == [5]
    assert kinds(message) == ["call", "enter"]


async def test_the_first_answer_does_not_wait_for_a_late_picture(room: Room, easel: Easel) -> None:
    asked_for: list[float | None] = []
    draw = easel.draw

    async def patient(*args: Any, patience: float | None = None) -> bytes | None:
        asked_for.append(patience)
        return await draw(*args, patience=patience)

    easel.draw = patient  # type: ignore[method-assign]
    await room.fight(room.ann)

    assert asked_for[0] is not None
    assert asked_for[0] < 1.5
