"""What one's own rank and the top ten cost among a million, against counting those above, on each kind of database.

The standings are put in by one statement, their counts by another; ranks, ties and the top are held against the rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import boards
from bot.store.nodes import BITS, TOP
from bot.store.store import Store
from bot.store.tables import standing
from tests.databases import POSTGRES, opened, postgres_url, sqlite_url

PLAYERS, GUILD, PERIOD = 1_000_000, 9, "all"
ROUNDS, CALLS, CHECKED = 5, 20, 60
LIMIT = 1 / 20
GOAL = f"own rank and top ten among {PLAYERS:,} each ≤ 1/20 of count(points > mine), and equal to it"

NUMBERS = f"WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {PLAYERS})"
POINTS = "(i * 48271 % 65537) * (i * 69621 % 65539) / 1048576"  # 0 to 4096, many low and few high, with many ties
LOAD = (
    f"INSERT INTO learner (id, name, text_only, met) {NUMBERS} SELECT i, 'learner ' || i, false, 0 FROM n",
    'INSERT INTO standing (learner_id, guild, period, days, points, "right", tried, walls)'
    f" {NUMBERS} SELECT i, {GUILD}, '{PERIOD}', 1, {POINTS}, 0, 0, 0 FROM n",
    *(
        "INSERT INTO standing_node (guild, period, sort, level, node, learners)"
        f" SELECT guild, period, 'points', {level}, points >> {BITS * level}, count(*) FROM standing GROUP BY 1, 2, 5"
        for level in range(TOP + 1)
    ),
)
mine, other = standing.alias("mine"), standing.c
POINTS_OF = select(mine.c.points).where(
    mine.c.guild == GUILD, mine.c.period == PERIOD, mine.c.learner_id == bindparam("learner")
)
COUNT = (
    select(func.count())
    .select_from(standing)
    .where(other.guild == GUILD, other.period == PERIOD, other.points > POINTS_OF.scalar_subquery())
)
Call = Callable[[AsyncConnection, int], Awaitable[Any]]


async def rank(db: AsyncConnection, learner: int) -> tuple[int, int]:
    """Return a learner's rank and how many have it, as a board does."""
    mine = await boards.own(db, GUILD, PERIOD, "points", learner)
    assert mine is not None
    return mine.higher + 1, mine.alike


async def counted(db: AsyncConnection, learner: int) -> int:
    """Return a learner's rank by counting all who stand above."""
    return 1 + int((await db.execute(COUNT, {"learner": learner})).scalar_one())


async def top(db: AsyncConnection, learner: int) -> list[tuple[int, int]]:
    """Return the top ten."""
    rows = await boards.page(db, GUILD, PERIOD, "points", 10)
    return [(row.points, row.learner_id) for row in rows]


async def how_many(db: AsyncConnection, which: Any) -> int:
    """Count the standings of a condition."""
    here = (standing.c.guild == GUILD) & (standing.c.period == PERIOD)
    found: int = (await db.execute(select(func.count()).select_from(standing).where(here, which))).scalar_one()
    return found


async def spent(db: AsyncConnection, call: Call, learners: list[int]) -> float:
    """Return the seconds that some calls take, one after another."""
    begun = perf_counter()
    for learner in learners:
        await call(db, learner)
    return perf_counter() - begun


@asynccontextmanager
async def databases() -> AsyncIterator[dict[str, Store]]:
    """Give a loaded store of each kind there is."""
    with TemporaryDirectory() as folder:
        async with opened(sqlite_url(Path(folder))) as sqlite:
            await load(sqlite)
            if not POSTGRES:
                yield {"sqlite": sqlite}
                return
            async with postgres_url() as url, opened(url) as postgres:
                await load(postgres)
                yield {"sqlite": sqlite, "postgres": postgres}


async def load(store: Store) -> None:
    """Put a million standings and their counts into a store, and let the database look at them."""
    async with store.writing() as db:
        for statement in LOAD:
            await db.execute(text(statement))
    async with store.engine.connect() as connection:
        if store.engine.dialect.name == "postgresql":
            await (await connection.execution_options(isolation_level="AUTOCOMMIT")).execute(text("VACUUM ANALYZE"))
        else:
            await connection.execute(text("ANALYZE"))
            await connection.commit()


async def true(db: AsyncConnection, random: Random) -> bool:
    """Tell whether ranks, ties and the top are what the rows say."""
    for learner in random.sample(range(1, PLAYERS + 1), CHECKED):
        mine = await boards.own(db, GUILD, PERIOD, "points", learner)
        assert mine is not None
        alike = await how_many(db, standing.c.points == mine.row.points)
        if await rank(db, learner) != (await counted(db, learner), alike):
            return False
    c = standing.c
    rows = await db.execute(select(c.points, c.learner_id).order_by(c.points.desc(), c.learner_id.desc()).limit(10))
    return await top(db, 0) == list(map(tuple, rows))


async def compare(store: Store, random: Random) -> dict[str, Any]:
    """Measure one database, the calls by turns."""
    ranks, tops, times = [], [], []
    async with store.reading() as db:
        right = await true(db, random)
        for _ in range(ROUNDS):
            learners = random.sample(range(1, PLAYERS + 1), CALLS)
            ours = await spent(db, rank, learners)
            theirs = await spent(db, counted, learners)
            first = await spent(db, top, learners)
            ranks.append(ours / theirs)
            tops.append(first / theirs)
            times.append((ours, first, theirs))
    columns = zip(("rank", "top", "count"), zip(*times, strict=True), strict=True)
    shown = {name: round(1000 * median(column) / CALLS, 3) for name, column in columns}
    return {
        "rank": median(ranks),
        "top": median(tops),
        "equal": right,
        "ms": shown,
    }


async def measured() -> dict[str, Any]:
    """Measure every database there is."""
    random = Random(20261130)
    async with databases() as stores:
        found = {name: await compare(store, random) for name, store in stores.items()}
    ratios = {f"count, {name}, {what}": each[what] for name, each in found.items() for what in ("rank", "top")}
    held = all(ratio <= LIMIT for ratio in ratios.values()) and all(each["equal"] for each in found.values())
    kinds = {name: {"equal": each["equal"], "ms": each["ms"]} for name, each in found.items()}
    return {"ratios": ratios, "goal": GOAL, "held": held, "players": PLAYERS, "databases": kinds}


def measure() -> dict[str, Any]:
    """Measure rank and top ten against a plain count."""
    return asyncio.run(measured())
