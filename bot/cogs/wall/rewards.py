"""The role a server may give to whoever breaks the wall: chosen with care, given at the victory, never in its way."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Button, Screen, Text, row
from bot.cogs.frame.words import named
from bot.play.scene import Say

REWARD: Final = "command.elder.reward"
CHOOSER_NEEDS: Final = ("manage_guild", "manage_roles")
FAILURES: Final = (discord.DiscordException, OSError)
UNKNOWN_MEMBER: Final = 10007  # Discord's code: they have left

log = logging.getLogger(__name__)


class RewardCommands(commands.Cog):
    """The command by which a server chooses its role; part of the group that takes it in."""

    _host: Host

    @app_commands.command(name=named(f"{REWARD}.name"), description=named(f"{REWARD}.description"))
    @app_commands.rename(role=named(f"{REWARD}.option.name"))
    @app_commands.describe(role=named(f"{REWARD}.option.description"))
    async def reward(self, interaction: discord.Interaction[Any], role: discord.Role | None = None) -> None:
        """Choose the role; without one, show which is given."""
        handler = show if role is None else partial(choose, role=role)
        await hold(self._host, interaction, "private", handler)


async def choose(audience: Audience, role: discord.Role) -> None:
    """Remember a server's role, or say what stands against it."""
    guild = await guild_of(audience, role)
    if guild is not None:
        await audience.host.play.reward(guild, role.id)
        await audience.reply.private(rewarding(audience.pen, "chosen", role.id))


async def show(audience: Audience) -> None:
    """Show which role is given, changing nothing."""
    guild = await guild_of(audience)
    if guild is not None:
        role = await audience.host.play.reward_of(guild)
        await audience.reply.private(rewarding(audience.pen, "unset" if role is None else "set", role))


async def switch_off(audience: Audience) -> None:
    """Give no role from now on."""
    guild = await guild_of(audience)
    if guild is not None:
        await audience.host.play.reward(guild, None)
        await audience.reply.update(rewarding(audience.pen, "none", None))


async def guild_of(audience: Audience, role: discord.Role | None = None) -> int | None:
    """Return the server whose reward may be touched here, and with that role; say what stands against it, else."""
    pen, guild = audience.pen, audience.interaction.guild_id
    against = objection(pen, audience.interaction, role)
    if against is None and guild is not None:
        return guild
    no = against or pen.word("reward.server_only")
    await audience.reply.private(Screen((Text(no), *row(pen.button("court", "court")))))
    return None


def rewarding(pen: Pen, key: str, role: int | None) -> Screen:
    """Return what is given, with the ways to give none and to all a server has chosen."""
    off = pen.button("reward_off", "rewardoff", style="grave") if role is not None else None
    settings = Button(pen.voice.say(Say("desk", "button.settings"), pen.language), Touch("deskchoices"))
    said = pen.word(f"reward.{key}", role="" if role is None else f"<@&{role}>")
    return Screen((Text(said), *row(settings, off)))


def objection(pen: Pen, interaction: discord.Interaction[Any], role: discord.Role | None) -> str | None:
    """Return what stands against a choice, in words: who asks, what the role is, what the bot may do; None if nothing.

    A group's subcommand cannot be hidden from those without a permission, so it is asked for here; and whoever could
    not give the role themselves must not have the bot give it.
    """
    guild, user = interaction.guild, interaction.user
    if guild is None or guild.me is None or not isinstance(user, discord.Member):
        return pen.word("reward.server_only")
    if lacking := [name for name in CHOOSER_NEEDS if not getattr(interaction.permissions, name)]:
        return pen.word("reward.you_lack", permissions=permissions(pen, lacking))
    if role is None:
        return None
    if role.is_default() or role.managed:
        return pen.word("reward.unassignable", role=role.mention)
    if not interaction.app_permissions.manage_roles:
        return pen.word("reward.i_lack", permissions=permissions(pen, ["manage_roles"]))
    if role >= guild.me.top_role:
        return pen.word("reward.above_me", role=role.mention)
    if role >= user.top_role and guild.owner_id != user.id:
        return pen.word("reward.above_you", role=role.mention)
    return None


def permissions(pen: Pen, names: list[str]) -> str:
    """Return permissions by the names Discord shows."""
    return pen.word("error.between").join(pen.word(f"permission.{name}") for name in names)


async def grant(audience: Audience) -> None:
    """Give the learner this server's role, if it has one and they have it not; a failure is logged and no more."""
    interaction, user = audience.interaction, audience.interaction.user
    if interaction.guild_id is None or not isinstance(user, discord.Member):
        return
    role = await audience.host.play.reward_of(interaction.guild_id)
    if role is None or user.get_role(role) is not None:
        return
    try:
        await user.add_roles(discord.Object(role), reason=audience.pen.word("reward.reason"))
    except FAILURES as failure:
        log.warning("guild %s: its role could not be given: %s", interaction.guild_id, failure)
        if isinstance(failure, discord.NotFound) and failure.code == UNKNOWN_MEMBER:
            await audience.host.play.boards.left(interaction.guild_id, user.id)
