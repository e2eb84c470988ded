"""Whatever is forged into a touch: it is answered politely, breaks nothing, and reaches nothing of anyone else's."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.discord.acting import Room
from tests.security.besieging import Siege, begun, forged, lure, replayed, routes, sent

pytestmark = [pytest.mark.slow, pytest.mark.simcord(settle_timeout=120)]


async def besieged(siege: Siege, actor: Any, seed: int) -> list[str]:
    """Send an actor's forged touches of every kind; return what is to be held against the answers."""
    random, message = Random(seed), await lure(siege.room)
    return [
        complaint
        for route in routes(siege.room)
        for complaint in await sent(siege.room, actor, forged(route.kind, random), message)
    ]


async def test_no_forged_touch_of_a_stranger_breaks_anything_or_reaches_what_is_anothers(
    room: Room, quiet: None
) -> None:
    siege = await begun(room)
    before = await siege.record()

    assert await besieged(siege, room.bob, 1) == []
    assert await siege.record() == before


@pytest.mark.again
async def test_no_forged_touch_of_one_who_may_manage_the_server_breaks_anything(room: Room, quiet: None) -> None:
    siege = await begun(room)

    assert await besieged(siege, siege.boss, 2) == []


async def test_what_was_shown_to_others_lets_a_stranger_in_nowhere_neither_before_the_end_nor_after(
    room: Room, quiet: None
) -> None:
    siege = await begun(room)
    seen = siege.seen()
    before, open = await siege.record(), await replayed(siege, room.bob, seen)
    during = await siege.record()
    await siege.end()
    ended, closed = await siege.record(), await replayed(siege, room.bob, seen)

    assert open == closed == []
    assert during == before
    assert await siege.record() == ended


async def test_what_was_shown_before_the_end_changes_nothing_after_it(room: Room, quiet: None) -> None:
    siege = await begun(room)
    seen = siege.seen()
    await siege.end()
    answers = await siege.answers()

    assert await replayed(siege, room.ann, seen) == []
    assert await siege.answers() == answers
