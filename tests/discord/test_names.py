"""Halls by their names: offered while one types, and entered as typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.play.scene import Scene
from quizbank.bank import Bank
from tests.discord.acting import Room, kinds, shown, text

LOCALES = [("zh-CN", "zh-CN"), ("en-US", "en")]


async def stand(room: Room) -> Scene:
    """Return where ann stands."""
    return await room.bot.host.play.enter(await room.bot.host.play.meet(room.ann.id))


@pytest.mark.parametrize(("locale", "language"), LOCALES)
@pytest.mark.parametrize("typed", ["", "dec", "\u89e3\u7801", "THE ", "\u202e@everyone", "x" * 90])
async def test_halls_are_offered_by_their_names_in_either_language_and_shown_in_the_learners(
    room: Room, speak: Callable[[str], None], bank: Bank, locale: str, language: str, typed: str
) -> None:
    speak(locale)
    offered = await room.ann.autocomplete(room.channel, "elder hall", "name", typed)
    names = {hall.lines.say("hall.name", language): id for id, hall in bank.halls.items()}
    either = [
        {hall.lines.say("hall.name", each).casefold() for each in ("zh-CN", "en")} for hall in bank.halls.values()
    ]

    assert len(offered) == sum(any(typed.casefold() in name for name in both) for both in either)
    assert all(names[choice["name"]] == choice["value"] for choice in offered)


async def test_halls_are_offered_in_the_language_chosen_not_the_clients(room: Room, bank: Bank) -> None:
    await room.ann.slash(room.channel, "elder language", language="zh-CN")
    reads = len(room.env.http_requests)
    offered = await room.ann.autocomplete(room.channel, "elder hall", "name", "")

    assert offered[0]["name"] == bank.halls["gate"].lines.say("hall.name", "zh-CN")
    assert len(room.env.http_requests) == reads + 1


@pytest.mark.parametrize("name", ["The Scaling Dial", "the scaling dial ", "\u7f29\u653e\u53f0", "dial"])
async def test_a_hall_is_entered_by_its_name_as_typed(room: Room, name: str) -> None:
    await room.ann.slash(room.channel, "elder hall", name=name)
    walk = (await stand(room)).walk

    assert walk is not None
    assert walk.hall == "dial"


async def test_a_hall_nobody_built_is_refused_and_not_said_back(room: Room) -> None:
    refused = shown(await room.ann.slash(room.channel, "elder hall", name="@everyone <@1>"))

    assert refused.ephemeral
    assert "@" not in text(refused)
    assert "map" in kinds(refused)
