"""The map, the doors behind it, and a learner's own record: what they hold, and the path they came."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Part
from bot.cogs.frame.words import named
from bot.cogs.tour.render_map import map_screen, no_hall_screen
from bot.cogs.tour.render_path import me_screen, path_screen
from bot.cogs.tour.tours import put_up, show
from bot.cogs.wall.rewards import grant
from bot.play.likeness import nearest
from bot.play.refusals import NoHallError
from bot.play.scene import Scene
from bot.play.tour.map_picture import map_picture, mastery_picture
from bot.play.tour.mastery import hall_views
from bot.play.tour.telling import tell
from bot.play.tour.ways import way_to
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture

HALL: Final = "command.elder.hall"
MAP: Final = "command.elder.map"
ME: Final = "command.elder.me"
PATIENCE: Final = 4.0  # seconds for the picture; beyond them, or where none is wanted, the lines below it say the same
CHOICES: Final = 25  # that Discord shows
NEAREST: Final = 3  # halls that may have been meant


class MapCommands(commands.Cog):
    """The commands of the map; part of the group that takes them in."""

    _host: Host

    @app_commands.command(name=named(f"{MAP}.name"), description=named(f"{MAP}.description"))
    async def map(self, interaction: discord.Interaction[Any]) -> None:
        """Show every door."""
        await hold(self._host, interaction, "private", show_map)

    @app_commands.command(name=named(f"{ME}.name"), description=named(f"{ME}.description"))
    async def me(self, interaction: discord.Interaction[Any]) -> None:
        """Show what the learner holds."""
        await hold(self._host, interaction, "private", show_me)

    @app_commands.command(name=named(f"{HALL}.name"), description=named(f"{HALL}.description"))
    @app_commands.rename(hall=named(f"{HALL}.option.name"))
    @app_commands.describe(hall=named(f"{HALL}.option.description"))
    async def hall(self, interaction: discord.Interaction[Any], hall: str) -> None:
        """Enter a hall."""
        await hold(self._host, interaction, "private", partial(enter, hall=self._host.hall_called(hall)))

    @hall.autocomplete("hall")
    async def halls(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer the halls whose name, in either language, holds what was typed; all in memory."""
        language = self._host.language(interaction)
        names = self._host.names
        wanted = [hall for hall in names if any(typed.casefold() in names[hall][each].casefold() for each in LANGUAGES)]
        return [Choice(name=names[hall][language], value=hall) for hall in wanted[:CHOICES]]


class Maps:
    """The touches of the map and of a learner's own record."""

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("map", "private", show_map),
            Route("me", "private", show_me),
            Route("path", "private", show_path),
            Route("door", "update", self.door),
            Route("visit", "private", self.visit),
            Route("toward", "update", self.toward),
            Route("prove", "update", self.prove),
        )

    async def door(self, audience: Audience) -> None:
        """Enter the hall picked on the map."""
        await show(audience, await audience.host.play.enter(audience.learner, audience.picked))

    async def visit(self, audience: Audience) -> None:
        """Enter a hall, in a message of its own."""
        await enter(audience, audience.text(0))

    async def toward(self, audience: Audience) -> None:
        """Enter a hall, or, where its door is closed, the first open one on the way to it."""
        tour_map, hall = await audience.host.play.map(audience.learner), audience.text(0)
        if hall not in (door.hall for door in tour_map.doors):
            await enter(audience, hall)  # which says so
            return
        await show(audience, await audience.host.play.enter(audience.learner, way_to(tour_map, hall)))

    async def prove(self, audience: Audience) -> None:
        """Let the learner prove a hall."""
        await show(audience, await audience.host.play.prove(audience.learner, audience.text(0)))


async def enter(audience: Audience, hall: str) -> None:
    """Enter a hall by its id, in a message of its own; where it is no hall's, show those that may have been meant."""
    try:
        scene = await audience.host.play.enter(audience.learner, hall)
    except NoHallError:
        names = {id: names.values() for id, names in audience.host.names.items()}
        await audience.reply.private(no_hall_screen(audience.pen, nearest(hall, names, NEAREST)))
        return
    await put_up(audience, scene)


async def show_map(audience: Audience) -> None:
    """Show every door as it stands for the learner."""
    tour_map, pen = await audience.host.play.map(audience.learner), audience.pen
    shown = pictured(audience, map_picture(tour_map, pen.voice, pen.language))
    png = await audience.host.paint(shown, pen.language, PATIENCE)
    await audience.reply.private(map_screen(pen, tour_map, drawn(pen, shown, png, "map.png")))


async def show_me(audience: Audience) -> None:
    """Show what the learner holds, and put right a role that could not be given when it was earned."""
    path, pen = await audience.host.play.path(audience.learner), audience.pen
    halls = hall_views(audience.host.play.house.bank, path)
    shown = pictured(audience, mastery_picture(halls, pen.voice, pen.language))
    png = await audience.host.paint(shown, pen.language, PATIENCE)
    await audience.reply.private(me_screen(pen, path, halls, drawn(pen, shown, png, "mastery.png")))
    if path.broke is not None:
        await grant(audience)


async def show_path(audience: Audience) -> None:
    """Have the elder tell the learner their own path."""
    path = await audience.host.play.path(audience.learner)
    await audience.reply.private(path_screen(audience.pen, path, tell(path)))


def pictured(audience: Audience, picture: Picture) -> Scene:
    """Return a scene that shows nothing but a picture."""
    return Scene(audience.learner, "nothing", picture=picture)


def drawn(pen: Pen, shown: Scene, png: bytes | None, name: str) -> tuple[Part, ...]:
    """Return the picture; nothing where it is not drawn, for its words would only repeat the lines below it."""
    return () if png is None else pen.picture(shown, png, name)
