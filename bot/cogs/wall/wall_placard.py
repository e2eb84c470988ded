"""A wall's placard: where it stands, what it shows, and what is remembered of that."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.showing import Sight
from bot.cogs.wall.render_wall import wall
from bot.cogs.wall.touched import battle_of
from bot.play.scene import Battle, Place, Say, Scene
from bot.play.showing import ShownWall
from bot.play.wall.battles import moved, opening
from engine.rules.wall import Outcome

SORT: Final = "battle"
PATIENCE: Final = 5.0  # seconds for the picture; words stand in for one that comes later
REMEMBERING: Final = timedelta(seconds=0.5)  # whoever dies within it shows a wall once more than was needed

log = logging.getLogger(__name__)


class WallShowing:
    """A wall's placard. What was shown is remembered for many walls at once, so that no answer pays for it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._shown: dict[int, ShownWall] = {}  # by battle, and not remembered yet

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done again and again."""
        return (Chore("walls.shown", REMEMBERING, self.remember),)

    async def placed(self, id: int) -> Place | None:
        """Return where it stands; None where it is nowhere to be seen."""
        battle = await self._host.play.battle(id)
        return None if battle is None or battle.place.channel is None else battle.place

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and what it shows now, its next question put if need be."""
        scene = await self._host.play.public(id)
        if scene is None:
            return None
        battle = battle_of(scene)
        language = battle.learner.language
        png = await self._host.paint(scene, language, PATIENCE)
        return Sight(battle.place, placard(self._host.pen(language), scene, png), state_of(battle))

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        await self._host.play.moved(id, place)

    async def lost(self, id: int, failure: Exception) -> None:
        """Let the battle go on without: the next answer tries again."""
        log.warning("battle %s goes on without its wall: %s", id, failure)

    async def shown(self, id: int, sight: Sight) -> bool:
        """Take note of what it shows, to be remembered soon."""
        assert isinstance(sight.state, ShownWall)  # it was looked at here
        self._shown[id] = sight.state._replace(message=sight.place.message)
        return False

    async def owed(self) -> Sequence[int]:
        """Return the battles whose wall may not show how they stand, the latest first: those are looked at."""
        await self.remember()
        return tuple(reversed(await self._host.play.showings.unshown_walls()))

    async def remember(self) -> None:
        """Remember what was shown since the last time."""
        shown, self._shown = self._shown, {}
        try:
            if shown:
                await self._host.play.showings.show_walls(shown.values())
        except BaseException:
            self._shown = shown | self._shown
            raise


def placard(pen: Pen, scene: Scene, png: bytes | None) -> Screen:
    """Return a wall as it is shown by itself: how the battle stands by what is stored, and what befell it last."""
    battle = battle_of(scene)
    return wall(pen, scene, battle, png, (*befallen(battle), *scene.say))


def state_of(battle: Battle) -> ShownWall:
    """Return what is to be remembered of a wall that shows a battle as it is here, where it stands."""
    return ShownWall(battle.id, battle.place.message, battle.turn, battle.ending)


def befallen(battle: Battle) -> tuple[Say, ...]:
    """Return what befell a wall last; nothing of one that is broken or was left, whose ending says it all."""
    if battle.outcome is Outcome.BROKEN or battle.ending == "abandoned":
        return ()
    if not battle.strikes:
        return (opening(battle),)
    last = battle.strikes[-1]
    return (moved(last.layer, last.right, len(battle.wall.layers)),)
