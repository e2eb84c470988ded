"""The CPU of one answer, from the sheet to the verdict, against a bare discord.py bot that says the text back.

Both are real processes on a stand-in for Discord, over real sockets. An answer is read, judged and kept before it is
acknowledged by one call. The next question is put when its sheet is opened, before the clock runs; the wall's public
message is redrawn after the acknowledgement, and reported apart. So is taking the answers into the boards, which comes
seconds later, together with all that a bot does by the clock in the meantime.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench._served import Field, Served, cpu, field_of, served
from tests.standin.nursery import Nursery

ROUNDS, ANSWERS, ABREAST = 5, 400, 50  # answers a round, of which so many are on their way at a time
REDRAWN = 100  # battles that have a message to be redrawn
GOAL = "≤ 1.15 of discord_echo, every answer kept before its one acknowledgement"


async def answered(field: Field, bot: Served, battles: range, turn: int) -> tuple[float, bool]:
    """Answer every battle once; return the CPU of one answer, and whether each was kept and acknowledged once."""
    await bot.open(battles, turn, ABREAST)
    sent, cost = await bot.send(await field.sheets(battles, right=turn % 2 == 1), ABREAST)
    once = all(len(each.messages) == 1 and "ge1:why" in " ".join(each.touches) for each in sent)
    return cost, once and await field.kept(sent) == len(battles)


async def said_back(echo: Served, sheets: Sequence[tuple[int, str, str]]) -> float:
    """Send the same sheets to the floor, each opened before; return the CPU of one that it said back."""
    await echo.prepare(sheets, ABREAST)
    sent, cost = await echo.send(sheets, ABREAST)
    if not all(len(each.messages) == 1 for each in sent):
        raise AssertionError("the floor did not say everything back")
    return cost


async def taken_in(field: Field, bot: Served) -> float:
    """Wait until the boards have taken in a round; return the milliseconds of CPU for each answer of it."""
    before = cpu(bot.pid)
    await field.scored()
    return (cpu(bot.pid) - before) / 1e6 / (REDRAWN + ANSWERS)


async def rounds(folder: Path) -> dict[str, Any]:
    """Run both bots in turn; the first round warms them up."""
    redrawn, plain = range(1, REDRAWN + 1), range(REDRAWN + 1, REDRAWN + ANSWERS + 1)
    costs, floors, redraws, scorings, sound = [], [], [], [], True
    with Nursery(folder / "bots.log") as nursery:
        async with (
            field_of(REDRAWN + ANSWERS, public=REDRAWN) as field,
            served(nursery, "bot", field.settings) as bot,
            served(nursery, "echo", field.settings) as echo,
        ):
            for turn in range(ROUNDS + 1):
                sheets = await field.sheets(plain, right=turn % 2 == 1)
                floors.append(await said_back(echo, sheets))
                for battles, into in ((plain, costs), (redrawn, redraws)):
                    cost, held = await answered(field, bot, battles, turn)
                    into.append(cost)
                    sound = sound and held
                scorings.append(await taken_in(field, bot))
    ratio = median(ours / theirs for ours, theirs in zip(costs[1:], floors[1:], strict=True))
    return {
        "ratios": {"discord_echo": ratio},
        "goal": GOAL,
        "held": sound and ratio <= 1.15,
        "kept_and_acknowledged_once": sound,
        "milliseconds": {"ours": median(costs[1:]), "discord_echo": median(floors[1:])},
        "scoring_milliseconds": median(scorings[1:]),
        "redraw_milliseconds": median(redraws[1:]) - median(costs[1:]),
        "answers": ROUNDS * ANSWERS,
    }


def measure() -> dict[str, Any]:
    """Measure five rounds of each in turn, in CPU time."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(rounds(Path(folder)))
