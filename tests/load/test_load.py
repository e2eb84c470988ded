"""The load itself: that it runs to its end and every kind of touch is taken. How fast, no test says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.play.raid import holds
from tests.databases import opened, sqlite_url
from tests.load.__main__ import main
from tests.load.town import SHARES
from tests.play.raiding import camp


def test_a_small_town_is_touched_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--guilds", "20", "--seconds", "4", "--rate", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert set(found["poisson"]["by_kind_p50_p99_ms"]) == set(SHARES)
    assert "flat_out" not in found


async def test_a_raid_of_many_answers_is_the_same_gone_through_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sqlite_url(tmp_path)) as store:
        here = camp(store)
        raid, raiders = await here.gathered(3)
        for each in raiders:
            await here.strike(raid, each, rightly=each.id % 2 == 0)
        few = await here.found(raid)
        monkeypatch.setattr(holds, "MANY", 0)
        many = await here.found(raid)

    assert len(few.deeds) == 3
    assert many == few
