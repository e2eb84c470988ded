"""A classroom on the stage: a teacher, learners by number, and their answers to work and at walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.play import Play
from bot.play.desk.classes import Sitting, Told
from bot.play.scene import Asked, Learner, Place, Scene, Sent
from tests.play.stage import right, send

GUILD, ELSEWHERE = 5, 6
TEACHER = Learner(900, "en", "Teacher")
Text = Callable[[Asked | None], str]


async def pupils(play: Play, count: int) -> list[Learner]:
    """Return so many learners, met."""
    found = [Learner(100 + number, "en", f"P{number}") for number in range(count)]
    for each in (TEACHER, *found):
        await play.meet(each.id, name=each.name)
    return found


def sent(play: Play, text: str, *, at: datetime | None = None, interaction: int | None = None) -> Sent:
    """Return a text sent now."""
    return Sent(text, at or play.house.clock(), interaction)


async def sit(play: Play, learner: Learner, work: int, guild: int = GUILD) -> Sitting:
    """Take up some work."""
    return await play.desk.sit_down(learner, work, guild, play.house.clock())


async def reply(play: Play, learner: Learner, sitting: Sitting, text: str, *, interaction: int | None = None) -> Told:
    """Answer the question that is open in a sitting."""
    assert sitting.asked is not None
    place = (sitting.id, sitting.asked.turn, sitting.asked.attempt)
    return await play.desk.answer(learner, *place, sent(play, text, interaction=interaction))


async def sit_through(play: Play, learner: Learner, work: int, texts: Sequence[Text] = ()) -> Sitting:
    """Sit at some work to its end, with these answers and then right ones."""
    sitting, given = await sit(play, learner, work), list(texts)
    while sitting.asked is not None:
        choose = given.pop(0) if given else right
        sitting = (await reply(play, learner, sitting, choose(sitting.asked))).sitting
    return sitting


async def fight_with(play: Play, learner: Learner, texts: Sequence[Text], guild: int = GUILD, seed: int = 1) -> Scene:
    """Fight the wall with these answers."""
    scene = await play.fight(learner, place=Place(guild=guild), secret=seed)
    for choose in texts:
        scene = await send(play, scene, choose(scene.asked), learner=learner)
    return scene
