"""Where a session may be: what the bot lacks, what a server chose, threads and voice channels, and a channel lost."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.cogs.frame.ids import Touch, encode
from tests.discord.acting import Room, kinds, press, right, shown, text
from tests.discord.studying import opened, placard, sent, study_of, touch

pytestmark = pytest.mark.study


def letters(actor: Any) -> list[str]:
    """Return what the bot has written to someone alone."""
    channel = actor.user.dm_channel
    return [] if channel is None else [text(message) for message in channel.history()]


def shut(room: Room, status: int = 403) -> None:
    """Let the bot write nothing to the room's channel any more."""
    room.env.inject_error("PATCH", f"/channels/{room.channel.id}/messages/*", status=status, times=None)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=status, times=None)


def unshut(room: Room) -> None:
    room.env.backend.faults.clear()


async def test_what_the_bot_lacks_is_named_before_a_session_opens(room: Room) -> None:
    mute = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.env.bot.user: mute})
    refused = await opened(room, channel)

    assert refused.ephemeral
    assert "“Send Messages”" in text(refused)
    assert "“Attach Files”" in text(refused)
    assert await room.bot.host.play.studies.open_in(channel.id) is None


async def test_a_server_that_chose_its_channels_is_heeded_by_every_way_in(room: Room) -> None:
    other = room.guild.create_text_channel("arena")
    await room.bot.host.play.desk.choose(room.guild.id, channels=[other.id])
    planned = await room.ann.slash(room.channel, "study schedule", when="3h", about="dial")
    for refused in (await opened(room), shown(planned)):
        assert refused.ephemeral
        assert f"<#{other.id}>" in text(refused)
    assert not await room.bot.host.play.studies.plans(room.guild.id)

    assert "studyjoin" in kinds(await opened(room, other))


async def test_the_placard_speaks_the_servers_language_and_each_learner_is_answered_in_their_own(room: Room) -> None:
    await room.bot.host.play.desk.choose(room.guild.id, language="zh-CN")
    lobby = await opened(room)

    assert "共学" in text(lobby)
    assert "You are in" in text(shown(await press(room.bob, lobby, "studyjoin")))


@pytest.mark.parametrize("sort", ["thread", "voice"])
async def test_a_session_is_played_in_a_thread_and_in_a_voice_channels_chat(room: Room, sort: str) -> None:
    if sort == "voice":
        channel = room.guild.create_voice_channel("hall")
    else:
        parent = room.bot.get_channel(room.channel.id)
        assert isinstance(parent, discord.TextChannel)
        await parent.create_thread(name="study", type=discord.ChannelType.public_thread)
        [channel] = room.channel.threads
        await room.bot.host.play.desk.choose(room.guild.id, channels=[room.channel.id])
    lobby = await opened(room, channel, rounds=1)
    await press(room.ann, lobby, "studystart")
    await sent(room, room.ann, right, channel)
    await press(room.ann, await placard(room, channel), "studynext")

    assert "Session over" in text(await placard(room, channel))


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_lost_amid_a_session_pauses_it_tells_its_host_once_and_status_brings_it_back(
    room: Room, status: int
) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    message = await placard(room)
    shut(room, status)
    sheet = await press(room.bob, message, "studyask")
    asked = await room.bot.host.play.studies.question(1, await room.bot.host.play.meet(room.bob.id))
    verdict = shown(await room.bob.submit_modal(sheet, {"answer": right(asked)}))
    assert "You are done" in text(verdict), "the answer itself is answered"
    await room.env.advance_time(5)
    assert (await study_of(room)).state == "paused"
    await touch(room, room.bob, encode(Touch("studyjoin", (1,))))
    await room.env.advance_time(5)
    assert ["cannot make myself heard" in letter for letter in letters(room.ann)] == [True]

    unshut(room)
    again = shown(await room.ann.slash(room.channel, "study status"))
    assert kinds(again) == ["studyresume", "studymore"]
    await press(room.ann, again, "studyresume")
    assert "**1** of 2" in text(await placard(room))


async def test_a_lobby_in_a_lost_channel_ends_and_its_host_is_told(room: Room) -> None:
    lobby = await opened(room)
    shut(room)
    await press(room.bob, lobby, "studyjoin")
    await room.env.advance_time(5)

    assert (await study_of(room)).ending == "unreachable"
    assert len(letters(room.ann)) == 1
    refused = shown(await press(room.bob, lobby, "studyjoin"))
    assert "over" in text(refused)


async def test_what_passes_by_itself_pauses_nothing(room: Room) -> None:
    lobby = await opened(room)
    await press(room.ann, lobby, "studystart")
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
    await touch(room, room.bob, encode(Touch("studyjoin", (1,))))
    await room.env.advance_time(5)

    assert "**0** of 2" in text(await placard(room))
    assert (await study_of(room)).state == "running"
    assert not letters(room.ann)


async def test_the_clock_of_a_round_starts_once_its_message_stands(room: Room) -> None:
    lobby = await opened(room, pace="timed", seconds=60)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=3)
    await room.env.advance_time(3)
    await press(room.ann, lobby, "studystart")
    await room.env.advance_time(1)
    now = (await study_of(room)).round
    assert now is not None
    assert now.deadline is None
    await room.env.advance_time(10)
    now = (await study_of(room)).round
    assert now is not None
    assert now.deadline is not None

    assert f"<t:{int(now.deadline.timestamp())}:R>" in text(await placard(room))


