"""What a server has chosen, each choice with the menu that changes it; and what a channel lacks before a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from discord import ui

from bot.cogs.desk.desk_words import button, said
from bot.cogs.frame import escape
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import line
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Menu, Option, Part, Picker, Screen, Text, row, small
from bot.cogs.wall.battles import TIERS
from bot.play.desk.classes import Choices
from quizbank.lines import LANGUAGES

CHANNELS: Final = 25  # that can be picked
FOLLOW: Final = "follow"  # no language chosen
SHORT: Final = {"zh-CN": "zh", "en": "en"}
NAME: Final = 60  # characters of a season's or a zone's name


def settings_screen(pen: Pen, choices: Choices, note: str = "") -> Screen:
    """Return every choice as it is now, each above what changes it."""
    return Screen(
        (
            *paragraphs(f"### {said(pen, 'settings.title')}", note),
            *chosen(pen, "teachers", mention(pen, choices.teachers, "settings.managers")),
            role_picker(pen, "teachers", choices.teachers),
            *chosen(pen, "role", mention(pen, choices.role, "settings.none")),
            role_picker(pen, "role", choices.role),
            *chosen(pen, "language", language_name(pen, choices.language)),
            language_menu(pen, choices),
            *chosen(pen, "channels", channel_names(pen, choices.channels)),
            channel_picker(pen, choices),
            *chosen(pen, "tiers", tier_names(pen, choices.tiers)),
            tier_menu(pen, choices),
            *paragraphs("\n".join(rest(pen, choices))),
            *row(
                button(pen, "zone", "deskzone"),
                button(pen, "season", "deskseason"),
                button(pen, "named_off" if choices.named else "named_on", "desknamed", int(not choices.named)),
            ),
            *row(button(pen, "check", "deskcheck")),
            *paragraphs(small(said(pen, "settings.cleared"))),
        ),
        Accent.GOLD,
    )


def chosen(pen: Pen, what: str, value: str) -> tuple[Text, ...]:
    """Return a choice as it is now."""
    return (Text(said(pen, f"settings.{what}", value=value)),)


def rest(pen: Pen, choices: Choices) -> list[str]:
    """Return the choices that are made by a button."""
    named = said(pen, "settings.named_on" if choices.named else "settings.named_off")
    zone = escape.line(choices.zone or said(pen, "settings.utc"))
    season = escape.line(choices.season, NAME) if choices.season else said(pen, "settings.no_season")
    values = {"named": named, "zone": zone, "season": season}
    return [said(pen, f"settings.{what}", value=value) for what, value in values.items()]


def mention(pen: Pen, role: int | None, otherwise: str) -> str:
    """Return a role as Discord shows it, or what there is without one."""
    return said(pen, otherwise) if role is None else f"<@&{role}>"


def language_name(pen: Pen, language: str | None) -> str:
    """Return a language's name, or whose is spoken without a choice."""
    return said(pen, "settings.follow" if language is None else f"settings.{SHORT[language]}")


def channel_names(pen: Pen, channels: Sequence[int] | None) -> str:
    """Return channels as Discord shows them."""
    if not channels:
        return said(pen, "settings.everywhere")
    return said(pen, "settings.between").join(f"<#{id}>" for id in channels)


def tier_names(pen: Pen, tiers: Sequence[str] | None) -> str:
    """Return the tiers by name."""
    if not tiers:
        return said(pen, "settings.all")
    return said(pen, "settings.between").join(pen.word(f"tier.{tier}") for tier in TIERS if tier in tiers)


def role_picker(pen: Pen, what: str, role: int | None) -> Picker:
    """Return the roles to pick from."""
    return Picker(Touch(f"desk{what}"), said(pen, f"settings.pick_{what}"), "role", () if role is None else (role,))


