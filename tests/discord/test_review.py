"""Review in Discord: what was missed comes back, for its learner's eyes alone; and reminders for who asked for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.cogs.review.reviews import Reviews, found, zone_called
from bot.play.review.reminders import zones
from bot.play.scene import Asked, Learner
from bot.store.store import Store
from tests.discord.acting import Room, kinds, press, right, shown, text, trapped

pytestmark = pytest.mark.review

LOCALES = ["zh-CN", "en-US"]
DAY = timedelta(days=1)


@pytest.fixture
def day(room: Room, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return what lets days pass for the game, while the simulated Discord stands still."""
    house, clock = room.bot.host.play.house, room.bot.host.play.house.clock
    gone = timedelta()

    def move(days: float) -> None:
        nonlocal gone
        gone += timedelta(days=days)

    object.__setattr__(house, "clock", lambda: clock() + gone)
    return move


async def learner(room: Room) -> Learner:
    return await room.bot.host.play.meet(room.ann.id)


async def slip(room: Room, actor: Any) -> None:
    """Miss two questions at the wall."""
    wall = await room.fight(actor)
    for _ in range(2):
        battle = await room.battle(actor)
        assert battle.asked is not None
        await room.answer(actor, wall, trapped(battle.asked))


async def asked(room: Room) -> Asked:
    waiting = (await room.bot.host.play.reviews.sit(await learner(room))).asked
    assert waiting is not None
    return waiting


async def write(room: Room, screen: Any, said: str) -> InteractionResult:
    """Open the sheet of a review's question and send it in."""
    sheet = await press(room.ann, screen, "reviewask")
    assert sheet.modal is not None
    result: InteractionResult = await room.ann.submit_modal(sheet, {"answer": said})
    return result


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_review_is_walked_from_command_to_end_in_one_message(
    room: Room, speak: Callable[[str], None], day: Callable[[float], None], locale: str
) -> None:
    speak(locale)
    await slip(room, room.ann)
    nothing = shown(await room.ann.slash(room.channel, "elder review"))
    assert nothing.ephemeral
    assert "reviewask" not in kinds(nothing)
    day(1)
    screen = shown(await room.ann.slash(room.channel, "elder review"))
    seen = []
    for choose in (trapped, right, right, right):
        if "reviewask" not in kinds(screen):
            break
        seen.append(text(screen))
        result = await write(room, screen, choose(await asked(room)))
        screen = shown(result)

    assert "reviewask" not in kinds(screen)
    assert {"why", "reminders"} <= set(kinds(screen))
    assert len(set(seen)) == len(seen) >= 2


async def test_a_sheet_opened_twice_is_sent_in_once_and_the_late_one_is_led_on(
    room: Room, day: Callable[[float], None]
) -> None:
    await slip(room, room.ann)
    day(1)
    screen = shown(await room.ann.slash(room.channel, "elder review"))
    waiting = await asked(room)
    sheets = [await press(room.ann, screen, "reviewask") for _ in range(2)]
    for sheet in sheets:
        assert sheet.modal is not None
        await room.ann.submit_modal(sheet, {"answer": right(waiting)})
    kept = await room.bot.host.play.privacy.export(room.ann.id)

    assert [each["question_id"] for each in kept["kept"]["answer"]].count(waiting.id) == 1
    assert sheets[0].modal is not None
    assert sheets[1].modal is not None
    assert sheets[0].modal["custom_id"] != sheets[1].modal["custom_id"]


async def test_a_text_with_two_readings_is_asked_back(room: Room, day: Callable[[float], None]) -> None:
    await slip(room, room.ann)
    day(1)
    screen = shown(await room.ann.slash(room.channel, "elder review"))
    screen = shown(await write(room, screen, "22,6"))
    if "reviewread" not in kinds(screen):
        pytest.fail("no reading was offered")
    after = shown(await press(room.ann, screen, "reviewread"))

    assert "why" in kinds(after)


async def test_a_hint_is_given_and_remembered(room: Room, day: Callable[[float], None]) -> None:
    await slip(room, room.ann)
    day(1)
    screen = shown(await room.ann.slash(room.channel, "elder review"))
    hint = shown(await press(room.ann, screen, "reviewtip"))

    assert hint.ephemeral
    assert (await room.bot.host.play.privacy.shown(room.ann.id)).counts["hint"] == 1