async def test_a_second_session_in_a_channel_leads_to_the_one_that_stands(room: Room) -> None:
    lobby = await opened(room)
    refused = await opened(room)

    assert refused.ephemeral
    assert "under way" in text(refused)
    assert str(lobby.id) in str(refused.components)


@pytest.mark.parametrize(
    "kind",
    [
        "studyjoin",
        "studystart",
        "studyask",
        "studynext",
        "studymore",
        "studypause",
        "studyown",
        "studyleave",
        "studyhost",
    ],
)
async def test_another_servers_session_is_none_of_this_ones(room: Room, kind: str) -> None:
    await opened(room)
    other = room.env.create_guild(name="Other")
    channel, eve = other.create_text_channel("wall"), other.add_member(room.env.create_user("eve"))
    refused = shown(await touch(room, eve, encode(Touch(kind, (1, 1, "first"))), channel=channel, guild=other))

    assert refused.ephemeral
    assert "no session here" in text(refused)
    assert (await study_of(room)).present == 1


@pytest.mark.parametrize(
    "touched",
    [
        Touch("studyjoin", (99,)),
        Touch("studyjoin"),
        Touch("studynext", (1, 1, "nonsense")),
        Touch("studynext", (1,)),
        Touch("studyread", (99, 0)),
        Touch("studysaid", (1, 1, 1)),
        Touch("planremind", (99,)),
        Touch("plancancel"),
    ],
)
async def test_what_is_stale_or_was_never_ours_to_press_is_answered_politely_and_in_private(
    room: Room, touched: Touch
) -> None:
    await opened(room)
    answer = shown(await touch(room, room.ann, encode(touched)))

    assert answer.ephemeral
    assert text(answer)
    assert (await study_of(room)).state == "lobby"


async def test_buttons_of_a_session_that_is_over_answer_politely_and_change_nothing(room: Room) -> None:
    lobby = await opened(room)
    await press(room.ann, lobby, "studystart")
    await room.ann.slash(room.channel, "study stop")
    before = await study_of(room)
    for kind, arguments in (
        ("studyjoin", (1,)),
        ("studystart", (1,)),
        ("studyask", (1,)),
        ("studynext", (1, 1, "first")),
        ("studypause", (1,)),
        ("studyresume", (1,)),
        ("studystop", (1,)),
        ("studyleave", (1,)),
        ("studyhost", (1,)),
        ("studymore", (1,)),
    ):
        answer = shown(await touch(room, room.ann, encode(Touch(kind, arguments))))
        assert answer.ephemeral, kind
        assert text(answer), kind

    assert (await study_of(room)).ended == before.ended
    assert "no session here" in text(shown(await room.ann.slash(room.channel, "study pause")))


@pytest.mark.parametrize("about", ["dail", "dial，dail", "缩放抬"])
async def test_a_name_that_nothing_has_is_said_back_harmlessly(room: Room, about: str) -> None:
    told = text(shown(await room.ann.slash(room.channel, "study start", about=about)))
    loud = text(shown(await room.ann.slash(room.channel, "study start", about="@everyone **b**")))

    assert f"“{re.split('[，,]', about)[-1]}”" in told
    assert "**b**" not in loud


async def test_a_session_is_handed_to_nobody_who_is_not_in_it_and_the_host_is_told_so_of_them(room: Room) -> None:
    await opened(room)
    told = shown(await room.ann.slash(room.channel, "study handover", member=room.bob))

    assert "They have no seat" in text(told)
    assert (await study_of(room)).host.id == (await room.bot.host.play.meet(room.ann.id)).id


async def test_a_wrong_phase_moves_nothing_on_twice(room: Room) -> None:
    lobby = await opened(room)
    await press(room.ann, lobby, "studystart")
    for _ in range(2):
        await touch(room, room.ann, encode(Touch("studynext", (1, 1, "first"))))
    now = (await study_of(room)).round
    assert now is not None
    assert (now.number, now.phase) == (1, "closed")
    late = shown(await touch(room, room.bob, encode(Touch("studyask", (1,)))))

    assert late.ephemeral
    assert "closed" in text(late)


async def test_only_who_hosts_moves_it_on_and_a_silent_host_may_be_replaced(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    message = await placard(room)
    panel = shown(await press(room.bob, message, "studymore"))
    assert "The host is here" in text(shown(await press(room.bob, panel, "studyhost")))
    for _ in range(13):
        await room.env.advance_time(15)
    assert "You are the host" in text(shown(await press(room.bob, panel, "studyhost")))
    assert "host" in text(shown(await press(room.ann, message, "studynext")))
    handed = await room.bob.slash(room.channel, "study handover", member=room.ann)
    assert handed.acknowledged

    assert (await study_of(room)).host.id == room.ann.id


async def test_more_time_is_told_to_nobody_else(room: Room) -> None:
    given = shown(await room.ann.slash(room.channel, "study extra", percent=50))
    assert given.ephemeral
    assert "50%" in text(given)
    lobby = await opened(room, pace="timed")

    assert "50" not in text(lobby)


async def test_what_is_typed_before_the_last_comma_is_kept_while_the_rest_is_offered(room: Room) -> None:
    offered = await room.ann.autocomplete(room.channel, "study start", "about", "dial, cor")

    assert offered
    assert all(each["value"].startswith("dial,") for each in offered)
    lobby = await opened(room, about=offered[0]["value"])
    assert (await study_of(room)).settings.subjects[0] == "dial"
    assert "studyjoin" in kinds(lobby)
