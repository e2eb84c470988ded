"""Who may use a teacher's desk: bearers of the role the server chose, and whoever may manage the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

import discord

from bot.cogs.desk.desk_words import button, said
from bot.cogs.frame.audience import Audience, Handler
from bot.cogs.frame.pen import paragraphs
from bot.cogs.frame.screen import Screen, Text, row
from bot.play.desk.classes import Choices
from bot.play.desk.desk_refusals import DeskRefusalError, UnknownNameError

WAYS: Final = {"stats": "deskall", "work": "desklist", "settings": "deskchoices", "mine": "worklist"}
Guarded = Callable[[Audience, Choices], Awaitable[None]]


def for_teachers(handler: Guarded) -> Handler:
    """Return a handler that lets teachers through, with what their server has chosen, and tells others no."""

    @wraps(handler)
    async def guarded(audience: Audience) -> None:
        choices = await choices_here(audience)
        if choices is None:
            await audience.reply.private(barred(audience, said(audience.pen, "guard.server_only")))
        elif teaches(audience.interaction, choices):
            await led_back(audience, handler(audience, choices), "stats", "work", "settings")
        else:
            await audience.reply.private(barred(audience, no(audience, choices)))

    return guarded


def for_managers(handler: Guarded) -> Handler:
    """Return a handler that lets those through who may manage the server, and tells others no."""

    @wraps(handler)
    async def guarded(audience: Audience) -> None:
        choices = await choices_here(audience)
        if choices is None:
            await audience.reply.private(barred(audience, said(audience.pen, "guard.server_only")))
        elif audience.interaction.permissions.manage_guild:
            await led_back(audience, handler(audience, choices), "settings", "stats")
        else:
            await audience.reply.private(barred(audience, said(audience.pen, "guard.not_manager")))

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


async def led_back(audience: Audience, doing: Awaitable[None], *ways: str) -> None:
    """Let something be done; where the desk refuses it, say so, with the ways back to the desk."""
    try:
        await doing
    except DeskRefusalError as refusal:
        pen = audience.pen
        buttons = (button(pen, way, WAYS[way]) for way in ways)
        await audience.reply.private(
            Screen((*paragraphs(pen.line(refusal.say), meant(audience, refusal)), *row(*buttons)))
        )


def meant(audience: Audience, refusal: DeskRefusalError) -> str:
    """Return what a wrong name may have meant; nothing where none was wrong, or nothing is like it."""
    pen = audience.pen
    near = audience.host.play.desk.near(refusal.name, pen.language) if isinstance(refusal, UnknownNameError) else ()
    return said(pen, "guard.near", names=said(pen, "permit.between").join(near)) if near else ""


def for_learners(handler: Handler) -> Handler:
    """Return a handler whose refusals are told with the way back to the work that is set here."""

    @wraps(handler)
    async def guided(audience: Audience) -> None:
        await led_back(audience, handler(audience), "mine")

    return guided


def barred(audience: Audience, no: str) -> Screen:
    """Return a no, and all the ways that are open."""
    return Screen((Text(no), *row(audience.pen.button("court", "court"))))


def no(audience: Audience, choices: Choices) -> str:
    """Return who may use the desk."""
    pen = audience.pen
    teachers = said(pen, "guard.managers") if choices.teachers is None else f"<@&{choices.teachers}>"
    return said(pen, "guard.not_teacher", teachers=teachers)
