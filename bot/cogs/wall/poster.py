"""The public message of a battle, kept true after each answer: edited while it is young, else put up anew.

It is a copy of what is stored. Wherever Discord will not have it, the battle goes on without.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, files, view
from bot.cogs.frame.screen import Screen
from bot.cogs.wall.render_wall import wall
from bot.cogs.wall.touched import battle_of
from bot.play.scene import Battle, Place, Say, Scene

YOUNG: Final = timedelta(minutes=55)  # edits of messages older than an hour are rationed harshly
PATIENCE: Final = 10.0  # seconds for the picture; nobody is kept waiting by it
FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


class Poster:
    """Puts up, renews and takes down walls, by the bot's own token: an interaction's lasts fifteen minutes."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def renew(self, battle_id: int, say: Sequence[Say] = ()) -> bool:
        """Show a battle as it stands now where it stands; whether anyone can see it.

        One at a time for each battle, and each with what is then stored, so that the last to come shows the truth.
        """
        async with self._locks.setdefault(battle_id, asyncio.Lock()):
            scene = await self._host.play.public(battle_id)
            if scene is None:
                return False
            battle = battle_of(scene)
            screen = await self._screen(scene, battle, say)
            return await self._edit(battle, screen) or await self._repost(battle, screen)

    async def retire(self, place: Place) -> None:
        """Take down a message that another has replaced."""
        if place.channel is None or place.message is None:
            return
        try:
            await self._channel(place).get_partial_message(place.message).delete()
        except FAILURES as failure:
            log.info("an old wall stays where it was: %s", failure)

    async def _screen(self, scene: Scene, battle: Battle, say: Sequence[Say]) -> Screen:
        language = battle.learner.language
        png = await self._host.paint(scene, language, PATIENCE)
        return wall(self._host.pen(language), scene, battle, png, say)

    async def _edit(self, battle: Battle, screen: Screen) -> bool:
        message = battle.place.message
        if message is None or self._host.clock() - discord.utils.snowflake_time(message) > YOUNG:
            return False
        try:
            await (
                self._channel(battle.place)
                .get_partial_message(message)
                .edit(view=view(screen), attachments=files(screen), allowed_mentions=SILENT)
            )
        except FAILURES as failure:
            log.info("battle %s: its wall could not be edited: %s", battle.id, failure)
            return False
        return True

    async def _repost(self, battle: Battle, screen: Screen) -> bool:
        try:
            message = await self._channel(battle.place).send(
                view=view(screen), files=files(screen), allowed_mentions=SILENT
            )
        except FAILURES as failure:
            log.warning("battle %s: its wall could not be put up anew: %s", battle.id, failure)
            return False
        await self._host.play.moved(battle.id, replace(battle.place, message=message.id))
        await self.retire(battle.place)
        return True

    def _channel(self, place: Place) -> discord.PartialMessageable:
        if place.channel is None:
            raise ValueError("a battle that stands in no channel")
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)
