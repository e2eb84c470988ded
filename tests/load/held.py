"""`python -m tests.load.held`: how long the heaviest use cases hold the loop at a stretch, in processor time.

What was played once is multiplied in the database: a class of 500, a learner of thousands of answers, a raid of 30 with
50 answers each, a board of 5,000. It is the time of the loop's own thread, so that another's work does not count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any, Final, cast

from sqlalchemy import Table, func, select

from bot.play import Play
from bot.play.board.board import View
from bot.play.scene import Learner, Place
from bot.store.store import Store
from bot.store.tables import answer, battle, learner, question, standing, unscored
from bot.workshop.workshop import Workshop
from tests.databases import opened, sqlite_url
from tests.play.raiding import BANK, camp
from tests.play.stage import QuietWorkshop, clock, right, send

CLASS, LIVES, RAIDERS, BLOWS, BOARD = 500, 700, 30, 50, 5_000
GUILD: Final = 5
PROMISED: Final = 20.0  # ms


@contextmanager
def heeding() -> Iterator[list[float]]:
    """Give a list of how long each callback of the loop held it, in ms of its thread's processor time."""
    held: list[float] = []
    run = asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begun = thread_time()
        run(handle)
        held.append(1000 * (thread_time() - begun))

    asyncio.events.Handle._run = timed  # type: ignore[assignment, method-assign]
    try:
        yield held
    finally:
        asyncio.events.Handle._run = run  # type: ignore[method-assign]


async def copies(store: Store, table: Table, changes: Mapping[int, Mapping[str, Any]], **where: int) -> dict[int, int]:
    """Copy the rows of a table that are so, once for each change to them; return the ids of copies by those copied."""
    async with store.writing() as db:
        found = select(table).where(*(table.c[name] == value for name, value in where.items()))
        rows = [dict(row) for row in (await db.execute(found)).mappings()]
        first = ((await db.execute(select(func.max(table.c.id)))).scalar_one() or 0) + 1
        made = [{**row, **change, "id": first + n} for n, row in enumerate(rows) for change in (changes[row["id"]],)]
        if made:
            await db.execute(table.insert(), made)
    return {row["id"]: copy["id"] for row, copy in zip(rows, made, strict=True)}


async def multiply(store: Store, home: str, id: int, number: int, *, who: int | None = None, of: int = 0) -> None:
    """Copy what was asked and answered in a game, for another learner and game, or on with later turns."""
    async with store.reading() as db:
        mine = select(question.c.id, question.c.turn).where(question.c[home] == id, question.c.turn < 1000)
        turns = {row.id: row.turn for row in await db.execute(mine)}
        given = [row.id for row in await db.execute(select(answer.c.id).where(answer.c.question_id.in_(turns)))]
    whose: dict[str, Any] = {} if who is None else {"learner_id": who}
    asked: dict[int, int] = {}
    for each, turn in turns.items():
        change = {"turn": turn + 1000 * number, **whose, **({home: of} if of else {})}
        asked |= await copies(store, question, {each: change}, id=each)
    async with store.reading() as db:
        rows = await db.execute(select(answer.c.id, answer.c.question_id).where(answer.c.id.in_(given)))
        to = {row.id: {"question_id": asked[row.question_id], "interaction": None, **whose} for row in rows}
    for each, change in to.items():
        await copies(store, answer, {each: change}, id=each)


async def fought(play: Play, who: Learner) -> int:
    """Break a wall and return its battle."""
    scene = await play.fight(await play.meet(who.id, name=who.name), place=Place(GUILD, 50))
    while scene.awaits == "answer":
        scene = await send(play, scene, right(scene.asked))
    assert scene.battle is not None
    return scene.battle.id


async def measure(folder: Path) -> dict[str, tuple[float, float]]:
    """Return the longest hold and the sum of all, by what was done."""
    found: dict[str, tuple[float, float]] = {}

    async def heed(name: str, work: Callable[[], Awaitable[Any]]) -> None:
        await work()  # what is made once is made then
        with heeding() as held:
            await work()
        found[name] = max(held), sum(held)

    async with opened(sqlite_url(folder)) as store:
        play = Play(store, BANK, cast(Workshop, QuietWorkshop()), clock=clock(), secrets=Random(7).getrandbits)
        first = await fought(play, Learner(1, "en", "n1"))
        async with store.writing() as db:
            people = [
                {"id": n, "name": f"n{n}", "text_only": False, "met": play.house.clock()} for n in range(2, BOARD)
            ]
            await db.execute(learner.insert(), people)
            rows = [
                {"guild": GUILD, "learner_id": n, "period": "all", "days": 1, "points": n % 997}
                for n in range(2, BOARD)
            ]
            await db.execute(standing.insert(), [{**row, "right": 1, "tried": 1, "walls": 0} for row in rows])
        for number, who in enumerate([*range(2, CLASS + 1), *[1] * LIVES], 1):
            made = await copies(store, battle, {first: {"learner_id": who}}, id=first)
            await multiply(store, "battle_id", first, number, who=who, of=made[first])
        async with store.writing() as db:
            await db.execute(unscored.delete())
        cohort = await play.desk.cohort("server", GUILD, GUILD)
        await heed(f"class list of {CLASS}", lambda: play.desk.class_list(cohort))
        await heed(f"overview of {CLASS}", lambda: play.desk.overview(cohort))
        async with store.reading() as db:
            total = (await db.execute(select(func.count()).where(answer.c.learner_id == 1))).scalar_one()
        await heed(f"review made again of {total} answers", lambda: play.reviews.remember(1))
        await heed(f"a board of {BOARD}, the middle", lambda: play.boards.look(GUILD, 500, View(start=BOARD // 2)))
        here = camp(store)
        raid, raiders = await here.gathered(RAIDERS)
        for each in raiders:
            await here.strike(raid, each, rightly=each.id % 2 == 0)
        for number in range(1, BLOWS):
            await multiply(store, "raid_id", raid.id, number)
        await heed(f"a raid of {RAIDERS} with {BLOWS} answers each", lambda: here.play.raids.find(raid.id))
    return found


def main() -> int:
    """Print what was found; exit 1 if anything holds the loop for longer than is promised."""
    with tempfile.TemporaryDirectory(prefix="held-") as folder:
        found = asyncio.run(measure(Path(folder)))
    for name, (longest, total) in found.items():
        print(f"{name}: at most {longest:.1f} ms at a stretch, {total:.0f} ms in all")
    return int(any(longest > PROMISED for longest, _ in found.values()))


if __name__ == "__main__":
    sys.exit(main())
