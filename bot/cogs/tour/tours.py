"""Every touch of the tour: one message, edited at each, so that nobody loses their place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.cogs.frame.audience import Audience
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.render_notice import explained
from bot.cogs.frame.reply import Send
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.tour.render_map import map_screen
from bot.cogs.tour.render_path import told_parts
from bot.cogs.tour.render_tour import UNDER_WAY, Behind, tour
from bot.play.refusals import NoBattleError, NotHereError
from bot.play.scene import Say, Scene, Walk
from bot.play.tour.map_picture import map_picture
from bot.play.tour.telling import ends_the_tour, tell
from bot.play.tour.tour_refusals import NotYourWalkError
from bot.play.tour.ways import still_ahead, way_from

PATIENCE: Final = 0.5  # seconds a first answer waits for the drawing, beyond what it waited for the exhibit
DRAWING: Final = 2.0  # … and a late picture, beyond which its words stand in for it
WAITING: Final = "tour.waiting"
MISSING: Final = "tour.no_picture"
MAP: Final = "map.png"


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
        await put_up(audience, await audience.host.play.enter(audience.learner))

    async def on(self, audience: Audience) -> None:
        """Go on to the hall that was named; where none was, or it is passed by now, to where the learner stands."""
        play, learner = audience.host.play, audience.learner
        named = audience.text(0) if audience.touch.arguments else None
        hall = None if named is None else still_ahead(await play.map(learner), named)
        await show(audience, await play.enter(learner, hall))

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
            await audience.reply.private(await screen(audience, present(scene, walk_id, beat)))
            return
        touch = Touch("wrote", (walk_id, beat, attempt, audience.interaction.id))
        modal = sheet(audience.pen, touch, asked, audience.pen.word("modal.hall"))
        await audience.reply.modal(modal, otherwise=tour(audience.pen, scene, walk_of(scene), None))

    async def wrote(self, audience: Audience) -> None:
        """Send in what was written, and show what the elder says to it."""
        walk_id, beat = audience.number(0), audience.text(1)
        try:
            scene = await audience.host.play.reply(
                walk_id,
                beat,
                audience.number(2),
                audience.learner,
                audience.written,
                interaction=audience.interaction.id,
                at=audience.host.clock(),
            )
        except NotHereError as refusal:
            scene = present(refusal.scene, walk_id, beat)
        await show(audience, scene)

    async def tip(self, audience: Audience) -> None:
        """Give a question's hint, and open its sheet from there; a hint asked for of old only leads back."""
        try:
            hint = await audience.host.play.hint(audience.number(0))
        except NoBattleError:
            raise NotYourWalkError from None
        question, pen = audience.touch.arguments[1:], audience.pen
        on = pen.button("answer", "write", *question, style="first") if question else pen.button("halls", "enter")
        await audience.reply.private(explained(pen, "verdict.hint", (hint,), on))

    async def _move(self, audience: Audience, move: str) -> None:
        walk_id, beat = audience.number(0), audience.text(1)
        try:
            scene = await audience.host.play.walk(
                walk_id, beat, audience.learner, move, interaction=audience.interaction.id
            )
        except NotHereError as refusal:
            scene = present(refusal.scene, walk_id, beat)
        await show(audience, scene)


def present(scene: Scene, walk_id: int, beat: str) -> Scene:
    """Return where the learner stands, headed by a line that says that what they touched is past."""
    here = scene.walk is not None and (scene.walk.id, scene.walk.beat) == (walk_id, beat)
    past = Say("bot", f"refusal.{'too_late' if here else 'not_here'}")
    return scene._replace(say=(past, *scene.say))


async def show(audience: Audience, scene: Scene) -> None:
    """Put a scene in the place of the message that was touched, and its picture there when it comes."""
    await in_time(audience, scene, audience.reply.update)


async def put_up(audience: Audience, scene: Scene) -> None:
    """Show a scene in a message of its own, and its picture there when it comes."""
    await in_time(audience, scene, audience.reply.private)


async def in_time(audience: Audience, scene: Scene, put: Send) -> None:
    """Show a scene with the picture that is there by now; one that is late is waited for, and the message then edited.

    Within this interaction: a bot that is told to end gives it the time it gives to any, and one that is killed leaves
    a message whose every touch still means what it says.
    """
    await overtake(audience)
    if scene.walk is None:
        await put(await everywhere(audience, scene))
        return
    behind = await left_behind(audience, scene)
    png = await audience.host.paint(scene, audience.learner.language, PATIENCE)
    late = scene.late is not None or (png is None and scene.picture is not None and not scene.learner.text_only)
    await put(tour(audience.pen, scene, walk_of(scene), png, behind, WAITING if late else None))
    if late and audience.reply.message is not None:
        await finish(audience, scene, behind, audience.reply.message)


async def overtake(audience: Audience) -> None:
    """Take the message that was touched from the late picture on its way there; an edit that has begun ends before."""
    message = audience.interaction.message
    begun = audience.host.unfinished.pop(message.id, None) if message is not None else None
    if begun is not None:
        async with begun:
            return


async def finish(audience: Audience, scene: Scene, behind: Behind, message: int) -> None:
    """Wait for a late picture and put it into its message, unless that shows another scene by then."""
    host, unfinished = audience.host, audience.host.unfinished
    mine = unfinished[message] = asyncio.Lock()
    try:
        picture = scene.picture if scene.late is None else await host.play.exhibit(scene.late)
        whole = scene._replace(picture=picture, late=None)
        png = await host.paint(whole, audience.learner.language, DRAWING)
        async with mine:
            if unfinished.get(message) is mine:
                aside = MISSING if picture is None else None
                await audience.reply.amend(tour(audience.pen, whole, walk_of(scene), png, behind, aside))
    finally:
        if unfinished.get(message) is mine:
            del unfinished[message]


async def screen(audience: Audience, scene: Scene) -> Screen:
    """Return the screen of a scene in a hall, with its picture if that is drawn in time; of one in none, the map."""
    if scene.walk is None:
        return await everywhere(audience, scene)
    png = await audience.host.paint(scene, audience.learner.language, PATIENCE)
    return tour(audience.pen, scene, walk_of(scene), png, await left_behind(audience, scene))


async def everywhere(audience: Audience, scene: Scene) -> Screen:
    """Return the map, on which a learner who has passed every hall may choose one."""
    pen, tour_map = audience.pen, await audience.host.play.map(audience.learner)
    shown = scene._replace(picture=map_picture(tour_map, pen.voice, pen.language))
    png = await audience.host.paint(shown, pen.language, PATIENCE)
    picture = () if png is None else pen.picture(shown, png, MAP)
    return map_screen(pen, tour_map, picture, pen.lines(scene.say))


async def left_behind(audience: Audience, scene: Scene) -> Behind:
    """Return the hall that follows where a scene is a walk's end, and the learner's own path where it ends the tour."""
    if scene.walk is None or scene.walk.beat is not None:
        return UNDER_WAY
    path = await audience.host.play.path(audience.learner)
    told = told_parts(audience.pen, tell(path)) if ends_the_tour(scene, path) else ()
    return Behind(told, way_from(path.map, scene.walk.hall))


def walk_of(scene: Scene) -> Walk:
    """Return the walk a scene of the tour is about."""
    if scene.walk is None:
        raise ValueError("a scene of the tour without its walk")
    return scene.walk
