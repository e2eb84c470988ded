"""/elder: enter, board, language."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.audience import Audience, hold
from bot.cogs.host import Host
from bot.cogs.render_board import board_screen
from bot.cogs.render_notice import told
from bot.cogs.tours import Tours
from bot.cogs.words import named
from bot.play.scene import Language

LANGUAGE: Final = "command.elder.language"


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class ElderCog(
    commands.GroupCog, group_name=named("command.elder.name"), group_description=named("command.elder.description")
):
    """The elder's commands."""

    def __init__(self, host: Host, tours: Tours) -> None:
        self._host = host
        self._tours = tours

    @app_commands.command(name=named("command.elder.enter.name"), description=named("command.elder.enter.description"))
    async def enter(self, interaction: discord.Interaction[Any]) -> None:
        """Walk the halls from where the learner stands."""
        await hold(self._host, interaction, "private", self._tours.enter)

    @app_commands.command(name=named("command.elder.board.name"), description=named("command.elder.board.description"))
    async def board(self, interaction: discord.Interaction[Any]) -> None:
        """Show the server's standings."""
        await hold(self._host, interaction, "private", show_board)

    @app_commands.command(name=named(f"{LANGUAGE}.name"), description=named(f"{LANGUAGE}.description"))
    @app_commands.rename(language=named(f"{LANGUAGE}.option.name"))
    @app_commands.describe(language=named(f"{LANGUAGE}.option.description"))
    @app_commands.choices(
        language=[
            Choice(name=named(f"{LANGUAGE}.option.zh"), value="zh-CN"),
            Choice(name=named(f"{LANGUAGE}.option.en"), value="en"),
        ]
    )
    async def language(self, interaction: discord.Interaction[Any], language: Language) -> None:
        """Choose the language the elder speaks."""

        async def choose(audience: Audience) -> None:
            learner = await audience.host.play.speak(audience.learner, language)
            pen = audience.host.pen(learner.language)
            await audience.reply.private(told(pen, "language.chosen", pen.button("enter", "enter", style="first")))

        await hold(self._host, interaction, "private", choose)


async def show_board(audience: Audience) -> None:
    """Show the standings of the place the learner is in."""
    board = await audience.host.play.board(audience.place.guild, audience.learner)
    await audience.reply.private(board_screen(audience.pen, board, private=audience.place.guild is None))