def reviews(room: Room) -> Reviews:
    return Reviews(room.bot.host, room.bot)


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_reminder_comes_by_message_at_the_hour_once_a_day_and_only_if_something_is_due(
    room: Room, speak: Callable[[str], None], day: Callable[[float], None], locale: str
) -> None:
    speak(locale)
    await room.ann.slash(room.channel, "elder reminders", hour=9, zone="Asia/Shanghai")
    cog, told = reviews(room), []
    for days in (0.5, 1.0, 0):
        day(days)
        await cog.remind()
        told.append(len(messages(room)))
    await slip(room, room.ann)
    for days in (1.0, 0.01, 0.1, 1.0):
        day(days)
        await cog.remind()
        told.append(len(messages(room)))

    assert told == [0, 0, 0, 1, 1, 1, 2]
    assert kinds(messages(room)[-1]) == ["review", "remindstop"]


def messages(room: Room) -> list[Any]:
    """Return what the bot has written to ann alone."""
    return list(room.ann.user.dm_channel.history())


async def test_a_reminder_leads_into_the_review_and_stops_at_a_touch(room: Room, day: Callable[[float], None]) -> None:
    await slip(room, room.ann)
    await room.ann.slash(room.channel, "elder reminders", hour=0)
    day(1)
    await reviews(room).remind()
    message = messages(room)[-1]
    assert "reviewask" in kinds(shown(await press(room.ann.user, message, "review")))
    await press(room.ann.user, message, "remindstop")
    day(3)
    await reviews(room).remind()

    assert len(messages(room)) == 1


async def test_who_takes_no_messages_is_tried_three_times_and_told_when_next_seen(
    room: Room, day: Callable[[float], None]
) -> None:
    await slip(room, room.ann)
    await room.ann.slash(room.channel, "elder reminders", hour=0)
    for _ in range(5):
        day(1)
        room.env.inject_error("POST", "/channels/*/messages", status=403, times=1)
        await reviews(room).remind()
    wish = await room.bot.host.play.reminders.wish(await learner(room))
    assert (wish.hour, wish.given_up) == (None, True)
    told = await room.ann.slash(room.channel, "elder me")
    again = await room.ann.slash(room.channel, "elder me")

    assert [kinds(each)[:2] for each in told.followups] == [["remindat", "remindzone"]]
    assert list(again.followups) == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("\u4e0a\u6d77", "Asia/Shanghai"),
        ("beij", "Asia/Shanghai"),
        ("new york", "America/New_York"),
        ("vladiv", "Asia/Vladivostok"),
    ],
)
async def test_zones_are_offered_by_city_in_either_language(
    room: Room, speak: Callable[[str], None], locale: str, typed: str, zone: str
) -> None:
    speak(locale)
    offered = await room.ann.autocomplete(room.channel, "elder reminders", "zone", typed)

    assert offered[0]["value"] == zone
    assert len(offered) <= 25


@pytest.mark.parametrize("typed", ["", "x" * 90, "\u202e@everyone", "/etc/passwd", "../UTC"])
async def test_a_zone_there_is_not_is_refused_and_not_said_back(room: Room, typed: str) -> None:
    refused = shown(await room.ann.slash(room.channel, "elder reminders", zone=typed or "nowhere"))

    assert refused.ephemeral
    assert "@" not in text(refused)
    assert (await room.bot.host.play.reminders.wish(await learner(room))).zone is None


async def test_every_zone_is_found_by_its_own_name(room: Room) -> None:
    pen = room.bot.host.pen("en")

    assert all(zone_called(pen, zone) == zone for zone in zones())
    assert set(found(pen, "")) == zones()


async def test_hours_and_zones_are_picked_from_menus(room: Room, store: Store) -> None:
    screen = shown(await room.ann.slash(room.channel, "elder reminders"))
    await room.ann.select(screen, values=["21"], custom_id="ge1:remindat")
    await room.ann.select(screen, values=["Europe/Berlin"], custom_id="ge1:remindzone")
    wish = await room.bot.host.play.reminders.wish(await learner(room))

    assert (wish.hour, wish.zone) == (21, "Europe/Berlin")
