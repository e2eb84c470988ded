"""`gauss-elder db rescore` makes the standings again from what is stored."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store import learners
from bot.store.tables import score_day, standing
from tests.cli.shell import run
from tests.databases import opened

pytestmark = pytest.mark.board


async def spoilt(url: str) -> None:
    """Have a learner who stands where no answer put them."""
    async with opened(url) as store, store.writing() as db:
        await learners.meet(db, 1, "甲", datetime(2026, 1, 1, tzinfo=UTC))
        row = {"learner_id": 1, "guild": 5, "points": 999, "right": 0, "tried": 0, "walls": 0}
        await db.execute(score_day.insert().values(**row, day=1, season=0))
        await db.execute(standing.insert().values(**row, period="all", days=1))


def test_a_standing_that_no_answer_made_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "spoilt.db"
    url = f"sqlite+aiosqlite:///{file}"
    asyncio.run(spoilt(url))
    done = run("db", "rescore", "--json", GAUSS_DATABASE=url)
    with closing(sqlite3.connect(file)) as database:
        left = [database.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("score_day", "standing")]

    assert done.json == {"learners": 1}
    assert left == [(0,), (0,)]
