"""A screen as discord.py sends it: made afresh for each sending, and nothing of it left in its view store."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.cogs.frame.budget import fit
from bot.cogs.frame.screen import Button, Document, Image, Menu, Part, Picker, Row, Rule, Screen, Text

STYLES: Final = {
    "first": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "grave": discord.ButtonStyle.danger,
}
SILENT: Final = discord.AllowedMentions.none()
PLAYABLE: Final = (discord.ChannelType.text, discord.ChannelType.forum)  # where games begin, and in their threads


def view(screen: Screen) -> ui.LayoutView:
    """Return the screen's layout, stopped: what it means is in its custom_ids, so discord.py need not remember it."""
    layout = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=screen.accent.value)
    for part in fit(screen).parts:
        container.add_item(_item(part))
    layout.add_item(container)
    layout.stop()
    return layout


def files(screen: Screen) -> list[discord.File]:
    """Return the screen's pictures as uploads, each with its words, and the files it brings."""
    pictures = [
        discord.File(io.BytesIO(image.png), filename=image.name, description=image.alt) for image in screen.images
    ]
    return [*pictures, *(discord.File(io.BytesIO(each.data), filename=each.name) for each in screen.documents)]


def _item(part: Part) -> ui.Item[Any]:
    match part:
        case Text(body):
            return ui.TextDisplay(body)
        case Image():
            item = discord.MediaGalleryItem(f"attachment://{part.name}", description=part.alt)
            return ui.MediaGallery(item)
        case Rule():
            return ui.Separator()
        case Row(buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Menu():
            return ui.ActionRow(_select(part))
        case Picker():
            return ui.ActionRow(_picker(part))
        case Document():
            return ui.File(f"attachment://{part.name}")


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    if button.url is not None:
        return ui.Button(label=button.label, url=button.url)
    return ui.Button(label=button.label, custom_id=str(button.touch), style=STYLES[button.style])


def _select(menu: Menu) -> ui.Select[ui.LayoutView]:
    options: Sequence[discord.SelectOption] = [
        discord.SelectOption(label=option.label, value=option.value, default=option.chosen) for option in menu.options
    ]
    return ui.Select(
        custom_id=str(menu.touch),
        placeholder=menu.placeholder,
        options=list(options),
        min_values=menu.least,
        max_values=menu.most,
        required=menu.least > 0,
    )


def _picker(picker: Picker) -> ui.RoleSelect[ui.LayoutView] | ui.ChannelSelect[ui.LayoutView]:
    custom_id, hint, most = str(picker.touch), picker.placeholder, picker.most
    if picker.of == "role":
        roles = [discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.role) for id in picker.chosen]
        return ui.RoleSelect(custom_id=custom_id, placeholder=hint, default_values=roles, min_values=0, max_values=most)
    channels = [discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.channel) for id in picker.chosen]
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=hint,
        channel_types=list(PLAYABLE),
        default_values=channels,
        min_values=0,
        max_values=most,
    )
