"""Touches of an appeal: made by a learner, decided by a teacher, and told to all it concerns when they come by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.cogs.desk.render_appeal import appeal_screen, appealed
from bot.cogs.desk.teachers import for_teachers
from bot.cogs.frame.audience import Audience
from bot.cogs.frame.placards import YOUNG, Placards
from bot.cogs.frame.router import Route
from bot.cogs.wall.wall_placard import SORT as WALL
from bot.play.desk.classes import Choices, Decision

SHOWN: Final = ("raid",)  # sorts of placards that a decision moves, beside the walls


class Appeals:
    """The touches of appeals."""

    def __init__(self, placards: Placards) -> None:
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("appeal", "private", appeal),
            Route("deskappeals", "update", for_teachers(turn)),
            Route("deskaccept", "update", for_teachers(self.accept)),
            Route("deskdecline", "update", for_teachers(self.decline)),
        )

    async def accept(self, audience: Audience, choices: Choices) -> None:
        """Let an answer hold, and show what that moved."""
        await self._decide(audience, choices, accept=True)

    async def decline(self, audience: Audience, choices: Choices) -> None:
        """Let a verdict stand."""
        await self._decide(audience, choices, accept=False)

    async def _decide(self, audience: Audience, choices: Choices, *, accept: bool) -> None:
        desk, id = audience.host.play.desk, audience.number(0)
        decision = await desk.decide(audience.learner, id, choices.guild, accept=accept)
        following = await desk.appeals(choices.guild, id)
        await audience.reply.update(appeal_screen(audience.pen, following, decision))
        await self._show(audience, decision)

    async def _show(self, audience: Audience, decision: Decision) -> None:
        """Show everyone the games that moved; an old wall that has ended is left where it lies."""
        for home in decision.homes:
            if home.kind in SHOWN or (home.kind == WALL and await is_current(audience, home.id)):
                await self._placards.renew(home.kind, home.id)


async def is_current(audience: Audience, battle_id: int) -> bool:
    """Whether a battle's message is still looked at: it stands, or it is young."""
    battle = await audience.host.play.battle(battle_id)
    if battle is None or battle.place.message is None:
        return False
    age = audience.host.clock() - discord.utils.snowflake_time(battle.place.message)
    return battle.ending is None or age <= YOUNG


async def appeal(audience: Audience) -> None:
    """Lay an answer before the teachers."""
    outcome = await audience.host.play.desk.appeal(audience.learner, audience.number(0))
    await audience.reply.private(appealed(audience.pen, outcome))


async def turn(audience: Audience, choices: Choices) -> None:
    """Show the next case."""
    case = await audience.host.play.desk.appeals(choices.guild, audience.number(0))
    await audience.reply.update(appeal_screen(audience.pen, case))


async def show(audience: Audience, choices: Choices) -> None:
    """Show the case that waits longest, in a message of its own."""
    case = await audience.host.play.desk.appeals(choices.guild)
    await audience.reply.private(appeal_screen(audience.pen, case))
