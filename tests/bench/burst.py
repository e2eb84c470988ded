"""A thousand sheets sent in at once: how late the last is acknowledged, and whether any is lost or counted twice."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench._served import WAIT, Field, Served, field_of, served
from tests.standin.interaction import DEADLINE, Interaction
from tests.standin.nursery import Nursery

SUBMITS, WARMING = 1000, 50
LIMIT = 1.4
GOAL = (
    f"of {SUBMITS} at once none acknowledged after {DEADLINE:g} s, none lost or doubled; the last ≤ {LIMIT} of theirs"
)


async def burst(bot: Served, sheets: Sequence[tuple[int, str, str]]) -> list[Interaction]:
    """Send all in at once, and wait for what becomes of them."""
    sent = [bot.discord.submit(*sheet) for sheet in sheets]
    await asyncio.wait([asyncio.ensure_future(each.settled.wait()) for each in sent], timeout=WAIT)
    await bot.idle()
    return sent


def last(sent: Sequence[Interaction]) -> float:
    """Return how long the last acknowledged one waited."""
    return max((each.answered - each.sent for each in sent if each.answered is not None), default=0.0)


async def bursts(folder: Path) -> dict[str, Any]:
    """Warm both bots up, then let each have its burst."""
    warming, all_of = range(1, WARMING + 1), range(WARMING + 1, WARMING + SUBMITS + 1)
    with Nursery(folder / "bots.log") as nursery:
        async with (
            field_of(WARMING + SUBMITS) as field,
            served(nursery, "bot", field.settings) as bot,
            served(nursery, "echo", field.settings) as echo,
        ):
            warm = await field.sheets(warming, right=False)
            await echo.prepare(warm, WARMING)
            for each in (bot, echo):
                await each.send(warm, 10)
            sheets = await field.sheets(all_of, right=True)
            await echo.prepare(sheets, WARMING)
            theirs, ours = await burst(echo, sheets), await burst(bot, sheets)
            return await report(field, ours, theirs)


async def report(field: Field, ours: Sequence[Interaction], theirs: Sequence[Interaction]) -> dict[str, Any]:
    """Return how it went."""
    told = [each for each in ours if each.seen.is_set()]
    found = {
        "late": sum(each.answered is None for each in ours),
        "lost": len(told) - await field.kept(told),
        "doubled": sum(len(each.messages) > 1 for each in ours),
        "put_off": sum(each.kind != 4 for each in ours),
    }
    ratio = last(ours) / last(theirs)
    return {
        "ratios": {"discord_echo": ratio},
        "goal": GOAL,
        "held": ratio <= LIMIT and not (found["late"] or found["lost"] or found["doubled"]),
        **found,
        "last_seconds": {"ours": last(ours), "discord_echo": last(theirs)},
        "discord_echo_late": sum(each.answered is None for each in theirs),
    }


def measure() -> dict[str, Any]:
    """Measure one burst of each."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(bursts(Path(folder)))
