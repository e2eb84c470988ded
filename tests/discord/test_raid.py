"""A raid in Discord: one placard for all, each learner's own questions in private, and an end that is clean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from bot.app import GaussElder
from bot.store import guilds, raids
from bot.store.store import Store
from tests.discord.acting import Room, kinds, pictures, press, right, shown, text
from tests.discord.easel import Easel
from tests.discord.raiding import begun, call, found, gather, placard, raid_of, strike, wait
from tests.discord.test_reward import lift_the_bot, roles_of
from tests.discord.test_survival import deliver_twice

pytestmark = pytest.mark.raid


@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
async def test_a_raid_from_the_call_to_the_broken_wall(room: Room, speak: Callable[[str], None], locale: str) -> None:
    speak(locale)
    lobby = await call(room, room.ann)
    assert not lobby.ephemeral
    assert kinds(lobby) == ["raidjoin", "raidleave", "raidstart"]

    joined = shown(await press(room.bob, lobby, "raidjoin"))
    assert joined.ephemeral
    raid = await raid_of(room)
    seen = text(await placard(room, raid))
    assert "ann" in seen
    assert "bob" in seen
    assert "<@" not in seen, "nobody is mentioned"

    started = shown(await press(room.ann, lobby, "raidstart"))
    assert started.ephemeral
    assert kinds(started) == ["raidask", "raidhint"]
    fight = await placard(room, raid)
    assert kinds(fight) == ["raidask", "raidleave", "raidhost"]
    assert pictures(fight)

    message: Any = fight
    for _ in range(3):
        verdict = shown(await strike(room, room.bob, message, rightly=True))
        assert verdict.ephemeral
        assert "why" in kinds(verdict)
        message = verdict if "raidask" in kinds(verdict) else message
    end = await placard(room, raid)

    assert (await found(room, raid.id)).ending == "broken"
    assert kinds(end) == ["raidopen", "raidpart", "raidstory"]
    assert end.id == lobby.id, "a young placard is edited where it is"
    assert pictures(end)


async def test_a_learner_fights_on_from_the_private_message_and_one_who_never_joined_is_in_by_answering(
    room: Room,
) -> None:
    raid = await begun(room, [room.ann])
    fight = await placard(room, raid)
    first = shown(await strike(room, room.bob, fight, rightly=False))
    second = shown(await strike(room, room.bob, first, rightly=False))

    now = await raid_of(room)
    assert kinds(second)[0] == "raidask"
    assert [fighter.name for fighter in now.here] == ["ann", "bob"]
    assert len(now.siege.courses) == 5


async def test_one_learner_wrong_fifty_times_is_told_why_it_costs_the_others_nothing(room: Room) -> None:
    raid = await begun(room, gather(room, 4))
    message = await placard(room, raid)
    said = []
    for _ in range(50):
        message = shown(await strike(room, room.bob, message, rightly=False))
        said.append(text(message))

    assert len((await raid_of(room)).siege.courses) == 5
    assert all("nobody can add more than two" in each for each in said[2:])
    assert not any("nobody can add more than two" in each for each in said[:2])


async def test_the_cause_of_the_latest_layer_is_shown_with_a_name_only_where_the_server_shows_names(
    room: Room, store: Store
) -> None:
    raid = await begun(room, gather(room, 3))
    told = shown(await strike(room, room.bob, await placard(room, raid), rightly=False))
    named = text(await placard(room, raid))
    async with store.writing() as db:
        await guilds.choose(db, room.guild.id, named=False)
    await strike(room, room.bob, told, rightly=False)
    unnamed = text(await placard(room, raid))

    assert "bob added a layer" in named
    assert "A layer rose" in unnamed
    assert not any(name in unnamed for name in ("ann", "bob"))


async def test_a_name_does_nothing_and_one_who_hides_is_not_named(room: Room, store: Store) -> None:
    crafty = room.guild.add_member(room.env.create_user("x", global_name="**@everyone** <@1>"))
    lobby = await call(room, crafty)
    await press(room.bob, lobby, "raidjoin")
    async with store.writing() as db:
        await db.exec_driver_sql(f"UPDATE learner SET hidden = true WHERE id = {room.bob.id}")
    await press(room.ann, lobby, "raidjoin")
    seen = text(await placard(room, await raid_of(room)))

    assert r"\*\*\@everyone\*\* \<@1\>" in seen
    assert "bob" not in seen
    assert "a fellow learner" in seen


async def test_at_most_ten_names_are_shown_and_how_many_more(room: Room) -> None:
    learners = gather(room, 14)
    lobby = await call(room, room.ann)
    for learner in learners[1:]:
        await press(learner, lobby, "raidjoin")
    seen = text(await placard(room, await raid_of(room)))

    assert "14 here so far" in seen
    assert "and 4 more" in seen


async def test_a_second_call_leads_to_the_raid_that_stands_and_can_bring_it_here(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    old = await placard(room, raid)
    led = shown(await room.bob.slash(room.channel, "wall raid", tier="elder"))
    assert led.ephemeral
    assert kinds(led) == ["raidask", "raidcall"]
    assert (await raid_of(room)).id == raid.id

    anew = shown(await press(room.bob, led, "raidcall"))
    assert not anew.ephemeral
    assert (await placard(room, raid)).id == anew.id != old.id
    assert old.id not in {message.id for message in room.channel.history()}


async def test_a_raid_is_called_nowhere_but_in_a_server(room: Room) -> None:
    said = shown(await room.ann.user.slash("wall raid"))

    assert "server" in text(said)


async def test_another_servers_raid_is_not_to_be_touched_from_here(room: Room) -> None:
    await call(room, room.ann)
    raid = await raid_of(room)
    elsewhere = room.env.create_guild(name="Elsewhere")
    channel = elsewhere.create_text_channel("wall")
    stranger = elsewhere.add_member(room.env.create_user("stranger"))
    theirs = shown(await stranger.slash(channel, "wall raid"))
    for message in channel.history():
        assert message.id == theirs.id
    play = room.bot.host.play
    assert await play.raids.stands_in(room.guild.id, raid.id)
    assert not await play.raids.stands_in(elsewhere.id, raid.id)


async def test_only_the_host_begins_at_first_and_everyone_is_told_from_when_they_may(room: Room) -> None:
    lobby = await call(room, room.ann)
    early = shown(await press(room.bob, lobby, "raidstart"))
    assert early.ephemeral
    assert "<t:" in text(early)
    assert (await raid_of(room)).awaiting

    await wait(room, minutes=3.1)
    await press(room.bob, lobby, "raidstart")
    assert (await raid_of(room)).standing


async def test_when_the_host_leaves_another_takes_over_and_the_raid_goes_on(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    kept = shown(await press(room.bob, fight, "raidhost"))
    assert "still here" in text(kept)
    sure = shown(await press(room.ann, fight, "raidleave"))
    assert kinds(sure) == ["raidstay", "raidgo"]
    await press(room.ann, sure, "raidgo")
    await press(room.bob, fight, "raidhost")

    now = await raid_of(room)
    assert now.host == room.bob.id
    assert [fighter.name for fighter in now.here] == ["bob"]
    await strike(room, room.bob, await placard(room, raid), rightly=True)
    assert len((await raid_of(room)).siege.courses) == 2


async def test_one_who_is_not_in_a_raid_is_asked_nothing_and_shown_the_way_in(room: Room) -> None:
    message = await call(room, room.ann)
    never_in = shown(await press(room.bob, message, "raidleave"))
    await press(room.bob, message, "raidjoin")
    sure = shown(await press(room.bob, message, "raidleave"))
    asked = kinds(sure)
    await press(room.bob, sure, "raidgo")
    left = shown(await press(room.bob, message, "raidleave"))

    assert kinds(never_in) == kinds(left) == ["raidjoin", "enter"]
    assert "raidgo" in asked


async def test_a_host_calls_off_what_has_not_begun(room: Room) -> None:
    lobby = await call(room, room.ann)
    raid = await raid_of(room)
    sure = shown(await press(room.ann, lobby, "raidleave"))
    assert kinds(sure) == ["raidstay", "raidgo", "raidcancel"]
    await press(room.ann, sure, "raidcancel")

    assert (await found(room, raid.id)).ending == "cancelled"
    assert kinds(await placard(room, raid)) == ["raidopen", "enter"]


async def test_a_raid_that_nobody_touches_and_one_that_nobody_is_in_close_themselves_and_say_why(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    await wait(room, minutes=16)
    assert (await found(room, raid.id)).ending == "idle"
    assert "long while" in text(await placard(room, raid))

    lobby = await call(room, room.ann)
    second = await raid_of(room)
    await press(room.ann, shown(await press(room.ann, lobby, "raidleave")), "raidgo")
    await wait(room, minutes=1.5)
    assert (await found(room, second.id)).ending == "deserted"
    assert "Everyone has left" in text(await placard(room, second))


async def test_after_a_restart_the_placard_shows_what_is_stored_and_sheets_opened_before_are_taken(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    raid = await begun(room, [room.ann, room.bob])
    sheet = await press(room.bob, await placard(room, raid), "raidask")
    learner = await room.bot.host.play.meet(room.bob.id)
    asked = (await room.bot.host.play.raids.turns.face(raid.id, learner)).asked
    assert asked is not None
    carl = await room.bot.host.play.meet(999, name="carl")
    await room.bot.host.play.raids.join(raid.id, carl)  # as if killed before that was shown

    await room.env.restart_bot(make_bot())
    await room.env.advance_time(5)
    assert "3 in the raid" in text(await placard(room, raid))
    verdict = shown(await room.bob.submit_modal(sheet, {"answer": right(asked)}))

    assert kinds(verdict)[0] == "raidask"
    assert (await raid_of(room)).siege.part(room.bob.id).blows == 1


async def test_one_submit_delivered_twice_counts_once(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    sheet = await press(room.bob, await placard(room, raid), "raidask")
    assert sheet.modal is not None
    await deliver_twice(room, room.bob, sheet.modal["custom_id"], "1")

    assert len((await raid_of(room)).deeds) == 1


async def test_a_sheet_sent_in_a_second_after_the_last_blow_lands_with_it(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    sheet = await press(room.bob, fight, "raidask")
    learner = await room.bot.host.play.meet(room.bob.id)
    asked = (await room.bot.host.play.raids.turns.face(raid.id, learner)).asked
    assert asked is not None
    for _ in range(3):
        await strike(room, room.ann, fight, rightly=True)
    await room.env.advance_time(1)
    verdict = shown(await room.bob.submit_modal(sheet, {"answer": right(asked)}))

    assert "counted with the last" in text(verdict)
    assert (await found(room, raid.id)).siege.part(room.bob.id).blows == 1


async def test_an_unreadable_text_costs_nothing_and_an_ambiguous_one_is_asked_back(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    sheet = await press(room.bob, fight, "raidask")
    unread = shown(await room.bob.submit_modal(sheet, {"answer": "**kittens** @everyone"}))
    assert kinds(unread) == ["raidask", "raidhint"]
    assert "**kittens**" not in text(unread)

    sheet = await press(room.bob, unread, "raidask")
    doubtful = shown(await room.bob.submit_modal(sheet, {"answer": "64!"}))
    assert kinds(doubtful) == ["raidread", "raidread", "raidask"]
    assert not (await raid_of(room)).deeds
    await press(room.bob, doubtful, "raidread", nth=1)
    assert len((await raid_of(room)).deeds) == 1


@pytest.mark.parametrize("status", [403, 404])
async def test_where_the_channel_may_no_longer_be_written_to_the_raid_ends_and_its_host_is_told_elsewhere(
    room: Room, status: int
) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=status, times=None)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=status, times=None)
    told = shown(await strike(room, room.bob, fight, rightly=True))
    assert "raidask" in kinds(told), "the answer itself is answered"
    await room.env.advance_time(3)

    assert (await found(room, raid.id)).ending == "lost"
    said = [text(message) for message in room.ann.user.dm_channel.history()] if room.ann.user.dm_channel else []
    assert any("no longer write" in each for each in said)
    refusal = shown(await press(room.bob, told, "raidask"))
    assert "no longer write" in text(refusal), "whoever acts next is told why"


async def test_what_passes_by_itself_ends_no_raid(room: Room) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=500)
    verdict = shown(await strike(room, room.bob, fight, rightly=True))
    await room.env.advance_time(3)
    await strike(room, room.bob, verdict, rightly=True)

    assert (await raid_of(room)).id == raid.id
    assert "1 layer" in text(await placard(room, raid))


async def test_what_the_bot_lacks_is_named_before_a_raid_begins(room: Room) -> None:
    unseen = discord.PermissionOverwrite(send_messages=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.env.bot.user: unseen})
    said = shown(await room.ann.slash(channel, "wall raid"))

    assert said.ephemeral
    assert "Send Messages" in text(said)
    assert await room.bot.host.play.raids.open_in(channel.id) is None


async def test_everyone_who_struck_gets_the_servers_role_the_others_when_they_next_look_at_their_part(
    room: Room,
) -> None:
    role = room.guild.create_role("Core").id
    lift_the_bot(room)
    await room.bot.host.play.reward(room.guild.id, role)
    raid = await begun(room, gather(room, 3))
    fight = await placard(room, raid)
    for learner in (room.bob, room.ann, room.ann, room.ann, room.ann, room.ann):
        await strike(room, learner, fight, rightly=True)
    end = await placard(room, raid)
    assert (await found(room, raid.id)).ending == "broken"

    assert roles_of(room, room.ann) == [role]
    assert roles_of(room, room.bob) == []
    share = shown(await press(room.bob, end, "raidpart"))
    assert share.ephemeral
    assert roles_of(room, room.bob) == [role]


async def test_the_whole_story_is_told_page_by_page_in_private(room: Room) -> None:
    raid = await begun(room, gather(room, 4))
    fight = await placard(room, raid)
    for _ in range(22):
        await strike(room, room.bob, fight, rightly=False)
    for _ in range(8):
        await strike(room, room.ann, fight, rightly=True)
    end = await placard(room, raid)
    first = shown(await press(room.bob, end, "raidstory"))
    assert first.ephemeral
    assert kinds(first) == ["raidpage"]
    assert "1 bob" in text(first)
    await press(room.bob, first, "raidpage")

    assert (await found(room, raid.id)).ending == "broken"


async def test_chinese_and_english_learners_are_each_asked_in_their_own_language_before_one_placard(
    room: Room, speak: Callable[[str], None]
) -> None:
    speak("zh-CN")
    lobby = await call(room, room.ann)
    speak("en-US")
    await press(room.bob, lobby, "raidjoin")
    raid = await raid_of(room)
    await wait(room, minutes=3.1)
    english = shown(await press(room.bob, lobby, "raidstart"))
    speak("zh-CN")
    chinese = shown(await strike(room, room.ann, await placard(room, raid), rightly=False))

    assert "This question is yours" in text(english)
    assert any("\u4e00" <= character <= "\u9fff" for character in text(chinese))
    assert "众人之壁" in text(await placard(room, raid))


async def test_thirty_learners_at_once_cost_their_channel_at_most_five_calls_in_five_seconds(
    room: Room, easel: Easel
) -> None:
    learners = gather(room, 30)
    lobby = await call(room, room.ann)
    since = len(room.env.http_requests)
    calls: list[tuple[datetime, str]] = []

    def note() -> None:
        nonlocal since
        for request in room.env.http_requests[since:]:
            if request.path.startswith(f"/channels/{room.channel.id}/"):
                calls.append((room.env.now(), request.method))
        since = len(room.env.http_requests)

    for learner in learners[1:]:
        await press(learner, lobby, "raidjoin")
        note()
        await room.env.advance_time(0.2)
        note()
    await press(room.ann, lobby, "raidstart")
    note()
    raid = await raid_of(room)
    fight = await placard(room, raid)
    note()
    for learner in learners:
        await strike(room, learner, fight, rightly=learner.id % 3 != 0)
        note()
        await room.env.advance_time(0.2)
        note()

    moments = [at for at, _ in calls]
    assert calls
    assert max(sum(at <= other < at + timedelta(seconds=5) for other in moments) for at in moments) <= 5
    struck = Counter(deed.learner for deed in (await found(room, raid.id)).deeds)
    assert set(struck.values()) == {1}
    assert len(struck) == 30
    assert f"{len((await raid_of(room)).siege.courses)} layer" in text(await placard(room, raid))


async def test_a_raid_broken_together_is_everyones(room: Room, store: Store) -> None:
    raid = await begun(room, [room.ann, room.bob])
    fight = await placard(room, raid)
    for learner in (room.bob, room.ann, room.ann):
        await strike(room, learner, fight, rightly=True)
    async with store.reading() as db:
        assert [len(await raids.broken_by(db, room.guild.id, each.id)) for each in (room.ann, room.bob)] == [1, 1]


async def test_a_raid_begins_only_where_and_as_deep_as_the_server_lets_games_begin(room: Room) -> None:
    yard = room.guild.create_text_channel("yard")
    await room.bot.host.play.desk.choose(room.guild.id, channels=[yard.id], tiers=("apprentice",))
    elsewhere = shown(await room.ann.slash(room.channel, "wall raid"))
    too_deep = shown(await room.ann.slash(yard, "wall raid", tier="elder"))
    assert elsewhere.ephemeral
    assert too_deep.ephemeral
    assert f"<#{yard.id}>" in text(elsewhere)
    assert not await room.bot.host.play.raids.open_ids()

    begun = shown(await press(room.ann, too_deep, "raidopen"))
    assert not begun.ephemeral
    assert kinds(begun) == ["raidjoin", "raidleave", "raidstart"]
