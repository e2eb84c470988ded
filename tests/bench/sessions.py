"""What an answer costs while ten thousand battles are open, against a store that holds only those being answered."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench._served import field_of, served
from tests.standin.nursery import Nursery

ROUNDS, ANSWERS, MANY, ABREAST = 5, 200, 10_000, 20
GOAL = f"≤ 1.05 of the cost with {ANSWERS} open battles, when {MANY} are"


async def rounds(folder: Path) -> dict[str, Any]:
    """Answer the same battles in turn in both stores; the first round warms up."""
    battles, few_costs, many_costs = range(1, ANSWERS + 1), [], []
    with Nursery(folder / "bots.log") as nursery:
        async with (
            field_of(ANSWERS) as few,
            field_of(MANY) as many,
            served(nursery, "bot", few.settings) as with_few,
            served(nursery, "bot", many.settings) as with_many,
        ):
            for turn in range(ROUNDS + 1):
                for field, bot, into in ((few, with_few, few_costs), (many, with_many, many_costs)):
                    await bot.open(battles, turn, ABREAST)
                    sheets = await field.sheets(battles, right=turn % 2 == 1)
                    await field.scored()  # after which there is none for some seconds
                    into.append((await bot.send(sheets, ABREAST))[1])
    ratio = median(much / little for much, little in zip(many_costs[1:], few_costs[1:], strict=True))
    milliseconds = {"many": median(many_costs[1:]), "few": median(few_costs[1:])}
    return {"ratios": {"few_sessions": ratio}, "goal": GOAL, "held": ratio <= 1.05, "milliseconds": milliseconds}


def measure() -> dict[str, Any]:
    """Measure five rounds of each in turn, in CPU time."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(rounds(Path(folder)))
