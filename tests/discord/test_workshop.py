"""The bot with the real workshop behind it: pictures that are drawn, not pretended."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.workshop import Workshop
from tests.discord.acting import Room, kinds, pictures, press, right, shown


@pytest.fixture
async def easel() -> AsyncIterator[Workshop]:
    workshop = Workshop()
    assert await workshop.exhibit("dial", "dial", {"d_k": 16})
    yield workshop
    await workshop.close()


@pytest.mark.simcord(settle_timeout=60)
async def test_the_wall_is_drawn_if_not_at_once_then_as_soon_as_it_can_be(room: Room) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)

    (alt,) = pictures(await room.wall(battle.id))
    assert alt
    assert kinds(message) == ["ask", "hint", "leave"]
    attachments = (await room.wall(battle.id)).attachments or message.attachments
    assert attachments[0].size > 1_000

    assert battle.asked is not None
    verdict = shown(await room.answer(room.ann, message, right(battle.asked)))
    assert "ask" in kinds(verdict)


@pytest.mark.simcord(settle_timeout=60)
async def test_the_dial_shows_what_the_engine_computes(room: Room) -> None:
    message = shown(await room.ann.slash(room.channel, "elder hall", name="dial"))
    while "go" in kinds(message):
        await press(room.ann, message, "go")

    assert kinds(message)[0] == "turn"
    assert pictures(message)
