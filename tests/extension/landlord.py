"""Someone else's bot, with habits of its own, in which the elder is a guest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.workshop.remeasured import Remeasured
from tests.discord.easel import Easel

GUEST = "bot.extension"
ERRAND = "!errand"


class Bench(Easel):
    """A workshop in no process, that remembers whether it was opened and closed."""

    opened: list[Bench] = []  # noqa: RUF012 - told of all that were opened in a test, and cleared by it

    def __init__(self, workers: int = 1) -> None:
        super().__init__()
        self.closed = False
        Bench.opened.append(self)

    def warm(self) -> None:
        assert not self.closed

    async def close(self) -> None:
        self.closed = True

    async def measure(self, *_asked: Any, **_patience: Any) -> Remeasured | None:
        return None


class Greedy(ui.DynamicItem[ui.Button[Any]], template=r"(?s:.*)"):
    """A button that takes every touch there is for its own."""

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, _match: Any) -> Greedy:
        return cls(ui.Button(custom_id="any"))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("mine", ephemeral=True)


class Mute(app_commands.Translator):
    """A translator that breaks down over every text it does not know, which is each of ours."""

    async def translate(self, string: Any, locale: Any, context: Any) -> str | None:
        raise KeyError(str(string))


class Landlord(commands.Bot):
    """A bot that was here first: its own command, button, ears, mentions and prefix."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__("!", intents=intents)
        self.heard: list[str] = []
        self.touched: list[str] = []
        self.tree.command(name="rent", description="what is owed")(self.rent)
        self.tree.error(self.rue)
        self.rued: list[Exception] = []
        self.errand: Callable[[], Awaitable[Any]] | None = None

    async def setup_hook(self) -> None:
        await self.load_extension(GUEST)
        await self.tree.sync()  # as its owner does it: the guest never does

    async def rent(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("ten", ephemeral=True)

    async def rue(self, _interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        self.rued.append(error)

    async def on_message(self, message: discord.Message, /) -> None:
        self.heard.append(message.content)
        if message.content == ERRAND and self.errand is not None:
            await self.errand()  # what its owner wants done, from within the bot as owners do it
        await self.process_commands(message)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.touched.append(str((interaction.data or {}).get("custom_id")))
        if (interaction.data or {}).get("custom_id") == "house:door":
            await interaction.response.send_message("open", ephemeral=True)
