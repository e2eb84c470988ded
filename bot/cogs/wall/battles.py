"""Every touch that begins, moves or leaves a battle: ask the game, and show what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from bot.cogs.desk.permits import against
from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.render_notice import told
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.showing import Sight
from bot.cogs.wall import render_wall
from bot.cogs.wall.touched import battle_of, open_own_battle, own_battle
from bot.cogs.wall.wall_placard import SORT, state_of
from bot.play.scene import Battle, Say, Scene, Tier

TIERS: Final[tuple[Tier, ...]] = get_args(Tier)
MARGIN: Final = 0.4  # seconds kept for sending what was drawn; words stand in for a picture that comes later


class Battles:
    """The touches of a battle; what they mean is in the game, what they look like in the renderers."""

    def __init__(self, placards: Placards) -> None:
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("fight", "public", self.fight),
            Route("leave", "private", self.leave),
            Route("quit", "update", self.quit),
            Route("stay", "update", self.stay),
            Route("bring", "public", self.bring),
            Route("call", "public", self.call),
        )

    async def fight(self, audience: Audience) -> None:
        """Face the wall at the tier written on the button."""
        tier = next((tier for tier in TIERS if tier == audience.text(0)), None)
        if tier is None:
            raise OlderError(str(audience.touch))
        await self.face(audience, tier=tier)

    async def face(self, audience: Audience, *, tier: Tier) -> None:
        """Begin a battle for all to see, or lead the learner back to the one that stands.

        A server may have chosen where, how deep, and in which language; a wall that stands is gone on with anywhere.
        """
        play, learner, guild = audience.host.play, audience.learner, audience.place.guild
        if guild is not None:
            choices = await play.desk.choices(guild)
            no = against(audience, choices, tier, TIERS)
            if no is not None and await play.open_battle(learner, guild) is None:
                await audience.reply.private(no)
                return
            learner = learner._replace(language=choices.language or learner.language)
        scene = await play.fight(learner, tier=tier, place=audience.place)
        battle = battle_of(scene)
        if battle.place.message is None:
            await self._put_up(audience, scene, battle)
        else:
            lead = audience.pen.word("wall.standing")
            await audience.reply.private(render_wall.private(audience.pen, battle, lead))

    async def call(self, audience: Audience) -> None:
        """Put up the learner's wall anew, here."""
        battle = await audience.host.play.open_battle(audience.learner, audience.place.guild)
        if battle is None:
            await audience.reply.private(no_wall(audience))
        else:
            await self._put_up(audience, await resumed(audience, battle), battle)

    async def bring(self, audience: Audience) -> None:
        """Put up a wall anew, here, from a button of its own."""
        battle = await own_battle(audience)
        await self._put_up(audience, await resumed(audience, battle), battle)

    async def turn_away(self, audience: Audience) -> None:
        """Ask whether the wall that stands here is really to be left."""
        battle = await audience.host.play.open_battle(audience.learner, audience.place.guild)
        if battle is None:
            await audience.reply.private(no_wall(audience))
        else:
            await audience.reply.private(farewell(audience, battle))

    async def leave(self, audience: Audience) -> None:
        """Ask whether this wall is really to be left."""
        await audience.reply.private(farewell(audience, await open_own_battle(audience)))

    async def quit(self, audience: Audience) -> None:
        """Leave the wall."""
        battle = await open_own_battle(audience)
        await audience.host.play.abandon(audience.learner, battle.place.guild)
        pen = audience.pen
        await audience.reply.update(
            told(pen, "wall.left", pen.button("fight", "fight", battle.tier), pen.button("enter", "enter"))
        )
        await self._placards.renew(SORT, battle.id)

    async def stay(self, audience: Audience) -> None:
        """Do not leave."""
        battle = await open_own_battle(audience)
        await audience.reply.update(render_wall.private(audience.pen, battle, audience.pen.word("wall.stay")))

    async def _put_up(self, audience: Audience, scene: Scene, battle: Battle) -> None:
        """Answer with the wall for all to see, remember where, and take down the one it replaces."""
        language = battle.learner.language
        png = await audience.host.paint(scene, language, max(0.0, audience.reply.left - MARGIN))
        screen = render_wall.wall(audience.host.pen(language), scene, battle, png)
        await self._placards.answer(audience, SORT, battle.id, Sight(battle.place, screen, state_of(battle)))
        if png is None and scene.picture is not None and not scene.learner.text_only:
            await self._placards.renew(SORT, battle.id, audience.place.channel)


async def resumed(audience: Audience, battle: Battle) -> Scene:
    """Return the scene of a battle that is put up anew, with a word of welcome back while it stands."""
    scene = await audience.host.play.scene(battle.id, audience.learner)
    if battle.ending is not None:
        return scene
    back = Say("bot", "wall.resumed", {"count": len(battle.wall.layers)})
    return scene._replace(say=(back, *scene.say))


def no_wall(audience: Audience) -> Screen:
    """Return that no wall of the learner's stands here, and the ways to one."""
    pen = audience.pen
    return told(pen, "wall.none", pen.button("fight", "fight", "adept", style="first"), pen.button("enter", "enter"))


def farewell(audience: Audience, battle: Battle) -> Screen:
    """Return the question whether to leave, staying first."""
    pen = audience.pen
    stay = pen.button("stay", "stay", battle.id, style="first")
    return told(pen, "wall.leave", stay, pen.button("leave_now", "quit", battle.id, style="grave"))
