"""Two real processes with shards of their own on one PostgreSQL: one is killed, and comes back; the other goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.cogs.frame.ids import Touch
from bot.store.identifies import APART
from tests.databases import POSTGRES, opened, postgres_url
from tests.durability.theatre import settings_of
from tests.play.stage import staged
from tests.scale.street import FAR, NEAR, Street
from tests.standin.conftest import nursery
from tests.standin.nursery import Nursery
from tests.standin.payloads import TWO_GUILDS
from tests.standin.server import Standin

__all__ = ["nursery"]

HOST, FIGHTER = 2000, 2001
AT_ONCE = 4  # shards that may introduce themselves at a time
SLACK = 1.0  # seconds that an introduction may be late on its way, with much else to do on the machine
SHARDS = {NEAR: range(4), FAR: range(4, 8)}

pytestmark = [pytest.mark.postgres, pytest.mark.durability, pytest.mark.slow]


@pytest.fixture
async def street(nursery: Nursery, tmp_path: Path) -> AsyncIterator[Street]:
    """A street where nothing runs as yet."""
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    async with postgres_url(tables=True) as url, opened(url) as store, Standin(TWO_GUILDS) as discord:
        discord.rest.at_once = AT_ONCE
        street = Street(discord, nursery, staged(store), settings_of(url, tmp_path))
        yield street
        for pid in street.pids.values():
            nursery.kill(pid)


def gaps(street: Street) -> list[float]:
    """Return the seconds between two introductions of each bucket, which Discord wants one after another."""
    came = street.discord.gateway.introductions
    buckets = [sorted(each.at for each in came if each.shard % AT_ONCE == bucket) for bucket in range(AT_ONCE)]
    return [later - earlier for at in buckets for earlier, later in pairwise(at)]


async def test_what_is_due_is_done_once_by_whom_it_concerns_though_one_is_killed_and_comes_back(street: Street) -> None:
    await street.start(NEAR, FAR)
    near, far = [await street.session(part, HOST) for part in (NEAR, FAR)]
    begun = [(each.shard, each.by) for each in street.discord.gateway.introductions]
    wall = await street.give(NEAR, FIGHTER, "wall fight", tier="adept")
    board = await street.board(NEAR, HOST)

    await street.kill(NEAR)
    await street.end_round(far)
    await street.give(FAR, FIGHTER, "wall fight", tier="adept")
    await street.strike(NEAR, FIGHTER)

    await street.start(NEAR)
    stands = await street.give(NEAR, FIGHTER, "wall status")
    await street.end_round(near)
    await street.renewed(board)

    assert sorted(begun) == [(shard, part.token) for part, shards in SHARDS.items() for shard in shards]
    assert min(gaps(street)) > APART - SLACK
    assert street.discord.count("PUT", "/commands") == 1, "the commands were told twice"
    assert (street.closings(near), street.closings(far)) == ([NEAR.token], [FAR.token])
    assert street.edits(board) == [NEAR.token]
    assert [street.writers(part) for part in (NEAR, FAR)] == [{NEAR.token}, {FAR.token}]
    assert str(Touch("ask", (1, 0))) in str(wall.touches)
    assert str(Touch("ask", (1, 1))) in str(stands.touches), "the wall that stands is not the one that was struck"
