"""An interaction's plain facts, and discord.py's own object of it, which is made when somebody asks for it.

That object, with its member, its guild and its channel, costs more than the answer to a sheet; most answers need none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import discord

THREADS: Final = (10, 11, 12)  # the kinds of channel that are threads of another
GUILD_INSTALL, USER_INSTALL = "0", "1"  # by which an application may have come to where it is used

Json = Mapping[str, Any]


@dataclass
class Visit:
    """Who came, where, by what, and with which rights of ours there."""

    id: int
    token: str
    locale: str
    guild: int | None
    channel: int | None
    parent: int | None  # of the thread that the channel is; None where it is none
    user: int
    name: str  # as they are shown there
    data: Json
    rights: int  # the bot's permissions there, a bit each
    uninvited: bool  # a user has brought the bot along; the server has not taken it in
    _make: Callable[[], discord.Interaction[Any]] = field(repr=False, compare=False)
    told: discord.InteractionResponseType | None = field(default=None, compare=False)  # past discord.py

    @property
    def created_at(self) -> datetime:
        """When Discord took it in."""
        return discord.utils.snowflake_time(self.id)

    @cached_property
    def interaction(self) -> discord.Interaction[Any]:
        """discord.py's own object of it."""
        made = self._make()
        if self.told is not None:
            made.response._response_type = self.told
        return made

    @property
    def answered(self) -> bool:
        """Whether it has had its first answer, as far as this process knows."""
        made: discord.Interaction[Any] | None = self.__dict__.get("interaction")
        return self.told is not None or (made is not None and made.response.is_done())

    def answer(self, kind: discord.InteractionResponseType) -> None:
        """Take note of its first answer, given past discord.py; for discord.py too."""
        self.told = kind
        if "interaction" in self.__dict__:
            self.interaction.response._response_type = kind


def visit_of(interaction: discord.Interaction[Any]) -> Visit:
    """Return the visit that an interaction is."""
    channel, user = interaction.channel, interaction.user
    return Visit(
        id=interaction.id,
        token=interaction.token,
        locale=str(interaction.locale),
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        parent=channel.parent_id if isinstance(channel, discord.Thread) else None,
        user=user.id,
        name=user.display_name,
        data=interaction.data or {},
        rights=interaction.app_permissions.value,
        uninvited=interaction.is_user_integration() and not interaction.is_guild_integration(),
        _make=lambda: interaction,
    )


def visit_in(payload: Json, make: Callable[[], discord.Interaction[Any]]) -> Visit:
    """Return the visit that a payload of the gateway's tells of, as `visit_of` would; `make` makes the interaction."""
    channel, guild = payload.get("channel") or {}, _id(payload.get("guild_id"))
    member = payload.get("member") if guild else None
    user = payload["user"] if member is None else member["user"]
    owners = payload.get("authorizing_integration_owners") or {}
    brought = str(owners.get(USER_INSTALL)) == user["id"]
    return Visit(
        id=int(payload["id"]),
        token=payload["token"],
        locale=payload.get("locale", "en-US"),
        guild=guild,
        channel=_id(channel.get("id")),
        parent=_id(channel.get("parent_id")) if channel.get("type") in THREADS else None,
        user=int(user["id"]),
        name=(member or {}).get("nick") or user.get("global_name") or user["username"],
        data=payload.get("data") or {},
        rights=int(payload.get("app_permissions", 0)),
        uninvited=brought and not (guild and str(owners.get(GUILD_INSTALL)) == str(guild)),
        _make=make,
    )


def _id(value: Any) -> int | None:
    return None if value is None else int(value)
