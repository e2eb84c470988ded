"""The one answer an interaction may have, given in time: by the game, or first by the watch that bids Discord wait.

Discord gives three seconds for a first answer and takes exactly one; both sides go through one lock here, so that they
cannot answer twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import discord
from discord import ui

from bot.cogs.frame.courier import Courier
from bot.cogs.frame.layout import SILENT, files, view
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.frame.telling import tell
from bot.cogs.frame.visit import Visit

Manner = Literal["private", "public", "update"]  # where the answer is going to be seen
Send = Callable[[Screen], Awaitable[Any]]

WATCH = 1.5  # seconds until Discord is told to wait; it waits three
UNTAKEN = 400  # Discord refuses some edits that carry a new picture: discord-api-docs#7529

PLACEHOLDER = Screen((Text("…"),))

log = logging.getLogger(__name__)


class Reply:
    """Answers one interaction, in the manner it was expected in or another."""

    def __init__(self, visit: Visit, manner: Manner, courier: Courier | None = None) -> None:
        """Take what is to be answered; a courier only where nobody will ask for the id of the answer's message."""
        self._visit = visit
        self._manner = manner
        self._courier = courier
        self._lock = asyncio.Lock()
        self._waiting = False  # Discord was told to wait, and the place of the answer is still empty
        self._followed: discord.WebhookMessage | None = None  # the answer, where it took a message of its own
        self.given = False
        self.message: int | None = None  # the id of the message that shows the answer, where Discord told it
        self._begun = asyncio.get_running_loop().time()

    @property
    def left(self) -> float:
        """Seconds that are left until Discord has to be told to wait; none once it has been answered."""
        return max(0.0, WATCH - (asyncio.get_running_loop().time() - self._begun))

    async def wait(self) -> None:
        """Tell Discord that the answer is on its way, unless it has been given."""
        async with self._lock:
            if self.given or self._waiting:
                return
            await self._interaction.response.defer(
                ephemeral=self._manner == "private", thinking=self._manner != "update"
            )
            self._waiting = True

    async def private(self, screen: Screen) -> None:
        """Show a screen to the learner alone, as a new message."""
        async with self._lock:
            if self.given or (self._waiting and self._manner == "update"):
                await self._follow(screen)
            elif not self._waiting:
                await in_words_if_untaken(screen, self._send_private)
            elif self._manner == "private":
                await in_words_if_untaken(screen, self._fill)
            else:
                await self._fill(PLACEHOLDER)  # whatever is sent first takes the waiting public place
                await self._follow(screen)
                await self._interaction.delete_original_response()
            self.given = True

    async def public(self, screen: Screen) -> int | None:
        """Show a screen to everyone, as a new message; return its id."""
        async with self._lock:
            if self._waiting:
                message = await in_words_if_untaken(screen, self._fill)
                self.given = True
                return int(message.id)
            callback = await in_words_if_untaken(screen, self._send_public)
            self.given = True
            return None if callback.message_id is None else int(callback.message_id)

    async def update(self, screen: Screen) -> None:
        """Put a screen in the place of the message that was touched; as a new private one if Discord refuses."""
        async with self._lock:
            edit = self._fill if self._waiting else self._edit
            try:
                await edit(screen)
            except discord.HTTPException as refusal:
                if refusal.status != UNTAKEN or not screen.images:
                    raise
                log.info("an edit with a picture was refused: %s", refusal)
                await (self._follow if self._waiting else self._send_private)(screen)
            self.given = True

    async def amend(self, screen: Screen) -> None:
        """Put a screen in the place of the one that was given."""
        async with self._lock:
            await in_words_if_untaken(screen, self._fill if self._followed is None else self._refill)

    async def modal(self, modal: ui.Modal, otherwise: Screen) -> None:
        """Open a modal; show a screen instead if Discord has been told to wait, after which it takes no modal."""
        async with self._lock:
            if not self._waiting:
                await self._interaction.response.send_modal(modal)
                self.given = True
                return
        await self.private(otherwise)

    @property
    def _interaction(self) -> discord.Interaction[Any]:
        return self._visit.interaction

    async def _send_private(self, screen: Screen) -> Any:
        if not screen.images and not screen.documents:
            self.message = await tell(self._visit, screen, self._courier)
            return self.message
        sent = await self._interaction.response.send_message(
            view=view(screen), files=files(screen), ephemeral=True, allowed_mentions=SILENT
        )
        self.message = sent.message_id
        return sent

    async def _send_public(self, screen: Screen) -> Any:
        return await self._interaction.response.send_message(
            view=view(screen), files=files(screen), allowed_mentions=SILENT
        )

    async def _edit(self, screen: Screen) -> Any:
        edited = await self._interaction.response.edit_message(
            view=view(screen), attachments=files(screen), allowed_mentions=SILENT
        )
        self.message = None if self._interaction.message is None else self._interaction.message.id
        return edited

    async def _fill(self, screen: Screen) -> Any:
        filled = await self._interaction.edit_original_response(
            view=view(screen), attachments=files(screen), allowed_mentions=SILENT
        )
        self.message = filled.id
        return filled

    async def _follow(self, screen: Screen) -> Any:
        self._followed = await self._interaction.followup.send(
            view=view(screen), files=files(screen), ephemeral=True, allowed_mentions=SILENT, wait=True
        )
        self.message = self._followed.id
        return self._followed

    async def _refill(self, screen: Screen) -> Any:
        assert self._followed is not None, "only what was sent can be amended"
        return await self._followed.edit(view=view(screen), attachments=files(screen), allowed_mentions=SILENT)


async def in_words_if_untaken(screen: Screen, send: Send) -> Any:
    """Send a screen, and once more with words for its pictures if Discord refuses them."""
    try:
        return await send(screen)
    except discord.HTTPException as refusal:
        if refusal.status != UNTAKEN or not screen.images:
            raise
        log.info("a picture was refused: %s", refusal)
        return await send(screen.in_words())
