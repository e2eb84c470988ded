"""Every touch of a question at the wall: its sheet, its answer, the reading that was meant, its hint, its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord.ui import Modal

from bot.cogs.frame.audience import Audience
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.render_notice import explained
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.tour.tours import show
from bot.cogs.wall import render_wall
from bot.cogs.wall.poster import Poster
from bot.cogs.wall.render_verdict import verdict
from bot.cogs.wall.rewards import grant
from bot.cogs.wall.touched import battle_of, open_question
from bot.play.scene import Asked, Battle, Scene

NEEDED: Final = ("view_channel", "send_messages", "attach_files")  # to put up a wall by the bot's own token
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")


class Answers:
    """The touches of a question; what they mean is in the game, what they look like in the renderers."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("ask", "private", self.ask),
            Route("said", "private", self.said),
            Route("read", "update", self.read),
            Route("hint", "private", self.hint),
            Route("why", "private", self.why),
        )

    async def ask(self, audience: Audience) -> None:
        """Open the sheet for the open question, or say which one is open now."""
        battle, asked = await open_question(audience)
        await audience.reply.modal(
            battle_sheet(audience, battle, asked),
            otherwise=render_wall.private(audience.pen, battle, audience.pen.word("error.slow_modal")),
        )

    async def hint(self, audience: Audience) -> None:
        """Give the open question's hint, to its challenger."""
        battle, asked = await open_question(audience)
        on = render_wall.answer_button(audience.pen, battle, asked, "answer")
        hint = await audience.host.play.hint(asked.id)
        await audience.reply.private(explained(audience.pen, "verdict.hint", (hint,), on))

    async def why(self, audience: Audience) -> None:
        """Give the worked solution of a question the learner has answered."""
        says = await audience.host.play.explain(audience.number(0), audience.learner)
        await audience.reply.private(explained(audience.pen, "verdict.solution", says))

    async def said(self, audience: Audience) -> None:
        """Send in what was written, tell the writer the verdict, then show everyone the wall."""
        scene = await audience.host.play.verdict(
            audience.number(0),
            audience.number(1),
            audience.number(2),
            audience.learner,
            audience.written,
            interaction=audience.interaction.id,
            at=audience.host.clock(),
        )
        try:
            await audience.reply.private(after(audience, scene))
        finally:
            await self._follow(audience, scene)

    async def read(self, audience: Audience) -> None:
        """Take a text in the way its writer meant it, at the wall or in a hall."""
        scene = await audience.host.play.choose_reading(
            audience.number(0), audience.number(1), audience.learner, interaction=audience.interaction.id
        )
        if scene.walk is not None:
            await show(audience, scene)
            return
        try:
            await audience.reply.update(after(audience, scene))
        finally:
            await self._follow(audience, scene)

    async def _follow(self, audience: Audience, scene: Scene) -> None:
        """Show everyone what an answer did to the wall, or name the permission that lacks; reward who broke it."""
        if scene.battle is None or scene.judged is None or not scene.judged.counts:
            return
        seen = scene.battle.place.channel is not None and await self._poster.renew(scene.battle.id, scene.say)
        if not seen:
            missing = missing_permissions(audience.interaction)
            if missing:
                await audience.reply.private(cannot_post(audience, missing))
        if scene.battle.ending == "broken":
            await grant(audience)


def battle_sheet(audience: Audience, battle: Battle, asked: Asked) -> Modal:
    """Return the sheet for a battle's question."""
    pen = audience.pen
    touch = Touch("said", (battle.id, asked.turn, asked.attempt, audience.interaction.id))
    return sheet(pen, touch, asked, render_wall.heading(pen, battle, asked))


def after(audience: Audience, scene: Scene) -> Screen:
    """Return what the writer of an answer sees."""
    if scene.judged is None:
        raise ValueError("a verdict without what was judged")
    return verdict(audience.pen, scene, scene.judged, battle_of(scene))


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """Return what the bot may not do here and would have to; nothing where no server could grant it."""
    only_the_users = interaction.is_user_integration() and not interaction.is_guild_integration()
    if interaction.guild_id is None or only_the_users:
        return []
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    return [name for name in needed if not getattr(interaction.app_permissions, name)]


def cannot_post(audience: Audience, missing: Sequence[str]) -> Screen:
    """Return which permissions the bot lacks to show the wall."""
    pen = audience.pen
    names = pen.word("error.between").join(pen.word(f"permission.{name}") for name in missing)
    return Screen((Text(pen.word("error.cannot_post", permissions=names)), Text(pen.word("error.cannot_post_do"))))
