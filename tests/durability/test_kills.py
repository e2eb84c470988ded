"""A sample of the campaigns that `make durability` holds in full; and that they notice what they look for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import POSTGRES
from tests.durability import scenario
from tests.durability.theatre import held
from tests.standin.nursery import Nursery

KILLS = 5
DATABASES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]

pytestmark = [pytest.mark.durability, pytest.mark.slow]


@pytest.mark.parametrize("database", DATABASES)
async def test_a_bot_killed_at_any_instant_loses_doubles_and_leaves_nothing(
    database: str, nursery: Nursery, tmp_path: Path
) -> None:
    if database == "postgres" and not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")

    account = await held(database, KILLS, tmp_path, seed=7, nursery=nursery)

    assert account.tally.faults == ()
    assert account.tally.acknowledged > 0


@pytest.mark.again
async def test_a_bot_that_forgets_what_it_acknowledged_is_found_out(
    nursery: Nursery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenario, "SETTLING", 15.0)  # it forgets what it has shown as well, and never settles
    account = await held("sqlite", 0, tmp_path, seed=7, nursery=nursery, kind="forgetful")

    assert account.tally.lost
