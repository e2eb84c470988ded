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

ROUNDS, PARTS, ANSWERS = 6, 4, 200  # a round has so many parts, each of so many answers: ours and theirs take turns
ABREAST, OTHERWISE = 50, (1, 200)  # answers that are on their way at a time, and once each in other numbers
REDRAWN = 100  # battles that have a message to be redrawn
GOAL = "≤ 1.15 of discord_echo, every answer kept before its one acknowledgement"


async def answered(field: Field, bot: Served, battles: range, turn: int, abreast: int = ABREAST) -> tuple[float, bool]:
    """Answer every battle once; return the CPU of one answer, and whether each was kept and acknowledged once."""
    sent, cost = await bot.send(await field.sheets(battles, right=turn % 2 == 1), abreast)
    once = all(len(each.messages) == 1 and "ge1:why" in " ".join(each.touches) for each in sent)
    return cost, once and await field.kept(sent) == len(battles)


async def said_back(echo: Served, sheets: Sequence[tuple[int, str, str]], abreast: int = ABREAST) -> float:
    """Send sheets that were opened before to the floor; return the CPU of one that it said back."""
    sent, cost = await echo.send(sheets, abreast)
    if not all(len(each.messages) == 1 for each in sent):
        raise AssertionError("the floor did not say everything back")
    return cost


async def taken_in(field: Field, bot: Served, answers: int) -> float:
    """Wait until the boards have taken in so many answers; return the milliseconds of CPU for each of them."""
    before = cpu(bot.pid)
    await field.scored()
    return (cpu(bot.pid) - before) / 1e6 / answers


async def opened(field: Field, bot: Served, echo: Served, battles: range, turn: int) -> list[tuple[int, str, str]]:
    """Have the sheets of a turn opened at both; return what is to be sent in on them."""
    await bot.open(battles, turn, ABREAST)
    sheets = await field.sheets(battles, right=turn % 2 == 1)
    await echo.prepare(sheets, ABREAST)
    return sheets


async def rounds(folder: Path) -> dict[str, Any]:
    """Run both bots in turn; the first round warms them up, and after the last come other loads."""
    redrawn, plain = range(1, REDRAWN + 1), range(REDRAWN + 1, REDRAWN + PARTS * ANSWERS + 1)
    parts = [plain[start : start + ANSWERS] for start in range(0, len(plain), ANSWERS)]
    costs, floors, redraws, scorings, sound = [], [], [], [], True
    with Nursery(folder / "bots.log") as nursery:
        async with (
            field_of(plain.stop - 1, public=REDRAWN) as field,
            served(nursery, "bot", field.settings) as bot,
            served(nursery, "echo", field.settings) as echo,
        ):
            for turn in range(ROUNDS + 1):
                await bot.open(redrawn, turn, ABREAST)
                sheets = await opened(field, bot, echo, plain, turn)
                cost, once = await answered(field, bot, redrawn, turn)
                redraws.append(cost)
                sound = sound and once
                await field.scored()  # after which there is none for some seconds
                for at, part in enumerate(parts):
                    floors.append(await said_back(echo, sheets[at * ANSWERS : (at + 1) * ANSWERS]))
                    cost, once = await answered(field, bot, part, turn)
                    costs.append(cost)
                    sound = sound and once
                scorings.append(await taken_in(field, bot, len(plain)))
            others = {}
            for turn, abreast in enumerate(OTHERWISE, ROUNDS + 1):
                sheets = await opened(field, bot, echo, parts[0], turn)
                await field.scored()
                floor = await said_back(echo, sheets, abreast)
                cost, once = await answered(field, bot, parts[0], turn, abreast)
                others[str(abreast)] = {"ours": cost, "discord_echo": floor}
                sound = sound and once
    return {
        **report(costs[PARTS:], floors[PARTS:], sound),
        "scoring_milliseconds": median(scorings[1:]),
        "redraw_milliseconds": median(redraws[1:]) - median(costs[PARTS:]),
        "milliseconds_when_abreast": others,
    }


def report(costs: Sequence[float], floors: Sequence[float], sound: bool) -> dict[str, Any]:
    """Return how what was found holds against the goal."""
    ratio = median(ours / theirs for ours, theirs in zip(costs, floors, strict=True))
    return {
        "ratios": {"discord_echo": ratio},
        "goal": GOAL,
        "held": sound and ratio <= 1.15,
        "kept_and_acknowledged_once": sound,
        "milliseconds": {"ours": median(costs), "discord_echo": median(floors)},
        "answers": ROUNDS * PARTS * ANSWERS,
        "abreast": ABREAST,
    }


def measure() -> dict[str, Any]:
    """Measure six rounds of each in turn, in CPU time."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(rounds(Path(folder)))
