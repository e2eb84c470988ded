"""What is acknowledged is kept, whatever dies or is refused between two touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.app import GaussElder
from bot.cogs.frame.placards import Placards
from bot.store.store import LostError
from tests.discord.acting import Room, kinds, parts, pictures, press, right, shown, text
from tests.discord.easel import Easel


async def test_a_question_put_before_a_restart_is_answered_after_it(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    message = await room.fight(room.ann)
    await room.env.restart_bot(make_bot())
    asked = (await room.battle(room.ann)).asked
    assert asked is not None

    verdict = shown(await room.answer(room.ann, message, right(asked)))

    assert "ask" in kinds(verdict)
    assert len((await room.battle(room.ann)).wall.layers) == 2


async def test_a_sheet_opened_before_a_restart_is_taken_after_it(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    message = await room.fight(room.ann)
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    sheet = await press(room.ann, message, "ask")

    await room.env.restart_bot(make_bot())
    verdict = shown(await room.ann.submit_modal(sheet, {"answer": right(asked)}))

    assert "ask" in kinds(verdict)
    assert len((await room.battle(room.ann)).wall.layers) == 2


async def test_a_sheet_left_open_for_an_hour_is_taken_all_the_same(room: Room) -> None:
    message = await room.fight(room.ann)
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    sheet = await press(room.ann, message, "ask")

    await room.later(3_600)
    await room.ann.submit_modal(sheet, {"answer": right(asked)})

    assert len((await room.battle(room.ann)).wall.layers) == 2


async def deliver_twice(room: Room, actor: Any, custom_id: str, text: str) -> None:
    """Hand the bot one and the same modal submit twice, as Discord's gateway may."""
    component = {"type": 18, "component": {"type": 4, "custom_id": "answer", "value": text}}
    _, payload = base_payload(
        room.env.backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=actor.id,
        data={"custom_id": custom_id, "components": [component]},
    )
    for _ in range(2):
        room.env.backend.emit("INTERACTION_CREATE", payload)
    await room.env.settle()


async def touch(room: Room, actor: Any, custom_id: str) -> InteractionResult:
    """Press a button that no message shows any more."""
    record, payload = base_payload(
        room.env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=actor.id,
        data={"custom_id": custom_id, "component_type": 2},
    )
    room.env.backend.emit("INTERACTION_CREATE", payload)
    await room.env.settle()
    return InteractionResult(room.env, record)


async def test_one_submit_delivered_twice_counts_once(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    sheet = await press(room.ann, message, "ask")
    assert sheet.modal is not None

    await deliver_twice(room, room.ann, sheet.modal["custom_id"], "1")

    assert len((await room.ended(battle.id)).strikes) == 1
    assert len((await room.ended(battle.id)).wall.layers) == 4


async def test_two_sheets_for_one_question_count_once_and_the_later_is_shown_what_is_asked_now(room: Room) -> None:
    message = await room.fight(room.ann)
    first, second = [await press(room.ann, message, "ask") for _ in range(2)]
    assert first.modal is not None
    assert second.modal is not None
    assert first.modal["custom_id"] != second.modal["custom_id"], "phones keep a sheet by its id"

    await room.ann.submit_modal(first, {"answer": "1"})
    late = shown(await room.ann.submit_modal(second, {"answer": "1"}))

    assert len((await room.battle(room.ann)).strikes) == 1
    assert "ask" in kinds(late)


async def test_a_wall_that_discord_cannot_take_for_a_while_is_edited_when_it_can(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500)

    await room.answer(room.ann, message, "1")

    assert f"ge1:ask:{battle.id}:1" in [part.get("custom_id") for part in parts(await room.wall(battle.id))]
    assert [each.id for each in room.channel.history() if "leave" in kinds(each)] == [message.id]


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_a_wall_that_cannot_be_edited_is_put_up_anew(room: Room, status: int) -> None:
    first = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=status)

    await room.answer(room.ann, first, "1")

    anew = await room.wall(battle.id)
    assert anew.id != first.id
    assert len((await room.ended(battle.id)).wall.layers) == 4
    assert kinds(anew) == ["ask", "hint", "leave"]


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_where_no_wall_can_be_shown_the_battle_goes_on_in_private(room: Room, status: int) -> None:
    message = await room.fight(room.ann)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=status, times=None)
    room.env.inject_error("POST", "/channels/*/messages", status=status, times=None)

    verdict = shown(await room.answer(room.ann, message, "1"))
    await room.answer(room.ann, verdict, "1")

    assert len((await room.battle(room.ann)).strikes) == 2

    here = shown(await room.ann.slash(room.channel, "wall status"))
    assert kinds(here) == ["ask", "hint", "leave"]


