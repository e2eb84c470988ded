"""One listener for every button, menu and sheet: it reads the custom_id, and calls whoever knows that kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, cast

import discord
from discord.ext import commands

from bot.cogs.frame.audience import Audience, Handler, OlderError, attend
from bot.cogs.frame.courier import Courier
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch, decode
from bot.cogs.frame.reply import Manner
from bot.cogs.frame.visit import Visit, visit_of

TOUCHES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
SHEET: Final = discord.InteractionType.modal_submit.value


class Route(NamedTuple):
    """Which kind of touch goes to whom, and where its answer is going to be seen."""

    kind: str
    manner: Manner
    handler: Handler
    brief: bool = False  # a sheet whose handler meets its learner, and needs no object of discord.py's as a rule


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
        await self.answer(visit_of(interaction), route, touch)

    def brief(self, payload: Mapping[str, Any]) -> tuple[Route, Touch] | None:
        """Return what was sent in on a sheet, and its route, if that is a brief one; None for all else."""
        custom_id = payload["data"].get("custom_id") if payload.get("type") == SHEET else None
        touch = decode(custom_id) if isinstance(custom_id, str) else None
        route = None if touch is None else self._routes.get(touch.kind)
        return (route, touch) if touch is not None and route is not None and route.brief else None

    async def answer(self, visit: Visit, route: Route, touch: Touch, courier: Courier | None = None) -> None:
        """Answer a visit by a route; a courier may bring the answer where the route is brief."""
        way = route.manner, route.handler
        await attend(self._host, visit, *way, touch, meets=route.brief, courier=courier)


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
