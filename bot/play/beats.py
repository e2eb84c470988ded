"""Turns a beat of a hall into a scene: what is said there, what can be done, and what it shows."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.play.asking import doubt_at, question_at
from bot.play.choices import reading_choices
from bot.play.house import House
from bot.play.scene import Choice, Dial, Judged, Learner, Say, Scene
from bot.play.whereabouts import Whereabouts
from bot.workshop.errors import WorkshopError
from quizbank.beat import Ask, Beat, Choose, Grant, Show, Turn
from quizbank.beat import Say as Speech
from quizbank.certificate import Number
from quizbank.figures import Value
from quizbank.picture import Picture
from quizbank.wording import values_of

LOG = logging.getLogger(__name__)
EXHIBIT = 2.0  # seconds a learner waits for an exhibit; after that the words must do


@dataclass(frozen=True)
class Passage:
    """What a move led to, shown at the head of the scene that follows."""

    passed: bool = False
    say: tuple[Say, ...] = ()
    picture: Picture | None = None
    turned: Number | None = None


def spoken(house: House, at: Whereabouts, beat: Beat, *keys: str) -> tuple[Say, ...]:
    """Return lines of the hall's tale, with the figures of the problem that the beat cites."""
    values: Mapping[str, Value] = {}
    if beat.cites is not None:
        values = values_of(house.bank.certificate(beat.cites.family, beat.cites.numbers))
    return tuple(Say(at.hall.id, f"tale.{key}", values) for key in keys)


async def run_exhibit(house: House, at: Whereabouts, beat: Show | Turn, value: Number | None) -> Picture | None:
    """Return an exhibit as the engine computes it now; None where there is no engine, or it takes too long."""
    turns = {beat.dial: beat.values[0] if value is None else value} if isinstance(beat, Turn) else {}
    try:
        return await house.workshop.exhibit(at.hall.id, beat.exhibit, turns, patience=EXHIBIT)
    except WorkshopError as error:
        LOG.warning("could not run %s in %s: %s", beat.exhibit, at.hall.id, error)
        return None


async def scene_at(
    house: House, learner: Learner, at: Whereabouts, passage: Passage, judged: Judged | None = None
) -> Scene:
    """Return the scene of the beat that waits, led in by what the last move led to."""
    beat = at.beat
    scene = Scene(learner, "next", passage.say, judged, walk=at.walk, picture=passage.picture, picture_book=at.hall.id)
    match beat:
        case Speech():
            return said(scene, spoken(house, at, beat, *beat.lines))
        case Grant():
            return said(scene, spoken(house, at, beat, f"token.{beat.token}"))
        case Show():
            return replace(scene, picture=await run_exhibit(house, at, beat, None) or passage.picture)
        case Choose():
            return choosing(house, at, beat, scene)
        case Turn():
            return await turning(house, at, beat, scene, passage.turned)
        case Ask():
            return await asking(house, at, beat, scene)
        case _:
            return replace(said(scene, (Say("bot", "tour.the_wall"),)), opens_wall=True)


def said(scene: Scene, more: tuple[Say, ...]) -> Scene:
    """Return a scene with more said at its end."""
    return replace(scene, say=scene.say + more)


def choosing(house: House, at: Whereabouts, beat: Choose, scene: Scene) -> Scene:
    """Return the scene of a choice."""
    ways = spoken(house, at, beat, *(option.say for option in beat.options))
    choices = tuple(Choice(say, str(place)) for place, say in enumerate(ways))
    return replace(said(scene, spoken(house, at, beat, beat.prompt)), awaits="choose", choices=choices)


async def turning(house: House, at: Whereabouts, beat: Turn, scene: Scene, turned: Number | None) -> Scene:
    """Return the scene of a dial: where it stands, and the exhibit there."""
    stands = beat.values[0] if turned is None else turned
    picture = scene.picture if turned is not None else await run_exhibit(house, at, beat, stands)
    prompt = spoken(house, at, beat, beat.prompt) if turned is None else ()
    return replace(
        said(scene, prompt), awaits="turn", dial=Dial(beat.dial, beat.values, stands), picture=picture or scene.picture
    )


async def asking(house: House, at: Whereabouts, beat: Ask, scene: Scene) -> Scene:
    """Return the scene of a question, or of the choice between two readings of what was sent to it."""
    asked = await question_at(house, scene.learner, at, beat)
    doubt = await doubt_at(house, asked)
    choices = reading_choices(doubt)
    return replace(
        scene,
        awaits="choose" if choices else "answer",
        asked=asked,
        judged=scene.judged or doubt,
        choices=choices,
    )
