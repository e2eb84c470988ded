"""The first answer to an interaction, at the cost of one call.

It goes out by a courier where there is one; by discord.py's own adapter, with its patience and its locks, where there
is none, or where Discord did not plainly take it.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bot.cogs.frame.courier import Courier
from bot.cogs.frame.payload import TOLD, Json, answer, components
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.telegram import written
from bot.cogs.frame.visit import Visit

ANSWERED: Final = 40060  # Discord's code for an interaction that has its answer


async def tell(visit: Visit, screen: Screen, courier: Courier | None = None) -> int | None:
    """Answer a visit for the learner alone with a screen that brings no files; return the message's id.

    What a courier brings has no id that is known. Raises what `interaction.response.send_message` raises.
    """
    if visit.answered:
        raise discord.InteractionResponded(visit.interaction)
    told: Json = {}
    if courier is None:
        told = await _call(visit.interaction, answer(components(screen)))
    elif not await courier.bring(visit.id, visit.token, written(screen).encode("ascii")):
        told = await _call_again(visit.interaction, answer(components(screen)))
    visit.answer(TOLD)
    id = told.get("interaction", {}).get("response_message_id")
    return None if id is None else int(id)


async def _call_again(interaction: discord.Interaction[Any], payload: Json) -> Json:
    """Call as `_call` does; where it turns out that the courier's call was taken, that was the answer."""
    try:
        return await _call(interaction, payload)
    except discord.HTTPException as refusal:
        if refusal.code != ANSWERED:
            raise
        return {}


async def _call(interaction: discord.Interaction[Any], payload: Json) -> Json:
    http = interaction._state.http
    told: Json = await async_context.get().create_interaction_response(  # type: ignore[assignment]
        interaction.id,
        interaction.token,
        session=interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=MultipartParameters(payload=payload, multipart=None, files=None),
    )
    return told
