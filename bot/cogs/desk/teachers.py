"""Who may use a teacher's desk: bearers of the role the server chose, and whoever may manage the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import discord

from bot.cogs.desk.desk_words import said
from bot.cogs.frame.audience import Audience, Handler
from bot.cogs.frame.screen import Screen, Text
from bot.play.desk.classes import Choices

Guarded = Callable[[Audience, Choices], Awaitable[None]]


def for_teachers(handler: Guarded) -> Handler:
    """Return a handler that lets teachers through, with what their server has chosen, and tells others no."""

    @wraps(handler)
    async def guarded(audience: Audience) -> None:
        choices = await choices_here(audience)
        if choices is None:
            await audience.reply.private(Screen((Text(said(audience.pen, "guard.server_only")),)))
        elif teaches(audience.interaction, choices):
            await handler(audience, choices)
        else:
            await audience.reply.private(Screen((Text(no(audience, choices)),)))

    return guarded


def for_managers(handler: Guarded) -> Handler:
    """Return a handler that lets those through who may manage the server, and tells others no."""

    @wraps(handler)
    async def guarded(audience: Audience) -> None:
        choices = await choices_here(audience)
        if choices is None:
            await audience.reply.private(Screen((Text(said(audience.pen, "guard.server_only")),)))
        elif audience.interaction.permissions.manage_guild:
            await handler(audience, choices)
        else:
            await audience.reply.private(Screen((Text(said(audience.pen, "guard.not_manager")),)))

    return guarded


async def choices_here(audience: Audience) -> Choices | None:
    """Return what the server has chosen; None outside one, or in one that has not taken the bot in."""
    interaction = audience.interaction
    if interaction.guild_id is None or not isinstance(interaction.user, discord.Member):
        return None
    if interaction.is_user_integration() and not interaction.is_guild_integration():
        return None
    return await audience.host.play.desk.choices(interaction.guild_id)


def teaches(interaction: discord.Interaction[Any], choices: Choices) -> bool:
    """Whether whoever touched something may use the desk."""
    if interaction.permissions.manage_guild:
        return True
    user = interaction.user
    return (
        choices.teachers is not None
        and isinstance(user, discord.Member)
        and user.get_role(choices.teachers) is not None
    )


def no(audience: Audience, choices: Choices) -> str:
    """Return who may use the desk."""
    pen = audience.pen
    teachers = said(pen, "guard.managers") if choices.teachers is None else f"<@&{choices.teachers}>"
    return said(pen, "guard.not_teacher", teachers=teachers)
