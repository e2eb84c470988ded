"""/elder: enter, board, language; and, taken in from elsewhere, ask, cost, map, hall, me, privacy, review, reward."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.board.boards import Boards
from bot.cogs.counsel.counsel import CounselCommands
from bot.cogs.desk.assignments import WorkCommands
from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.frame.words import named
from bot.cogs.review.reviews import ReviewCommands
from bot.cogs.rights.privacy import PrivacyCommands
from bot.cogs.tour.maps import MapCommands
from bot.cogs.tour.tours import Tours
from bot.cogs.wall.rewards import RewardCommands
from bot.play.scene import Language

LANGUAGE: Final = "command.elder.language"
PICTURES: Final = f"{LANGUAGE}.pictures"


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class ElderCog(
    CounselCommands,
    MapCommands,
    PrivacyCommands,
    ReviewCommands,
    RewardCommands,
    WorkCommands,
    commands.GroupCog,
    group_name=named("command.elder.name"),
    group_description=named("command.elder.description"),
):
    """The elder's commands."""

    def __init__(self, host: Host, tours: Tours, boards: Boards) -> None:
        self._host = host
        self._tours = tours
        self._boards = boards

    @app_commands.command(name=named("command.elder.enter.name"), description=named("command.elder.enter.description"))
    async def enter(self, interaction: discord.Interaction[Any]) -> None:
        """Walk the halls from where the learner stands."""
        await hold(self._host, interaction, "private", self._tours.enter)

    @app_commands.command(name=named("command.elder.board.name"), description=named("command.elder.board.description"))
    @app_commands.rename(public=named("command.elder.board.public.name"))
    @app_commands.describe(public=named("command.elder.board.public.description"))
    async def board(self, interaction: discord.Interaction[Any], public: bool = False) -> None:
        """Show a board to whoever asks; or put up the server's for all to see."""
        handler = self._boards.put_up if public else self._boards.open
        await hold(self._host, interaction, "public" if public else "private", handler)

    @app_commands.command(name=named(f"{LANGUAGE}.name"), description=named(f"{LANGUAGE}.description"))
    @app_commands.rename(language=named(f"{LANGUAGE}.option.name"), pictures=named(f"{PICTURES}.name"))
    @app_commands.describe(language=named(f"{LANGUAGE}.option.description"), pictures=named(f"{PICTURES}.description"))
    @app_commands.choices(
        language=[
            Choice(name=named(f"{LANGUAGE}.option.zh"), value="zh-CN"),
            Choice(name=named(f"{LANGUAGE}.option.en"), value="en"),
        ],
        pictures=[Choice(name=named(f"{PICTURES}.{each}"), value=each) for each in ("yes", "no")],
    )
    async def language(
        self,
        interaction: discord.Interaction[Any],
        language: Language | None = None,
        pictures: Literal["yes", "no"] | None = None,
    ) -> None:
        """Choose the language the elder speaks, and whether he shows pictures or tells what is on them."""
        await hold(self._host, interaction, "private", partial(choose, language=language, pictures=pictures))


async def choose(audience: Audience, language: Language | None, pictures: str | None) -> None:
    """Remember what was chosen of the two, and say how it is from now on; where nothing was, how it is."""
    play, learner = audience.host.play, audience.learner
    if language is not None:
        learner = await play.speak(learner, language)
    if pictures is not None:
        learner = await play.picture(learner, text_only=pictures == "no")
    audience.host.remember(learner)
    pen = audience.host.pen(learner.language)
    shown = pen.word("language.words" if learner.text_only else "language.pictures")
    said = pen.word("language.now" if language is None else "language.chosen", pictures=shown)
    ways = row(pen.button("enter", "enter", style="first"), pen.button("court", "court"))
    await audience.reply.private(Screen((Text(said), *ways)))
