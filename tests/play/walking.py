"""A learner who walks the tour: tries each choice, turns each dial, and answers rightly."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from bot.play import Play
from bot.play.scene import Learner, Scene
from tests.play.stage import right, send


async def win(play: Play, learner: Learner) -> Scene:
    """Fight the wall and break it."""
    scene = await play.fight(learner)
    while scene.awaits == "answer":
        scene = await send(play, scene, right(scene.asked))
    return scene


async def step(play: Play, scene: Scene, tries: int = 0) -> Scene:
    """Make the next move; `tries` is how often this beat was tried before."""
    walk, learner = scene.walk, scene.learner
    assert walk is not None
    if walk.beat is None:
        return await play.enter(learner)
    match scene.awaits:
        case "choose":
            return await play.walk(walk.id, walk.beat, learner, f"choose:{scene.choices[tries].token}")
        case "turn":
            assert scene.dial is not None
            return await play.walk(walk.id, walk.beat, learner, f"turn:{scene.dial.values[tries]}")
        case "answer":
            assert scene.asked is not None
            return await play.reply(walk.id, walk.beat, scene.asked.attempt, learner, right(scene.asked))
        case _ if scene.opens_wall:
            await win(play, learner)
            return await play.enter(learner)
        case _:
            return await play.walk(walk.id, walk.beat, learner, "next")


async def walked(restart: Callable[[], Play], learner: Learner) -> AsyncIterator[Scene]:
    """Yield every scene of the tour, with a freshly started game before each move."""
    scene, tries = await restart().enter(learner), 0
    yield scene
    while scene.awaits != "nothing":
        after = await step(restart(), scene, tries)
        tries = tries + 1 if after.walk == scene.walk else 0
        scene = after
        yield scene
