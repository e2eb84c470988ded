"""/elder ask and /elder cost, and the touches they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.cogs.counsel.render_counsel import (
    QUESTION,
    cost_screen,
    counsel_screen,
    numbers_modal,
    question_modal,
    unreckoned,
)
from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.render_notice import told
from bot.cogs.frame.router import Route
from bot.cogs.frame.words import named
from bot.cogs.tour.tours import put_up
from bot.play.counsel.cost import CostForm, CostSheet, UnreckonedError, known_models
from bot.play.scene import Scene

ASK: Final = "command.elder.ask"
COST: Final = "command.elder.cost"
PATIENCE: Final = 1.0  # seconds for the picture, beyond which its words stand in for it

DType = Literal["fp32", "bf16", "fp16", "fp8", "int8"]


class CounselCommands(commands.Cog):
    """The commands by which the elder is asked; part of the group that takes them in."""

    _host: Host

    @app_commands.command(name=named(f"{ASK}.name"), description=named(f"{ASK}.description"))
    @app_commands.rename(text=named(f"{ASK}.option.name"))
    @app_commands.describe(text=named(f"{ASK}.option.description"))
    async def ask(self, interaction: discord.Interaction[Any], text: Range[str, 1, QUESTION]) -> None:
        """Ask the elder something."""
        await hold(self._host, interaction, "private", partial(answer, text=text))

    @app_commands.command(name=named(f"{COST}.name"), description=named(f"{COST}.description"))
    @app_commands.rename(
        model=named(f"{COST}.model.name"),
        n=named(f"{COST}.n.name"),
        batch=named(f"{COST}.batch.name"),
        dtype=named(f"{COST}.dtype.name"),
    )
    @app_commands.describe(
        model=named(f"{COST}.model.description"),
        n=named(f"{COST}.n.description"),
        batch=named(f"{COST}.batch.description"),
        dtype=named(f"{COST}.dtype.description"),
    )
    @app_commands.choices(model=[Choice(name=name, value=id) for id, name in known_models()])
    async def cost(
        self,
        interaction: discord.Interaction[Any],
        model: str | None = None,
        n: Range[int, 1, 1_000_000_000] | None = None,
        batch: Range[int, 1, 1_000_000] | None = None,
        dtype: DType | None = None,
    ) -> None:
        """Show what attention costs in a model."""
        given = {"n": n, "b": batch}
        form = CostForm(model, {letter: size for letter, size in given.items() if size is not None}, dtype)
        await hold(self._host, interaction, "private", partial(bill, form=form))


class Counsels:
    """The touches of answers and bills."""

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("inquire", "private", self.inquire),
            Route("inquired", "private", self.inquired),
            Route("taught", "private", self.taught),
            Route("told", "private", self.told),
            Route("bill", "private", self.write),
            Route("billed", "private", self.billed),
        )

    async def inquire(self, audience: Audience) -> None:
        """Open the sheet for a question."""
        modal = question_modal(audience.pen, Touch("inquired", (audience.interaction.id,)))
        again = told(audience.pen, "error.slow_modal", audience.pen.button("ask", "inquire"))
        await audience.reply.modal(modal, otherwise=again)

    async def inquired(self, audience: Audience) -> None:
        """Answer the question written, in a message of its own: the scene it was asked from stays as it is."""
        await answer(audience, audience.written)

    async def taught(self, audience: Audience) -> None:
        """Lead into the hall that teaches what was asked."""
        scene = await audience.host.play.enter(audience.learner, audience.text(0))
        await put_up(audience, scene)

    async def told(self, audience: Audience) -> None:
        """Tell what may have been meant as well."""
        counsel = await audience.host.play.tell(audience.learner, audience.text(0))
        await audience.reply.private(counsel_screen(audience.pen, counsel))

    async def write(self, audience: Audience) -> None:
        """Open the sheet for numbers of one's own."""
        modal = numbers_modal(audience.pen, Touch("billed", (audience.interaction.id,)))
        again = told(audience.pen, "error.slow_modal", audience.pen.button("own_numbers", "bill"))
        await audience.reply.modal(modal, otherwise=again)

    async def billed(self, audience: Audience) -> None:
        """Show the bill for the numbers written, or what they lack."""
        try:
            sheet = await audience.host.play.cost_of_text(audience.learner, audience.written)
        except UnreckonedError as refusal:
            await audience.reply.private(unreckoned(audience.pen, refusal))
            return
        await show(audience, sheet)


async def answer(audience: Audience, text: str) -> None:
    """Answer a question, to its asker alone."""
    counsel = await audience.host.play.ask(audience.learner, text)
    await audience.reply.private(counsel_screen(audience.pen, counsel))


async def bill(audience: Audience, form: CostForm) -> None:
    """Show the bill of a form."""
    await show(audience, await audience.host.play.cost(audience.learner, form))


async def show(audience: Audience, sheet: CostSheet) -> None:
    """Show a bill, with its picture if that is drawn in time."""
    language = audience.learner.language
    scene = Scene(audience.learner, "nothing", picture=sheet.picture, picture_book=sheet.picture_book)
    png = await audience.host.paint(scene, language, PATIENCE)
    await audience.reply.private(cost_screen(audience.pen, sheet, png))