def channel_picker(pen: Pen, choices: Choices) -> Picker:
    """Return the channels to pick from."""
    kept = (choices.channels or ())[:CHANNELS]
    return Picker(Touch("deskchannels"), said(pen, "settings.pick_channels"), "channel", kept, CHANNELS)


def language_menu(pen: Pen, choices: Choices) -> Menu:
    """Return the languages to pick from."""
    follow = Option(said(pen, "settings.follow"), FOLLOW, choices.language is None)
    spoken = (Option(said(pen, f"settings.{SHORT[each]}"), each, choices.language == each) for each in LANGUAGES)
    return Menu(Touch("desklanguage"), said(pen, "settings.pick_language"), (follow, *spoken))


def tier_menu(pen: Pen, choices: Choices) -> Menu:
    """Return the tiers to pick from, several together."""
    options = tuple(Option(pen.word(f"tier.{tier}"), tier, tier in (choices.tiers or ())) for tier in TIERS)
    return Menu(Touch("desktiers"), said(pen, "settings.pick_tiers"), options, least=0, most=len(TIERS))


def naming_modal(pen: Pen, what: str, touch: Touch) -> ui.Modal:
    """Return the sheet for a name: of a "zone" or a "season"."""
    modal = ui.Modal(title=said(pen, f"settings.{what}_title"), custom_id=str(touch))
    field = line()
    field.max_length = NAME
    label, form = said(pen, f"settings.{what}_label"), said(pen, f"settings.{what}_form")
    modal.add_item(ui.Label(text=label, description=form, component=field))
    modal.stop()
    return modal


class Findings(NamedTuple):
    """What was found in a channel: permissions by name, in order, and whatever else a game stands on."""

    permissions: Mapping[str, bool]
    role: int | None  # that is given for breaking the wall
    role_below: bool
    members: bool  # whether the list of members can be seen
    database: bool
    workshop: bool


SPARED: Final = ("create_events",)  # permissions without which a game can begin all the same
SERVER_WIDE: Final = ("create_events", "manage_roles")  # permissions that are granted to a role, not in a channel


def check_screen(pen: Pen, found: Findings) -> Screen:
    """Return what is here and what is missing, with where to grant it."""
    lacking = [name for name, has in found.permissions.items() if not has and name not in SPARED]
    missing = len(lacking) + (not found.role_below) + (not found.database)
    lead = said(pen, "check.lacking", count=missing) if missing else said(pen, "check.well")
    lines = [permission_line(pen, name, has=has) for name, has in found.permissions.items()]
    lines += role_lines(pen, found)
    others = [
        said(pen, "check.embed"),
        said(pen, "check.intent_has" if found.members else "check.intent_lacks"),
        said(pen, "check.database_well" if found.database else "check.database_ill"),
        said(pen, "check.workshop_ready" if found.workshop else "check.workshop_warming"),
    ]
    parts: tuple[Part, ...] = (
        *paragraphs(f"### {said(pen, 'check.title')}", f"**{lead}**", "\n".join(lines), "\n".join(others)),
        *row(button(pen, "settings", "desksettings")),
    )
    return Screen(parts, Accent.CINNABAR if missing else Accent.JADE)


def permission_line(pen: Pen, name: str, *, has: bool) -> str:
    """Return one permission: that it is there, or what is lost without it and where to grant it."""
    called = said(pen, f"permission.{name}")
    if has:
        return said(pen, "check.has", permission=called)
    where = said(pen, "check.where_server" if name in SERVER_WIDE else "check.where_channel")
    lacks = "check.spares" if name in SPARED else "check.lacks"
    return f"{said(pen, lacks, permission=called, why=said(pen, f'why.{name}'))}\n　{where}"


def role_lines(pen: Pen, found: Findings) -> list[str]:
    """Return whether the role for breaking the wall can be given."""
    if found.role is None:
        return [said(pen, "check.no_role")]
    return [said(pen, "check.order_fine" if found.role_below else "check.order", role=f"<@&{found.role}>")]
