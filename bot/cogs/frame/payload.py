"""A screen as Discord's own JSON, and the first answer to an interaction made of it.

The same components that `layout` makes of it by way of discord.py's objects, of which none is needed to be read by a
client.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cogs.frame.budget import fit
from bot.cogs.frame.screen import Button, Document, Image, Menu, Option, Part, Picker, Row, Rule, Screen, Text

Json = dict[str, Any]

ROW, BUTTON, SELECT, ROLES, CHANNELS, TEXT, GALLERY, FILE, RULE, CONTAINER = 1, 2, 3, 6, 8, 10, 12, 13, 14, 17
STYLES: Final = {"first": 1, "plain": 2, "grave": 4}
LINK: Final = 5  # a button's style
PLAYABLE: Final = (0, 15)  # kinds of channel where games begin: text and forum
EPHEMERAL: Final = 1 << 6  # flags of a message
COMPONENTS: Final = 1 << 15
TOLD: Final = discord.InteractionResponseType.channel_message


def components(screen: Screen) -> list[Json]:
    """Return the components of a screen."""
    parts = [component(part) for part in fit(screen).parts]
    return [{"type": CONTAINER, "accent_color": int(screen.accent), "spoiler": False, "components": parts}]


def answer(components: Sequence[Any]) -> Json:
    """Return the first answer to an interaction: a message of these components, for the learner alone."""
    message = {"flags": EPHEMERAL | COMPONENTS, "allowed_mentions": {"parse": []}, "components": list(components)}
    return {"type": TOLD.value, "data": message}


def component(part: Part) -> Json:
    """Return one of the components."""
    match part:
        case Text(body):
            return {"type": TEXT, "content": body}
        case Image():
            shown = {"media": {"url": f"attachment://{part.name}"}, "spoiler": False, "description": part.alt}
            return {"type": GALLERY, "items": [shown]}
        case Rule():
            return {"type": RULE, "divider": True, "spacing": 1}
        case Row(buttons):
            return {"type": ROW, "components": [_button(button) for button in buttons]}
        case Menu():
            return {"type": ROW, "components": [_select(part)]}
        case Picker():
            return {"type": ROW, "components": [_picker(part)]}
        case Document():
            return {"type": FILE, "file": {"url": f"attachment://{part.name}"}, "spoiler": False}


def _button(button: Button) -> Json:
    if button.url is not None:
        return {"type": BUTTON, "style": LINK, "disabled": False, "label": button.label, "url": button.url}
    style, touch = STYLES[button.style], str(button.touch)
    return {"type": BUTTON, "style": style, "disabled": False, "label": button.label, "custom_id": touch}


def _select(menu: Menu) -> Json:
    return {
        "type": SELECT,
        "custom_id": str(menu.touch),
        "min_values": menu.least,
        "max_values": menu.most,
        "disabled": False,
        "required": menu.least > 0,
        "placeholder": menu.placeholder,
        "options": [_option(option) for option in menu.options],
    }


def _option(option: Option) -> Json:
    return {"label": option.label, "value": option.value, "default": option.chosen}


def _picker(picker: Picker) -> Json:
    one: Json = {"type": ROLES} if picker.of == "role" else {"type": CHANNELS, "channel_types": list(PLAYABLE)}
    chosen = [{"id": id, "type": picker.of} for id in picker.chosen]
    return {
        **one,
        **({"default_values": chosen} if chosen else {}),
        "custom_id": str(picker.touch),
        "min_values": 0,
        "max_values": picker.most,
        "disabled": False,
        "required": False,
        "placeholder": picker.placeholder,
    }
