"""One listener for every button, menu and sheet: it reads the custom_id, and calls whoever knows that kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord.ext import commands

from bot.cogs.frame.audience import Audience, Handler, OlderError, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch, decode
from bot.cogs.frame.reply import Manner

TOUCHES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


@dataclass(frozen=True)
class Route:
    """Which kind of touch goes to whom, and where its answer is going to be seen."""

    kind: str
    manner: Manner
    handler: Handler


class Router(commands.Cog):
    """Knows every route; remembers nothing."""

    def __init__(self, host: Host, routes: Iterable[Route]) -> None:
        self._host = host
        self._routes: Mapping[str, Route] = _by_kind(routes)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a touch of ours; leave others to whoever they belong to."""
        touch = touched(interaction)
        if touch is None:
            return
        route = self._routes.get(touch.kind, Route(touch.kind, "private", outlived))
        await hold(self._host, interaction, route.manner, route.handler, touch)


def touched(interaction: discord.Interaction[Any]) -> Touch | None:
    """Return what was touched, or None if it is none of ours."""
    if interaction.type not in TOUCHES:
        return None
    custom_id = cast(Mapping[str, Any], interaction.data or {}).get("custom_id")
    return decode(custom_id) if isinstance(custom_id, str) else None


async def outlived(audience: Audience) -> None:
    """Say that what was touched is of another age."""
    raise OlderError(str(audience.touch))


def _by_kind(routes: Iterable[Route]) -> dict[str, Route]:
    known: dict[str, Route] = {}
    for route in routes:
        if known.setdefault(route.kind, route) is not route:
            raise ValueError(f"two routes for {route.kind!r}")
    return known
