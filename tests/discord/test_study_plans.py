"""Planned sessions in Discord: among the events, told of to who asked, opened at their time, and cancelled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.cogs.frame.ids import Touch, encode
from tests.discord.acting import Room, kinds, press, shown, text
from tests.discord.studying import touch

pytestmark = pytest.mark.study

SOON = "2026-01-01 00:16"  # sixteen minutes after the simulator's day begins


async def planned(room: Room, channel: Any = None, *, when: str = SOON) -> Any:
    return shown(await room.ann.slash(channel or room.channel, "study schedule", when=when, about="dial"))


async def wait(room: Room, minutes: float) -> None:
    """Let time pass, as slowly as the simulator can follow the bot's clock."""
    for _ in range(round(minutes * 2)):
        await room.env.advance_time(30)


def permit_events(room: Room, *, may: bool) -> None:
    """Let the bot put up events, or not, whatever else it may do."""
    for role in room.env.backend.get_guild(room.guild.id).roles.values():
        rights = discord.Permissions(role.permissions)
        rights.update(administrator=False, create_events=may)
        room.env.backend.edit_role(room.guild.id, role.id, {"permissions": rights.value})


def events(room: Room) -> dict[int, Any]:
    found: dict[int, Any] = room.env.backend.get_guild(room.guild.id).scheduled_events
    return found


def letters(actor: Any) -> list[Any]:
    """Return what the bot has written to someone alone."""
    channel = actor.user.dm_channel
    return [] if channel is None else list(channel.history())


async def test_a_plan_is_announced_put_among_the_events_and_cancelled_with_its_event(room: Room) -> None:
    permit_events(room, may=True)
    message = await planned(room)
    [event] = events(room).values()
    assert event.entity_metadata == {"location": "#wall"}
    assert "Create Events" not in text(message)
    listed = shown(await room.bob.slash(room.channel, "study plans"))
    assert "Planned session" in text(listed)
    assert kinds(listed) == ["planremind"], "only its host is offered to cancel"

    refused = shown(await press(room.bob, message, "plancancel"))
    assert "host" in text(refused)
    assert events(room)
    asked = shown(await press(room.ann, message, "plancancel"))
    assert len(await room.bot.host.play.studies.plans(room.guild.id)) == 1, "asked first"
    await press(room.ann, asked, "plangone")

    assert not events(room)
    assert "No session is planned" in text(shown(await room.ann.slash(room.channel, "study plans")))
    assert "no such plan" in text(shown(await press(room.bob, message, "planremind")))


async def test_without_the_right_to_events_the_plan_lives_and_says_so(room: Room) -> None:
    permit_events(room, may=False)
    message = await planned(room)

    assert not events(room)
    assert "Create Events" in text(message)
    assert kinds(message) == ["planremind", "plancancel"]


async def test_an_event_that_discord_refuses_is_done_without(room: Room) -> None:
    permit_events(room, may=True)
    room.env.inject_error("POST", "/guilds/*/scheduled-events", status=500)

    assert "Create Events" in text(await planned(room))
    assert not events(room)


async def test_a_plan_in_a_voice_channel_is_an_event_of_that_channel(room: Room) -> None:
    permit_events(room, may=True)
    voice = room.guild.create_voice_channel("hall")
    await planned(room, voice)
    [event] = events(room).values()

    assert (event.channel_id, event.entity_type) == (voice.id, 2)


async def test_who_asked_is_called_once_before_the_lobby_opens_and_nobody_else(
    room: Room, make_bot: Callable[[], Any]
) -> None:
    message = await planned(room)
    await press(room.bob, message, "planremind")
    await room.env.restart_bot(make_bot())
    await wait(room, 3)
    [letter] = letters(room.bob)
    assert "begins" in text(letter)
    assert kinds(letter) == ["planunremind"]
    assert "not call you" in text(shown(await press(room.bob.user, letter, "planunremind")))
    await wait(room, 14)

    lobby = room.channel.last_message
    assert kinds(lobby) == ["studyjoin", "studystart", "studymore"]
    assert len(letters(room.bob)) == 1
    assert not letters(room.ann)
    seated = shown(await press(room.bob, lobby, "studyjoin"))
    assert "You are in" in text(seated)