async def test_a_missing_permission_is_named(room: Room) -> None:
    unseen = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.env.bot.user: unseen})
    message = shown(await room.ann.slash(channel, "wall fight"))
    await room.later(56 * 60)
    await room.quiet()  # else the clock may be looking after this very wall just when the answer comes

    sheet = await press(room.ann, message, "ask")
    result = await room.ann.submit_modal(sheet, {"answer": "1"})

    (named,) = result.followups
    assert named.ephemeral
    assert "Send Messages" in text(named)
    assert "Attach Files" in text(named)
    assert "View Channel" not in text(named)
    assert len((await room.battle(room.ann)).strikes) == 1


async def test_a_verdict_that_could_not_be_shown_is_kept_and_everyone_sees_what_it_did(room: Room) -> None:
    message = await room.fight(room.ann)
    sheet = await press(room.ann, message, "ask")
    room.env.inject_error("POST", "/interactions/*/*/callback", status=500)

    await room.ann.submit_modal(sheet, {"answer": "1"})

    battle = await room.battle(room.ann)
    assert len(battle.strikes) == 1
    assert f"ge1:ask:{battle.id}:1" in [part.get("custom_id") for part in parts(await room.wall(battle.id))]


async def test_what_fails_after_a_verdict_was_seen_is_no_second_answer(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = await press(room.ann, await room.fight(room.ann), "ask")

    async def gone(*_: Any) -> None:
        raise LostError(111, "gone")

    monkeypatch.setattr(Placards, "renew", gone)
    result = await room.ann.submit_modal(sheet, {"answer": "1"})

    assert "why" in kinds(shown(result))
    assert not result.followups


async def test_a_button_of_a_question_already_answered_shows_the_one_asked_now(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    await room.answer(room.ann, message, "1")

    late = await touch(room, room.ann, f"ge1:ask:{battle.id}:0")

    assert late.modal is None
    assert f"ge1:ask:{battle.id}:1" in [part.get("custom_id") for part in parts(shown(late))]


async def test_an_old_wall_is_put_up_anew_rather_than_edited(room: Room) -> None:
    first = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    await room.later(56 * 60)

    await room.answer(room.ann, first, "1")

    assert (await room.wall(battle.id)).id != first.id
    assert not [request for request in room.env.http_requests if request.method == "PATCH"]


async def test_no_time_kills_a_button(room: Room) -> None:
    message = await room.fight(room.ann)
    await room.later(7 * 24 * 3_600)

    sheet = await press(room.ann, message, "ask")

    assert sheet.modal is not None


@pytest.mark.parametrize(
    "bent", ["ge0:ask:1", "ge1:ask:zzzz:0", "ge1:ask", "ge1:ask:~x:~y", "ge1:nothing", "ge1:fight:~god"]
)
async def test_a_scroll_of_another_age_is_answered_kindly(room: Room, bent: str) -> None:
    answered = await touch(room, room.ann, bent)

    assert answered.acknowledged
    assert shown(answered).ephemeral
    assert text(shown(answered))


async def test_a_picture_that_is_late_is_put_into_the_wall_when_it_is_drawn(room: Room, easel: Easel) -> None:
    easel.ready = False
    message = await room.fight(room.ann)
    in_words = text(message)
    assert not pictures(message)

    easel.ready = True
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    await room.answer(room.ann, message, right(asked))

    assert pictures(message)
    assert len(text(message)) < len(in_words)


async def test_a_picture_that_discord_refuses_is_said_in_words(room: Room) -> None:
    room.env.inject_error("POST", "/interactions/*/*/callback", status=400)
    message = await room.fight(room.ann)

    assert kinds(message) == ["ask", "hint", "leave"]
    assert not pictures(message)


async def test_a_fault_of_ours_is_told_with_a_number_and_no_word_of_what_broke(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await room.fight(room.ann)

    async def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("SELECT secret FROM learner")

    monkeypatch.setattr(type(room.bot.host.play), "battle", broken)
    said = shown(await press(room.ann, message, "ask"))

    assert said.ephemeral
    assert "secret" not in text(said)
    assert "RuntimeError" not in text(said)
