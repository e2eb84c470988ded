"""What Discord tells of itself and its own, as JSON: no more of it than discord.py wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.standin.snowflakes import snowflake

APPLICATION, GUILD, CHANNEL = 1001, 1002, 1003
CHANNELS = (CHANNEL, *range(1004, 1009))
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
    return {"id": str(id), "username": name, "discriminator": "0", "global_name": None, "avatar": None, "bot": bot}


def member(id: int) -> Json:
    """Return a member of the guild."""
    return {
        "user": user(id),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
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
    }


def guild(id: int = GUILD, channels: Sequence[int] = CHANNELS) -> Json:
    """Return a guild."""
    everyone = {
        "id": str(id),
        "name": "@everyone",
        "permissions": ALL,
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(id),
        "name": "Hall",
        "owner_id": "1",
        "member_count": 2,
        "roles": [everyone],
        "channels": [channel(each, id) for each in channels],
        "members": [member(APPLICATION)],
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


def bearing(custom_id: str) -> Json:
    """Return a message of the bot's with some words and this button, such as a sheet is opened from."""
    words = [{"type": TEXT, "id": at, "content": said} for at, said in enumerate(SAID, 2)]
    button = {"type": BUTTON, "id": 6, "style": 1, "label": "Answer", "disabled": False, "custom_id": custom_id}
    held = [*words, {"type": ROW, "id": 5, "components": [button]}]
    body = {"flags": LAID_OUT, "components": [{"type": CONTAINER, "id": 1, "spoiler": False, "components": held}]}
    return message(snowflake(), body, ephemeral=True)


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
        **({} if touched is None else {"message": bearing(touched)}),
        "id": str(id),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "data": dict(data),
        "guild_id": str(guild),
        "channel_id": str(where),
        "channel": channel(where, guild),
        "member": member(learner),
        "locale": locale,
        "guild_locale": locale,
        "entitlements": [],
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
