"""Discord with two guilds of different shards, a real process for each, and a look at the database they share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import exists, select, update

from bot.cogs.frame.ids import Touch
from bot.play import Play
from bot.play.scene import Learner
from bot.play.study.study import Study
from bot.store.tables import study_round, unscored
from tests.discord.acting import right
from tests.standin.interaction import Interaction
from tests.standin.nursery import Nursery
from tests.standin.payloads import CHANNEL, FAR_CHANNEL, FAR_GUILD, GUILD
from tests.standin.server import Standin

PATIENCE = 30.0  # seconds in which anything happens that is going to
LOOK = 0.1  # seconds between two looks
LONG = 600  # seconds of a round: nobody here waits for its end


@dataclass(frozen=True)
class Part:
    """What one process serves: its shards, the guild that is of them, a channel there, and the token it comes with."""

    shards: str
    guild: int
    channel: int
    token: str


NEAR, FAR = Part("0-3/16", GUILD, CHANNEL, "near"), Part("4-7/16", FAR_GUILD, FAR_CHANNEL, "far")


@dataclass
class Street:
    """What is done in it, and what is seen."""

    discord: Standin
    nursery: Nursery
    play: Play  # on the same database, and in no process that serves anyone
    settings: dict[str, str]
    pids: dict[Part, int] = field(default_factory=dict)

    async def start(self, *parts: Part) -> None:
        """Start a process for each part, as `gauss-elder run --shards` does, and wait until its guild is heard."""
        for part in parts:
            settings = {**self.settings, "GAUSS_SHARDS": part.shards, "DISCORD_TOKEN": part.token}
            self.pids[part] = self.nursery.start("bot", self.discord.port, settings)
        await until(self._all_hear)

    async def kill(self, part: Part) -> None:
        """Kill a process as a power cut would."""
        self.nursery.kill(self.pids.pop(part))
        await until(self._none_hears_for_the_dead)

    async def give(self, part: Part, learner: int, path: str, **options: Any) -> Interaction:
        """Give a command in a part, and see it answered."""
        return await seen(self.discord.command(learner, path, where=part.channel, **options))

    async def press(self, part: Part, learner: int, touch: Touch) -> Interaction:
        """Press a button in a part, and see it answered."""
        return await seen(self.discord.press(learner, str(touch), where=part.channel))

    async def session(self, part: Part, host: int) -> Study:
        """Open and begin a session whose rounds have a clock."""
        await self.give(part, host, "study start", about="dial", rounds=2, pace="timed", seconds=LONG)
        study = await self.play.studies.open_in(part.channel)
        assert study is not None
        await self.press(part, host, Touch("studystart", (study.id,)))
        await until(lambda: self._clock_runs(study))
        return study

    async def board(self, part: Part, teacher: int) -> Interaction:
        """Put up a part's board, and wait until it is remembered where, and what it shows."""
        board = await self.give(part, teacher, "elder board", public=True)
        await until(lambda: self._is_posted(part))
        return board

    async def end_round(self, study: Study) -> None:
        """Have the time of a session's first round be up now, and wait until that is shown."""
        now = (await self.play.studies.standing(study.id)).round
        assert now is not None
        over = self.play.house.clock() - timedelta(seconds=1)
        async with self.play.house.store.writing() as db:
            await db.execute(update(study_round).where(study_round.c.id == now.id).values(deadline=over))
        await until(lambda: self._is_closed(study))

    async def renewed(self, shown: Interaction) -> None:
        """Wait until the message that was an answer was edited."""
        await until(lambda: self._is_edited(shown))

    async def strike(self, part: Part, learner: int) -> None:
        """Answer rightly at a learner's wall, though nobody serves the guild it stands in; the boards take it in.

        Whoever came back while another process is at that would see the board as it was, and look again much later.
        """
        who = Learner(learner, "en", "")
        battle = await self.play.open_battle(who, part.guild)
        assert battle is not None
        assert battle.asked is not None
        await self.play.answer(battle.id, battle.asked.turn, battle.asked.attempt, who, right(battle.asked))
        await until(self._all_is_scored)

    def closings(self, study: Study) -> list[str]:
        """Return with which token it was shown that a session's first round is closed, each time it was."""
        sign = str(Touch("studynext", (study.id, 1, "closed")))
        return [call.by for call in self.discord.calls if call.method == "PATCH" and sign in str(call.body)]

    def edits(self, shown: Interaction) -> list[str]:
        """Return with which token the message that was an answer was edited, each time it was."""
        ending = f"/messages/{shown.original}"
        return [call.by for call in self.discord.calls if call.method == "PATCH" and call.path.endswith(ending)]

    def writers(self, part: Part) -> set[str]:
        """Return the tokens with which anything was read or written in a part's channel."""
        return {call.by for call in self.discord.calls if call.path.startswith(f"/channels/{part.channel}/")}

    async def _all_hear(self) -> bool:
        return all(self.discord.gateway.listening(part.guild) for part in self.pids)

    async def _none_hears_for_the_dead(self) -> bool:
        return not any(self.discord.gateway.listening(part.guild) for part in (NEAR, FAR) if part not in self.pids)

    async def _clock_runs(self, study: Study) -> bool:
        now = (await self.play.studies.standing(study.id)).round
        return now is not None and now.deadline is not None

    async def _is_closed(self, study: Study) -> bool:
        return bool(self.closings(study))

    async def _is_posted(self, part: Part) -> bool:
        return part.guild in await self.play.boards.posted() and await self.play.boards.shows(part.guild) is not None

    async def _all_is_scored(self) -> bool:
        async with self.play.house.store.reading() as db:
            return not (await db.execute(select(exists(unscored.select())))).scalar_one()

    async def _is_edited(self, shown: Interaction) -> bool:
        return bool(self.edits(shown))


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # noqa: ASYNC110 - it happens in other processes
            await asyncio.sleep(LOOK)


async def seen(sent: Interaction) -> Interaction:
    """Wait until something was answered."""
    await asyncio.wait_for(sent.seen.wait(), PATIENCE)
    return sent
