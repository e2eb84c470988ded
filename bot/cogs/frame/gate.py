"""Where sheets come in before discord.py makes objects of them; in a house of our own alone, never in a host's.

discord.py has no place for that; its table of parsers, one for each event, is given another for interactions, which
hands on to discord.py's whatever is not ours to answer briefly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot.cogs.frame.courier import Courier
from bot.cogs.frame.router import Router
from bot.cogs.frame.visit import visit_in

EVENT: Final = "INTERACTION_CREATE"

Payload = dict[str, Any]


class Gate(commands.Cog):
    """Lets brief sheets straight in to the router."""

    def __init__(self, client: discord.Client, router: Router, courier: Courier | None) -> None:
        self._client = client
        self._router = router
        self._courier = courier
        self._parse: Callable[[Payload], None] = client._connection.parsers[EVENT]

    async def cog_load(self) -> None:
        """Stand before discord.py."""
        parsers = self._client._connection.parsers
        self._parse = parsers[EVENT]
        parsers[EVENT] = self._take

    async def cog_unload(self) -> None:
        """Step aside."""
        self._client._connection.parsers[EVENT] = self._parse
        if self._courier is not None:
            await self._courier.close()

    def _take(self, payload: Payload) -> None:
        known = self._router.brief(payload)
        if known is None:
            self._parse(payload)
            return
        make = partial(discord.Interaction[Any], data=cast(Any, payload), state=self._client._connection)
        visit = visit_in(payload, make)
        self._client._schedule_event(self._router.answer, "on_interaction", visit, *known, self._courier)
