"""/wall: fight, status, abandon, raid."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.frame.audience import hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.words import named
from bot.cogs.raid.raids import Raids, told
from bot.cogs.wall.battles import TIERS, Battles
from bot.play.scene import Tier

FIGHT: Final = "command.wall.fight"
RAID: Final = "command.wall.raid"


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class WallCog(
    commands.GroupCog, group_name=named("command.wall.name"), group_description=named("command.wall.description")
):
    """The wall's commands."""

    def __init__(self, host: Host, battles: Battles, raids: Raids) -> None:
        self._host = host
        self._battles = battles
        self._raids = raids

    @app_commands.command(name=named(f"{FIGHT}.name"), description=named(f"{FIGHT}.description"))
    @app_commands.rename(tier=named(f"{FIGHT}.option.name"))
    @app_commands.describe(tier=named(f"{FIGHT}.option.description"))
    @app_commands.choices(tier=[Choice(name=named(f"tier.{tier}"), value=tier) for tier in TIERS])
    async def fight(self, interaction: discord.Interaction[Any], tier: Tier = "adept") -> None:
        """Face the wall, or be led back to the one that stands."""
        await hold(self._host, interaction, "public", partial(self._battles.face, tier=tier))

    @app_commands.command(name=named("command.wall.status.name"), description=named("command.wall.status.description"))
    async def status(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the wall here."""
        await hold(self._host, interaction, "public", self._battles.call)

    @app_commands.command(
        name=named("command.wall.abandon.name"), description=named("command.wall.abandon.description")
    )
    async def abandon(self, interaction: discord.Interaction[Any]) -> None:
        """Leave the wall, once that is confirmed."""
        await hold(self._host, interaction, "private", self._battles.turn_away)

    @app_commands.command(name=named(f"{RAID}.name"), description=named(f"{RAID}.description"))
    @app_commands.rename(tier=named(f"{RAID}.option.name"))
    @app_commands.describe(tier=named(f"{RAID}.option.description"))
    @app_commands.choices(tier=[Choice(name=named(f"tier.{tier}"), value=tier) for tier in TIERS])
    async def raid(self, interaction: discord.Interaction[Any], tier: Tier = "adept") -> None:
        """Call everyone here to one shared wall, or be led to the one that stands."""
        await hold(self._host, interaction, "public", told(partial(self._raids.raise_one, tier=tier)))
