"""On PostgreSQL nothing upgrades itself: a game refuses an older schema, and says the command that mends it."""

from __future__ import annotations

import asyncio

import pytest

from tests.cli.shell import run
from tests.databases import POSTGRES, postgres_url

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server"),
]


async def test_an_older_schema_is_refused_until_it_is_upgraded() -> None:
    async with postgres_url() as url:
        refused, upgraded, played, current = await asyncio.to_thread(
            lambda: [
                run(*arguments, GAUSS_DATABASE=url)
                for arguments in (
                    ["play", "wall", "--json"],
                    ["db", "upgrade"],
                    ["play", "wall", "--json"],
                    ["db", "current"],
                )
            ]
        )

    assert (refused.code, refused.out) == (1, "")
    assert "gauss-elder db upgrade" in refused.err
    assert upgraded.code == 0
    assert played.json["wall"]["outcome"] == "standing"
    assert current.code == 0
