"""What Discord tells of itself and its own, as JSON.

What comes with every touch is told in full, as Discord tells it: its reading is part of what an answer costs. Of all
else there is no more than discord.py wants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.standin.snowflakes import snowflake

APPLICATION, GUILD, CHANNEL = 1001, 1002, 1003
CHANNELS = (CHANNEL, *range(1004, 1009))
ROLES = (1101, 1102)
FEATURES = ("NEWS", "COMMUNITY", "AUTO_MODERATION", "SOUNDBOARD")  # of a server that is a community
FAR_GUILD = (5 << 22) + 2  # of another shard, if there are six or more
FAR_CHANNEL = FAR_GUILD + 1
ALL = str(2**50 - 1)  # permissions
TEXT_CHANNEL, COMMAND, COMPONENT, MODAL = 0, 2, 3, 5
ROW, BUTTON, TEXT, LABEL, CONTAINER = 1, 2, 10, 18, 17  # kinds of components
LAID_OUT = 1 << 15  # the flag of a message that is made of components alone
SAID = ("Read as **63**", "**Not so.** I cannot see how you came by that.", "-# Derived: 64 · Measured: 64")
OPTIONS = {str: 3, int: 4, bool: 5}  # the kinds of what a command is given

Json = dict[str, Any]
Guilds = Mapping[int, Sequence[int]]  # and their channels

GUILDS: Guilds = {GUILD: CHANNELS}
TWO_GUILDS: Guilds = {**GUILDS, FAR_GUILD: (FAR_CHANNEL,)}


def user(id: int, name: str = "learner", *, bot: bool = False) -> Json:
    """Return a user."""
    return {
        "id": str(id),
        "username": name,
        "discriminator": "0",
        "global_name": None,
        "avatar": "cb52688afd66f14e8a433396cd84c7c7",
        "avatar_decoration_data": None,
        "collectibles": None,
        "display_name_styles": None,
        "primary_guild": None,
        "clan": None,
        "public_flags": 0,
        "bot": bot,
    }


def member(id: int) -> Json:
    """Return a member of the guild."""
    return {
        "user": user(id),
        "nick": None,
        "avatar": None,
        "banner": None,
        "collectibles": None,
        "roles": list(map(str, ROLES)),
        "joined_at": "2026-01-01T00:00:00.083000+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "unusual_dm_activity_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": ALL,
    }


def application() -> Json:
    """Return the application."""
    return {
        "id": str(APPLICATION),
        "name": "elder",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(1),
        "verify_key": "",
        "flags": 0,
    }


def channel(id: int = CHANNEL, guild: int = GUILD) -> Json:
    """Return a channel of a guild's."""
    return {
        "id": str(id),
        "guild_id": str(guild),
        "type": TEXT_CHANNEL,
        "name": "wall",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "topic": None,
        "rate_limit_per_user": 0,
        "last_message_id": str(snowflake()),
        "flags": 0,
    }


def guild(id: int = GUILD, channels: Sequence[int] = CHANNELS) -> Json:
    """Return a guild."""
    return {
        "id": str(id),
        "name": "Hall",
        "owner_id": "1",
        "member_count": 2,
        "roles": [role(id, "@everyone"), *(role(each, f"circle {at}") for at, each in enumerate(ROLES))],
        "channels": [channel(each, id) for each in channels],
        "members": [member(APPLICATION)],
    }


def role(id: int, name: str) -> Json:
    """Return a role of the guild's."""
    return {
        "id": str(id),
        "name": name,
        "permissions": ALL,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def message(id: int, body: Mapping[str, Any], *, ephemeral: bool = False) -> Json:
    """Return a message of the bot's with this body."""
    flags = int(body.get("flags", 0)) | (64 if ephemeral else 0)
    return {
        "id": str(id),
        "channel_id": str(CHANNEL),
        "author": user(APPLICATION, "elder", bot=True),
        "content": body.get("content", ""),
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": flags,
        "components": body.get("components", []),
    }


def bearing(custom_id: str, learner: int) -> Json:
    """Return a message of the bot's with this button, such as a sheet is opened from: a verdict told to its learner."""
    held = [*(text(said) for said in SAID), row(button("Next", custom_id), button("Why", "w")), row(button("No", "n"))]
    container = {"type": CONTAINER, "id": 1, "accent_color": 1, "spoiler": False, "components": held}
    told = message(snowflake(), {"flags": LAID_OUT, "components": [container]}, ephemeral=True)
    pressed = {**cause(COMPONENT, learner), "interacted_message_id": str(snowflake())}
    sent_in = {**cause(MODAL, learner), "triggering_interaction_metadata": pressed}
    return {**told, "application_id": str(APPLICATION), "webhook_id": str(APPLICATION), "interaction_metadata": sent_in}


def cause(kind: int, learner: int) -> Json:
    """Return what a message tells of the touch that it answers."""
    owners = {"0": str(GUILD)}
    return {"id": str(snowflake()), "type": kind, "user": user(learner), "authorizing_integration_owners": owners}


def text(said: str) -> Json:
    """Return a text of a message's."""
    return {"type": TEXT, "id": snowflake() & 0xFF, "content": said}


def row(*buttons: Json) -> Json:
    """Return a row of buttons."""
    return {"type": ROW, "id": snowflake() & 0xFF, "components": list(buttons)}


def button(label: str, custom_id: str) -> Json:
    """Return a button."""
    looks = {"style": 2, "label": label, "disabled": False}
    return {"type": BUTTON, "id": snowflake() & 0xFF, **looks, "custom_id": custom_id}


def interaction(
    id: int,
    token: str,
    kind: int,
    learner: int,
    data: Mapping[str, Any],
    locale: str,
    where: int = CHANNEL,
    guild: int = GUILD,
) -> Json:
    """Return what a learner did, as the gateway delivers it; what was touched is told with the message that bore it."""
    touched = data.get("custom_id")
    return {
        **({} if touched is None else {"message": bearing(touched, learner)}),
        "id": str(id),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "data": dict(data),
        "guild_id": str(guild),
        "guild": {"id": str(guild), "locale": locale, "features": list(FEATURES)},
        "channel_id": str(where),
        "channel": {**channel(where, guild), "permissions": ALL, "theme_color": None, "icon_emoji": None},
        "member": member(learner),
        "locale": locale,
        "guild_locale": locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": str(guild)},
        "context": 0,
        "attachment_size_limit": 10_485_760,
        "app_permissions": ALL,
    }


def command(path: str, options: Mapping[str, str | int]) -> Json:
    """Return what is told of a command in a group: "wall fight"."""
    group, name = path.split()
    values = [{"name": option, "type": OPTIONS[type(value)], "value": value} for option, value in options.items()]
    inner = {"name": name, "type": 1, "options": values}
    return {"id": str(snowflake()), "name": group, "type": 1, "options": [inner]}


def press(custom_id: str) -> Json:
    """Return what is told of a button."""
    return {"custom_id": custom_id, "component_type": 2}


def sheet(custom_id: str, text: str) -> Json:
    """Return what is told of a sheet with one field."""
    field = {"type": 4, "custom_id": "answer", "value": text}
    return {"custom_id": custom_id, "components": [{"type": LABEL, "component": field}]}
