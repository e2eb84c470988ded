"""A screen as Discord's own JSON, and the first answer to an interaction made of it, at the cost of one call.

The same components that `layout` makes of it by way of discord.py's objects, of which none is needed to be read by a
client; the call goes out by discord.py's own adapter, with its patience and its locks.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

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
    parts = [_part(part) for part in fit(screen).parts]
    return [{"type": CONTAINER, "accent_color": int(screen.accent), "spoiler": False, "components": parts}]


async def tell(interaction: discord.Interaction[Any], screen: Screen) -> int | None:
    """Answer an interaction for the learner alone with a screen that brings no files; return the message's id.

    Raises what `interaction.response.send_message` raises.
    """
    response, http = interaction.response, interaction._state.http
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    message = {"flags": EPHEMERAL | COMPONENTS, "allowed_mentions": {"parse": []}, "components": components(screen)}
    told: Json = await async_context.get().create_interaction_response(  # type: ignore[assignment]
        interaction.id,
        interaction.token,
        session=interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=MultipartParameters(payload={"type": TOLD.value, "data": message}, multipart=None, files=None),
    )
    response._response_type = TOLD
    id = told["interaction"].get("response_message_id")
    return None if id is None else int(id)


def _part(part: Part) -> Json:
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
