"""Touches of a server's settings: one screen that says how each is now, and a look round before a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cogs.desk.desk_words import said
from bot.cogs.desk.render_settings import FOLLOW, Findings, check_screen, naming_modal, settings_screen
from bot.cogs.desk.teachers import for_managers, for_teachers
from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.wall.battles import TIERS
from bot.cogs.wall.rewards import objection
from bot.play.desk.classes import Choices
from quizbank.lines import LANGUAGES

HERE: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "attach_files",
    "create_events",
)


class Settings:
    """The touches of settings."""

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("desksettings", "update", for_managers(turn)),
            Route("deskteachers", "update", for_managers(choose_teachers)),
            Route("deskrole", "update", for_managers(choose_role)),
            Route("desklanguage", "update", for_managers(choose_language)),
            Route("deskchannels", "update", for_managers(choose_channels)),
            Route("desktiers", "update", for_managers(choose_tiers)),
            Route("desknamed", "update", for_managers(choose_named)),
            Route("deskzone", "private", for_managers(ask_zone)),
            Route("deskzoned", "update", for_managers(choose_zone)),
            Route("deskseason", "private", for_managers(ask_season)),
            Route("deskseasoned", "update", for_managers(begin_season)),
            Route("deskcheck", "private", for_teachers(check)),
        )


async def show(audience: Audience, choices: Choices) -> None:
    """Show the settings, in a message of its own."""
    await audience.reply.private(settings_screen(audience.pen, choices))


async def turn(audience: Audience, choices: Choices) -> None:
    """Show the settings as they are now."""
    await audience.reply.update(settings_screen(audience.pen, choices))


async def choose_teachers(audience: Audience, choices: Choices) -> None:
    """Let the bearers of a role teach; without one, whoever may manage the server."""
    role = picked_role(audience)
    if role is not None and role.is_default():
        await again(audience, choices, said(audience.pen, "settings.everyone"))
        return
    await keep(audience, choices, teachers=None if role is None else role.id)


async def choose_role(audience: Audience, choices: Choices) -> None:
    """Give a role to whoever breaks the wall, if nothing stands against it."""
    role = picked_role(audience)
    against = objection(audience.pen, audience.interaction, role)
    if against is not None:
        await again(audience, choices, against)
        return
    await keep(audience, choices, role=None if role is None else role.id)


async def choose_language(audience: Audience, choices: Choices) -> None:
    """Choose the language of public messages, or that of whoever begins one."""
    if audience.picked not in (*LANGUAGES, FOLLOW):
        raise OlderError(str(audience.touch))
    await keep(audience, choices, language=None if audience.picked == FOLLOW else audience.picked)


async def choose_channels(audience: Audience, choices: Choices) -> None:
    """Choose where games may be begun; none for everywhere."""
    await keep(audience, choices, channels=tuple(map(audience.id_of, audience.picks)) or None)


async def choose_tiers(audience: Audience, choices: Choices) -> None:
    """Choose which tiers may be fought; none for all of them."""
    tiers = tuple(tier for tier in TIERS if tier in audience.picks)
    await keep(audience, choices, tiers=None if len(tiers) == len(TIERS) else tiers or None)


async def choose_named(audience: Audience, choices: Choices) -> None:
    """Choose whether games show names."""
    await keep(audience, choices, named=bool(audience.number(0)))


async def ask_zone(audience: Audience, choices: Choices) -> None:
    """Open the sheet for the time zone."""
    await open_sheet(audience, choices, "zone", "deskzoned")


async def choose_zone(audience: Audience, choices: Choices) -> None:
    """Choose by which clock the server lives."""
    await audience.host.play.desk.choose_zone(choices.guild, audience.written)
    await again(audience, choices, said(audience.pen, "settings.saved"))


async def ask_season(audience: Audience, choices: Choices) -> None:
    """Open the sheet for a season's name."""
    await open_sheet(audience, choices, "season", "deskseasoned")


async def begin_season(audience: Audience, choices: Choices) -> None:
    """Begin a season now."""
    await audience.host.play.desk.begin_season(choices.guild, audience.written)
    await again(audience, choices, said(audience.pen, "settings.saved"))


async def open_sheet(audience: Audience, choices: Choices, what: str, kind: str) -> None:
    """Open the sheet for a name; its custom_id is new at each opening."""
    touch = Touch(kind, (audience.interaction.id,))
    await audience.reply.modal(
        naming_modal(audience.pen, what, touch), otherwise=settings_screen(audience.pen, choices)
    )


async def keep(audience: Audience, choices: Choices, **chosen: Any) -> None:
    """Remember a choice, and show how all are now."""
    await audience.host.play.desk.choose(choices.guild, **chosen)
    await again(audience, choices, said(audience.pen, "settings.saved"))


async def again(audience: Audience, choices: Choices, note: str) -> None:
    """Show the settings as they are now, under a word on what was just done."""
    now = await audience.host.play.desk.choices(choices.guild)
    await audience.reply.update(settings_screen(audience.pen, now, note))


def picked_role(audience: Audience) -> discord.Role | None:
    """Return the role that was picked; None where none was; OlderError where it is gone."""
    if not audience.picks:
        return None
    guild = audience.interaction.guild
    role = None if guild is None else guild.get_role(audience.id_of(audience.picks[0]))
    if role is None:
        raise OlderError(str(audience.touch))
    return role


async def check(audience: Audience, choices: Choices) -> None:
    """Look round the channel, in a message of its own."""
    await audience.reply.private(await looked_round(audience, choices))


async def looked_round(audience: Audience, choices: Choices) -> Screen:
    """Return what is here and what is missing for a game in this channel."""
    interaction, desk = audience.interaction, audience.host.play.desk
    permissions = {name: bool(getattr(interaction.app_permissions, name)) for name in HERE}
    me = None if interaction.guild is None else interaction.guild.me
    role = None if interaction.guild is None or choices.role is None else interaction.guild.get_role(choices.role)
    if role is not None:
        permissions["manage_roles"] = me is not None and me.guild_permissions.manage_roles
    found = Findings(
        permissions,
        role=None if role is None else role.id,
        role_below=role is None or (me is not None and role < me.top_role),
        members=interaction.client.intents.members,
        database=await desk.database_well(),
        workshop=desk.workshop_ready,
    )
    return check_screen(audience.pen, found)
