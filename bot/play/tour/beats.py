"""Turns a beat of a hall into a scene: what is said there, what can be done, and what it shows."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NamedTuple

from bot.play.choices import reading_choices
from bot.play.house import House
from bot.play.scene import Choice, Dial, Exhibit, Judged, Learner, Say, Scene
from bot.play.tour.asking import doubt_at, question_at
from bot.play.tour.whereabouts import Whereabouts
from bot.workshop.errors import LateError, WorkshopError
from quizbank.beat import Ask, Beat, Choose, Grant, Show, Turn
from quizbank.beat import Say as Speech
from quizbank.certificate import Number
from quizbank.figures import Value
from quizbank.picture import Picture
from quizbank.wording import values_of

LOG = logging.getLogger(__name__)
EXHIBIT = 0.9  # seconds a first answer waits for an exhibit; a move may need two of them, and a drawing after that
LATEST = 8.0  # … and whoever follows it up; after that the words must do


class Passage(NamedTuple):
    """What a move led to, shown at the head of the scene that follows."""

    passed: bool = False
    say: tuple[Say, ...] = ()
    picture: Picture | None = None
    late: Exhibit | None = None
    turned: Number | None = None


def spoken(house: House, at: Whereabouts, beat: Beat, *keys: str) -> tuple[Say, ...]:
    """Return lines of the hall's tale, with the figures of the problem that the beat cites."""
    values: Mapping[str, Value] = {}
    if beat.cites is not None:
        values = values_of(house.bank.certificate(beat.cites.family, beat.cites.numbers))
    return tuple(Say(at.hall.id, f"tale.{key}", values) for key in keys)


async def run_exhibit(
    house: House, at: Whereabouts, beat: Show | Turn, value: Number | None
) -> tuple[Picture | None, Exhibit | None]:
    """Return an exhibit as the engine computes it now, or, where it is late, what is still being made; or neither."""
    turns = {beat.dial: beat.values[0] if value is None else value} if isinstance(beat, Turn) else {}
    exhibit = Exhibit(at.hall.id, beat.exhibit, turns)
    try:
        return await made(house, exhibit, EXHIBIT), None
    except LateError:
        return None, exhibit


async def follow_up(house: House, exhibit: Exhibit) -> Picture | None:
    """Return the picture of an exhibit that was late; None if it does not come at all."""
    try:
        return await made(house, exhibit, LATEST)
    except LateError:
        LOG.warning("%s in %s was never ready", exhibit.name, exhibit.hall)
        return None


async def made(house: House, exhibit: Exhibit, patience: float) -> Picture | None:
    """Return an exhibit's picture; None where there is no engine, or it fails; raises LateError where it is late."""
    try:
        return await house.workshop.exhibit(exhibit.hall, exhibit.name, exhibit.turns, patience=patience)
    except WorkshopError as error:
        LOG.warning("could not run %s in %s: %s", exhibit.name, exhibit.hall, error)
        return None


async def scene_at(
    house: House, learner: Learner, at: Whereabouts, passage: Passage, judged: Judged | None = None
) -> Scene:
    """Return the scene of the beat that waits, led in by what the last move led to."""
    beat = at.beat
    scene = Scene(
        learner,
        "next",
        passage.say,
        judged,
        walk=at.walk,
        picture=passage.picture,
        picture_book=at.hall.id,
        late=passage.late,
    )
    match beat:
        case Speech():
            return said(scene, spoken(house, at, beat, *beat.lines))
        case Grant():
            return said(scene, spoken(house, at, beat, f"token.{beat.token}"))
        case Show():
            return await exhibiting(house, at, beat, scene, None)
        case Choose():
            return choosing(house, at, beat, scene)
        case Turn():
            return await turning(house, at, beat, scene, passage.turned)
        case Ask():
            return await asking(house, at, beat, scene)
        case _:
            return said(scene, (Say("bot", "tour.the_wall"),))._replace(opens_wall=True)


def said(scene: Scene, more: tuple[Say, ...]) -> Scene:
    """Return a scene with more said at its end."""
    return scene._replace(say=scene.say + more)


def choosing(house: House, at: Whereabouts, beat: Choose, scene: Scene) -> Scene:
    """Return the scene of a choice."""
    ways = spoken(house, at, beat, *(option.say for option in beat.options))
    choices = tuple(Choice(say, str(place)) for place, say in enumerate(ways))
    return said(scene, spoken(house, at, beat, beat.prompt))._replace(awaits="choose", choices=choices)


async def turning(house: House, at: Whereabouts, beat: Turn, scene: Scene, turned: Number | None) -> Scene:
    """Return the scene of a dial: where it stands, and the exhibit there."""
    stands = beat.values[0] if turned is None else turned
    scene = scene._replace(awaits="turn", dial=Dial(beat.dial, beat.values, stands))
    scene = said(scene, spoken(house, at, beat, beat.prompt))  # each time: whoever turned has what to look for in sight
    return scene if turned is not None else await exhibiting(house, at, beat, scene, stands)


async def exhibiting(house: House, at: Whereabouts, beat: Show | Turn, scene: Scene, value: Number | None) -> Scene:
    """Return a scene with the exhibit of its beat, ready or late; without one, what the last move showed stays."""
    picture, late = await run_exhibit(house, at, beat, value)
    if picture is None and late is None:
        return scene
    return scene._replace(picture=picture, late=late)


async def asking(house: House, at: Whereabouts, beat: Ask, scene: Scene) -> Scene:
    """Return the scene of a question, or of the choice between two readings of what was sent to it."""
    asked = await question_at(house, scene.learner, at, beat)
    doubt = await doubt_at(house, asked)
    choices = reading_choices(doubt)
    return scene._replace(
        awaits="choose" if choices else "answer",
        asked=asked,
        judged=scene.judged or doubt,
        choices=choices,
    )
