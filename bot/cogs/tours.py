"""Every touch of the tour: one message, edited at each, so that nobody loses their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cogs.audience import Audience
from bot.cogs.ids import Touch
from bot.cogs.modals import sheet
from bot.cogs.render_notice import explained
from bot.cogs.render_path import told_parts
from bot.cogs.render_tour import tour
from bot.cogs.router import Route
from bot.cogs.screen import Screen, Text
from bot.play.refusals import NotHereError
from bot.play.scene import Scene, Walk
from bot.play.telling import ends_the_tour, tell

PATIENCE: Final = 1.0  # seconds for the picture, beyond which its words stand in for it


class Tours:
    """The touches of the tour."""

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("enter", "private", self.enter),
            Route("on", "update", self.on),
            Route("go", "update", self.go),
            Route("pick", "update", self.pick),
            Route("turn", "update", self.turn),
            Route("write", "private", self.write),
            Route("wrote", "update", self.wrote),
            Route("tip", "private", self.tip),
        )

    async def enter(self, audience: Audience) -> None:
        """Show the learner where they stand, in a message of its own."""
        scene = await audience.host.play.enter(audience.learner)
        await audience.reply.private(await screen(audience, scene))

    async def on(self, audience: Audience) -> None:
        """Go on to the next hall."""
        await show(audience, await audience.host.play.enter(audience.learner))

    async def go(self, audience: Audience) -> None:
        """Go on to the next beat."""
        await self._move(audience, "next")

    async def pick(self, audience: Audience) -> None:
        """Choose one of what the elder offers."""
        await self._move(audience, f"choose:{audience.text(2)}")

    async def turn(self, audience: Audience) -> None:
        """Turn the dial to the value picked."""
        await self._move(audience, f"turn:{audience.picked}")

    async def write(self, audience: Audience) -> None:
        """Open the sheet for the question the elder has put, or show what he asks by now."""
        walk_id, beat, attempt = audience.number(0), audience.text(1), audience.number(2)
        scene = await audience.host.play.enter(audience.learner)
        walk, asked = scene.walk, scene.asked
        here = walk is not None and (walk.id, walk.beat) == (walk_id, beat)
        if not here or asked is None or asked.attempt != attempt:
            await audience.reply.private(await screen(audience, scene))
            return
        touch = Touch("wrote", (walk_id, beat, attempt, audience.interaction.id))
        modal = sheet(audience.pen, touch, asked, audience.pen.word("modal.hall"))
        await audience.reply.modal(modal, otherwise=await screen(audience, scene))

    async def wrote(self, audience: Audience) -> None:
        """Send in what was written, and show what the elder says to it."""
        try:
            scene = await audience.host.play.reply(
                audience.number(0),
                audience.text(1),
                audience.number(2),
                audience.learner,
                audience.written,
                interaction=audience.interaction.id,
                at=audience.host.clock(),
            )
        except NotHereError as refusal:
            scene = refusal.scene
        await show(audience, scene)

    async def tip(self, audience: Audience) -> None:
        """Give a question's hint."""
        hint = await audience.host.play.hint(audience.number(0))
        await audience.reply.private(explained(audience.pen, "verdict.hint", (hint,)))

    async def _move(self, audience: Audience, move: str) -> None:
        walk_id, beat = audience.number(0), audience.text(1)
        try:
            scene = await audience.host.play.walk(
                walk_id, beat, audience.learner, move, interaction=audience.interaction.id
            )
        except NotHereError as refusal:
            scene = refusal.scene
        await show(audience, scene)


async def show(audience: Audience, scene: Scene) -> None:
    """Put a scene in the place of the message that was touched."""
    await audience.reply.update(await screen(audience, scene))


async def screen(audience: Audience, scene: Scene) -> Screen:
    """Return the screen of a scene in a hall, with its picture if that is drawn in time."""
    png = await audience.host.paint(scene, audience.learner.language, PATIENCE)
    return tour(audience.pen, scene, walk_of(scene), png, await retold(audience, scene))


async def retold(audience: Audience, scene: Scene) -> tuple[Text, ...]:
    """Return the learner's own path in the elder's words where a scene ends the tour; nothing elsewhere."""
    if scene.walk is None or scene.walk.beat is not None:
        return ()
    path = await audience.host.play.path(audience.learner)
    return told_parts(audience.pen, tell(path)) if ends_the_tour(scene, path) else ()


def walk_of(scene: Scene) -> Walk:
    """Return the walk a scene of the tour is about."""
    if scene.walk is None:
        raise ValueError("a scene of the tour without its walk")
    return scene.walk