async def test_who_no_longer_wants_to_be_called_is_not(room: Room) -> None:
    message = await planned(room)
    asked = shown(await press(room.bob, message, "planremind"))
    await press(room.bob, asked, "planunremind")
    await wait(room, 3)

    assert not letters(room.bob)


async def test_who_takes_no_messages_is_told_of_it_when_next_seen_and_once(room: Room) -> None:
    message = await planned(room)
    await press(room.bob, message, "planremind")
    room.env.inject_error("POST", "/channels/*/messages", status=403)
    await wait(room, 2)
    told = await room.bob.slash(room.channel, "study plans")
    again = await room.bob.slash(room.channel, "study plans")

    assert ["could not" in text(each) for each in told.followups] == [True]
    assert list(again.followups) == []


async def test_news_that_cannot_be_told_is_kept_for_the_next_time(room: Room) -> None:
    message = await planned(room)
    await press(room.bob, message, "planremind")
    room.env.inject_error("POST", "/channels/*/messages", status=403)
    await wait(room, 2)
    room.env.inject_error("POST", "/webhooks/*", status=500)
    assert list((await room.bob.slash(room.channel, "study plans")).followups) == []
    again = await room.bob.slash(room.channel, "study plans")

    assert len(list(again.followups)) == 1


async def test_a_plan_whose_channel_was_taken_all_the_while_is_taken_down_and_its_host_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.study.study_plans.LATE", discord.utils.utcnow() - discord.utils.utcnow())
    permit_events(room, may=True)
    await planned(room, when="2026-01-01 00:01")
    await room.bob.slash(room.channel, "study start", about="dial")
    await wait(room, 2)

    assert ["could not open" in text(letter) for letter in letters(room.ann)] == [True]
    assert not events(room)


@pytest.mark.parametrize("when", ["sometime", "2026-12-05", "8"])
async def test_a_time_that_cannot_be_read_is_asked_back_in_private_with_the_clock_that_counts(
    room: Room, when: str
) -> None:
    await room.bot.host.play.desk.choose_zone(room.guild.id, "Asia/Shanghai")
    answer = await planned(room, when=when)

    assert answer.ephemeral
    assert "Asia/Shanghai" in text(answer)
    assert not await room.bot.host.play.studies.plans(room.guild.id)


async def test_a_time_in_words_is_read_by_the_servers_clock_or_by_the_learners_own(room: Room) -> None:
    await room.ann.slash(room.channel, "elder reminders", hour=9, zone="Asia/Tokyo")
    await planned(room, when="明天 20:00")
    await room.bot.host.play.desk.choose_zone(room.guild.id, "Asia/Shanghai")
    await planned(room, when="tomorrow 20:00")
    starts = [plan.starts.isoformat() for plan in await room.bot.host.play.studies.plans(room.guild.id)]

    assert starts == ["2026-01-02T11:00:00+00:00", "2026-01-02T12:00:00+00:00"]


async def test_a_time_that_is_past_is_refused_as_that(room: Room) -> None:
    assert "has passed" in text(await planned(room, when="2025-12-05 20:00"))


async def test_a_plan_is_announced_in_the_servers_language(room: Room) -> None:
    await room.bot.host.play.desk.choose(room.guild.id, language="zh-CN")

    assert "约好的共学" in text(await planned(room))


async def test_another_servers_plan_is_none_of_this_ones(room: Room) -> None:
    await planned(room)
    other = room.env.create_guild(name="Other")
    channel = other.create_text_channel("wall")
    eve = other.add_member(room.env.create_user("eve"))
    [plan] = await room.bot.host.play.studies.plans(room.guild.id)
    for kind in ("planremind", "plancancel"):
        refused = shown(await touch(room, eve, encode(Touch(kind, (plan.id,))), channel=channel, guild=other))
        assert "no such plan" in text(refused)
        assert refused.ephemeral

    assert [each.reminded for each in await room.bot.host.play.studies.plans(room.guild.id)] == [0]
