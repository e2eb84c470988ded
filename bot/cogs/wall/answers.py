"""Every touch of a question at the wall: its sheet, its answer, the reading that was meant, its hint, its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord.ui import Modal

from bot.cogs.frame.audience import Audience
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.render_notice import explained
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.frame.visit import Visit
from bot.cogs.tour.tours import show
from bot.cogs.wall import render_wall
from bot.cogs.wall.render_verdict import verdict
from bot.cogs.wall.rewards import grant
from bot.cogs.wall.touched import battle_of, open_question
from bot.cogs.wall.wall_placard import SORT
from bot.play.meeting import Arrival
from bot.play.scene import Asked, Battle, Scene

NEEDED: Final = ("view_channel", "send_messages", "attach_files")  # to put up a wall by the bot's own token
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
BITS: Final = {name: getattr(discord.Permissions, name).flag for name in (*NEEDED, *NEEDED_IN_THREADS)}
ENOUGH: Final = sum(BITS.values())  # anywhere


class Answers:
    """The touches of a question; what they mean is in the game, what they look like in the renderers."""

    def __init__(self, placards: Placards) -> None:
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("ask", "private", self.ask),
            Route("said", "private", self.said, brief=True),
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
        """Give the worked solution of a question the learner has answered, and the way on where one was told."""
        says, pen = await audience.host.play.explain(audience.number(0), audience.learner), audience.pen
        onward = audience.touch.arguments[1:]
        on = (pen.button("next", "ask", *onward, style="first"),) if onward else ()
        ways = (*on, pen.button("ask", "inquire"), pen.button("court", "court"))
        await audience.reply.private(explained(pen, "verdict.solution", says, *ways))

    async def said(self, audience: Audience) -> None:
        """Send in what was written, tell the writer the verdict, then show everyone the wall."""
        play, visit = audience.host.play, audience.visit
        heard = await play.hear(
            audience.number(0),
            audience.number(1),
            audience.number(2),
            Arrival(visit.user, visit.name, visit.locale),
            audience.written,
            interaction=visit.id,
            at=audience.host.clock(),
        )
        audience.met(heard.learner)
        scene = await play.verdict(heard)
        try:
            await audience.reply.private(after(audience, scene))
        finally:
            await self._follow(audience, scene)
            await audience.host.seen(visit)

    async def read(self, audience: Audience) -> None:
        """Take a text in the way its writer meant it, at the wall or in a hall."""
        scene = await audience.host.play.choose_reading(
            audience.number(0), audience.number(1), audience.learner, interaction=audience.visit.id
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
        channel = scene.battle.place.channel
        seen = channel is not None and await self._placards.renew(SORT, scene.battle.id, channel)
        if not seen:
            missing = missing_permissions(audience.visit)
            if missing:
                await audience.reply.private(cannot_post(audience, missing))
        if scene.battle.ending == "broken":
            await grant(audience)


def battle_sheet(audience: Audience, battle: Battle, asked: Asked) -> Modal:
    """Return the sheet for a battle's question."""
    pen = audience.pen
    touch = Touch("said", (battle.id, asked.turn, asked.attempt, audience.visit.id))
    return sheet(pen, touch, asked, render_wall.heading(pen, battle, asked))


def after(audience: Audience, scene: Scene) -> Screen:
    """Return what the writer of an answer sees."""
    if scene.judged is None:
        raise ValueError("a verdict without what was judged")
    return verdict(audience.pen, scene, scene.judged, battle_of(scene))


def missing_permissions(visit: Visit) -> list[str]:
    """Return what the bot may not do here and would have to; nothing where no server could grant it."""
    if visit.guild is None or visit.uninvited or visit.rights & ENOUGH == ENOUGH:
        return []
    needed = NEEDED if visit.parent is None else NEEDED_IN_THREADS
    return [name for name in needed if not visit.rights & BITS[name]]


def cannot_post(audience: Audience, missing: Sequence[str]) -> Screen:
    """Return which permissions the bot lacks to show the wall."""
    pen = audience.pen
    names = pen.word("error.between").join(pen.word(f"permission.{name}") for name in missing)
    said = (pen.word("error.cannot_post", permissions=names), pen.word("error.cannot_post_do"))
    return Screen((*map(Text, said), *row(pen.button("court", "court"))))
