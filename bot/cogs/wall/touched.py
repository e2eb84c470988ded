"""Which battle, and which question of it, a touch is about: looked up anew at each, for a custom_id proves nothing."""

from __future__ import annotations

from bot.cogs.frame.audience import Audience
from bot.play.refusals import BattleOverError, NoBattleError, NotYoursError, TooLateError
from bot.play.scene import Asked, Battle, Scene


async def own_battle(audience: Audience) -> Battle:
    """Return the battle that was touched, as it stands; a RefusalError if it is another's or gone."""
    battle = await audience.host.play.battle(audience.number(0))
    if battle is None:
        raise NoBattleError
    if battle.learner.id != audience.learner.id:
        raise NotYoursError
    return battle


async def open_own_battle(audience: Audience) -> Battle:
    """Return the battle that was touched; BattleOverError if it has ended."""
    battle = await own_battle(audience)
    if battle.ending is not None:
        raise BattleOverError(battle)
    return battle


async def open_question(audience: Audience) -> tuple[Battle, Asked]:
    """Return the battle and the question that were touched; TooLateError if another question is open by now."""
    battle = await open_own_battle(audience)
    scene = await audience.host.play.scene(battle.id, audience.learner)
    if scene.battle is None or scene.asked is None or scene.asked.turn != audience.number(1):
        raise TooLateError(scene)
    return scene.battle, scene.asked


def battle_of(scene: Scene) -> Battle:
    """Return the battle a scene of the wall is about."""
    if scene.battle is None:
        raise ValueError("a scene without its battle")
    return scene.battle
