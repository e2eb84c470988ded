"""/teach: stats, assign, work, appeals, paper, settings, check."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.cogs.desk import appeals, classes, settings
from bot.cogs.desk.assignments import Assignments, show_works
from bot.cogs.desk.desk_words import button, said
from bot.cogs.desk.teachers import for_managers, for_teachers
from bot.cogs.frame.audience import Audience, Handler, hold
from bot.cogs.frame.escape import cut
from bot.cogs.frame.host import Host
from bot.cogs.frame.reply import Manner
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Document, Screen, Text, row
from bot.cogs.frame.words import named
from bot.cogs.wall.rewards import switch_off
from bot.play.desk.classes import Choices
from bot.play.scene import Language

TEACH: Final = "command.teach"
OFFERED: Final = 25  # that Discord shows
LONGEST: Final = 100  # characters of an offer
PAPERS: Final = 2**31 - 1  # the greatest number of a sheet


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class TeachCog(commands.GroupCog, group_name=named(f"{TEACH}.name"), group_description=named(f"{TEACH}.description")):
    """The commands of a teacher's desk; a subcommand cannot be hidden, so each asks who comes."""

    def __init__(self, host: Host, assignments: Assignments) -> None:
        self._host = host
        self._assignments = assignments

    @app_commands.command(name=named(f"{TEACH}.stats.name"), description=named(f"{TEACH}.stats.description"))
    async def stats(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the class does."""
        await self._hold(interaction, "private", for_teachers(classes.show_all))

    @app_commands.command(name=named(f"{TEACH}.assign.name"), description=named(f"{TEACH}.assign.description"))
    @app_commands.rename(
        **{each: named(f"{TEACH}.assign.{each}.name") for each in ("title", "what", "due", "attempts", "paper")}
    )
    @app_commands.describe(
        **{each: named(f"{TEACH}.assign.{each}.description") for each in ("title", "what", "due", "attempts", "paper")}
    )
    async def assign(
        self,
        interaction: discord.Interaction[Any],
        title: Range[str, 1, 100],
        what: str,
        due: str | None = None,
        attempts: Range[int, 1, 10] = 1,
        paper: Range[int, 0, PAPERS] | None = None,
    ) -> None:
        """Set work for the class."""
        put_up = partial(self._assignments.put_up, title=title, what=what, due=due, attempts=attempts, paper=paper)
        await self._hold(interaction, "public", for_teachers(put_up))

    @app_commands.command(name=named(f"{TEACH}.work.name"), description=named(f"{TEACH}.work.description"))
    async def work(self, interaction: discord.Interaction[Any]) -> None:
        """Show the work that was set, and who has handed in."""
        await self._hold(interaction, "private", for_teachers(partial(show_works, here=False)))

    @app_commands.command(name=named(f"{TEACH}.appeals.name"), description=named(f"{TEACH}.appeals.description"))
    async def appeals(self, interaction: discord.Interaction[Any]) -> None:
        """Show the appeal that waits longest."""
        await self._hold(interaction, "private", for_teachers(appeals.show))

    @app_commands.command(name=named(f"{TEACH}.paper.name"), description=named(f"{TEACH}.paper.description"))
    @app_commands.rename(**{each: named(f"{TEACH}.paper.{each}.name") for each in ("what", "number", "language")})
    @app_commands.describe(
        **{each: named(f"{TEACH}.paper.{each}.description") for each in ("what", "number", "language")}
    )
    @app_commands.choices(
        language=[
            Choice(name=named("command.elder.language.option.zh"), value="zh-CN"),
            Choice(name=named("command.elder.language.option.en"), value="en"),
        ]
    )
    async def paper(
        self,
        interaction: discord.Interaction[Any],
        what: str,
        number: Range[int, 0, PAPERS] = 1,
        language: Literal["zh-CN", "en"] | None = None,
    ) -> None:
        """Give a sheet to print, and its key."""
        given = partial(give_paper, what=what, number=number, language=language)
        await self._hold(interaction, "private", for_teachers(given))

    @app_commands.command(name=named(f"{TEACH}.settings.name"), description=named(f"{TEACH}.settings.description"))
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show what the server has chosen."""
        await self._hold(interaction, "private", for_managers(settings.show))

    @app_commands.command(name=named(f"{TEACH}.check.name"), description=named(f"{TEACH}.check.description"))
    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """Look round the channel before a game."""
        await self._hold(interaction, "private", for_teachers(settings.check))

    @assign.autocomplete("what")
    @paper.autocomplete("what")
    async def offer(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer halls and skills by their names; all in memory."""
        offers = self._host.play.desk.offered(typed, self._host.language(interaction))
        fitting = [(name, value) for name, value in offers if len(value) <= LONGEST]
        return [Choice(name=cut(name, LONGEST), value=value) for name, value in fitting[:OFFERED]]

    async def _hold(self, interaction: discord.Interaction[Any], manner: Manner, handler: Handler) -> None:
        await hold(self._host, interaction, manner, handler)


class Desk:
    """The touches that lead to the desk's screens from elsewhere."""

    def routes(self) -> tuple[Route, ...]:
        """Return the touches known here."""
        return (
            Route("deskall", "private", for_teachers(classes.show_all)),
            Route("deskcases", "private", for_teachers(appeals.show)),
            Route("desklist", "private", for_teachers(partial(show_works, here=False))),
            Route("deskchoices", "private", for_managers(settings.show)),
            Route("rewardoff", "update", switch_off),
        )


async def give_paper(
    audience: Audience, choices: Choices, *, what: str, number: int, language: Language | None
) -> None:
    """Give a sheet and its key, each a file."""
    pen = audience.pen
    sheet, key = audience.host.play.desk.paper(what, number, language or pen.language)
    files = (Document(sheet.encode(), f"sheet-{number}.md"), Document(key.encode(), f"key-{number}.md"))
    back = row(button(pen, "work", "desklist"), button(pen, "stats", "deskall"))
    await audience.reply.private(Screen((Text(said(pen, "paper.given", number=number)), *files, *back)))
