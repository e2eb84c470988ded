"""The tour: a learner walks the halls one after another, alone, and always finds the place where they stood."""

from __future__ import annotations

from bot.play.house import House
from bot.play.refusals import HallClosedError, NoHallError
from bot.play.scene import Choice, Judged, Learner, Say, Scene, TourMap
from bot.play.tour.beats import Passage, scene_at
from bot.play.tour.map import map_of, view, way_on
from bot.play.tour.passages import passage_here
from bot.play.tour.proving import proof
from bot.play.tour.ways import way_from, way_to
from bot.play.tour.whereabouts import Whereabouts, locate
from bot.store import walks
from bot.store.walks import WalkRow
from engine.rules.tour import Door


async def enter(house: House, learner: Learner, hall: str | None) -> Scene:
    """Go on where the learner was, or enter the hall named, or the first open one not yet cleared.

    Where all are cleared the learner may choose any: the scene stands in none.
    Raises NoHallError if there is no such hall, HallClosedError if its door is closed and it was never entered.
    """
    if hall is not None and hall not in house.bank.halls:
        raise NoHallError
    async with house.store.reading() as db:
        row = await walks.find_open(db, learner.id)
    if row is None or row.hall not in house.bank.halls or hall not in (None, row.hall):
        tour_map = await map_of(house, learner.id)
        wanted = hall or way_on(tour_map)
        if wanted is None:
            return all_open(learner, tour_map)
        row = await step_into(house, learner, tour_map, wanted)
    return await show(house, learner, row)


async def step_into(house: House, learner: Learner, tour_map: TourMap, hall: str) -> WalkRow:
    """Begin a walk through a hall whose door is not closed, or take it up."""
    door = view(tour_map, hall)
    if door.door is Door.CLOSED:
        raise HallClosedError(hall, door.missing)
    async with house.store.writing() as db:
        return await walks.enter(db, learner.id, hall, house.secret(), house.clock())


def all_open(learner: Learner, tour_map: TourMap) -> Scene:
    """Return the scene of one who has passed every hall: each may be walked again, and the wall fought."""
    choices = tuple(Choice(Say(door.hall, "hall.name"), door.hall) for door in tour_map.doors)
    return Scene(learner, "choose", (Say("bot", "tour.all_open"),), choices=choices)


async def prove(house: House, learner: Learner, hall: str) -> Scene:
    """Let a learner prove a hall, whatever its door: by right answers at the first attempt, without walking it."""
    if hall not in house.bank.halls or not proof(house.bank, hall):
        raise NoHallError
    async with house.store.writing() as db:
        row = await walks.enter(db, learner.id, hall, house.secret(), house.clock(), proving=True)
    return await show(house, learner, row)


async def show(
    house: House, learner: Learner, row: WalkRow, passage: Passage | None = None, judged: Judged | None = None
) -> Scene:
    """Return the scene that waits, led in by what was said to the last move, or by what led to its question."""
    at = await locate(house, row)
    if at.beat is None:
        return await hall_left(house, learner, at, passage or Passage(), judged)
    scene = await scene_at(house, learner, at, passage or Passage(), judged)
    return scene if passage is not None else await keeping(house, at, scene)


async def keeping(house: House, at: Whereabouts, scene: Scene) -> Scene:
    """Return a scene with what led to the question it asks; the elder's next one, after his solution, stands alone.

    Beside a verdict only the picture stays: what was said to the choice before would be taken for a word on the answer.
    """
    if scene.asked is None or scene.asked.turn > 0:
        return scene
    led = await passage_here(house, at)
    if not led.passed:
        return scene
    said = led.say if scene.judged is None else ()
    return scene._replace(say=said, picture=led.picture, late=led.late, kept=True)


async def hall_left(house: House, learner: Learner, at: Whereabouts, passage: Passage, judged: Judged | None) -> Scene:
    """Return the scene after a walk's end: the way on, or the end of the tour."""
    tour_map = await map_of(house, learner.id)
    on = way_from(tour_map, at.hall.id)
    if at.row.outcome == "failed":
        said = not_proved(house, learner, tour_map, at.hall.id)
    elif on is None:
        said = Say("bot", "tour.all_walked")
    else:
        said = Say("bot", "tour.proved" if at.row.proving else "tour.hall_walked")
    return Scene(
        learner,
        "nothing" if on is None else "next",
        (*passage.say, said),
        judged,
        walk=at.walk,
        picture=passage.picture,
        picture_book=at.hall.id,
        late=passage.late,
    )


def not_proved(house: House, learner: Learner, tour_map: TourMap, hall: str) -> Say:
    """Return what is said to a proof that failed: to walk the hall or, while its door is closed, where to begin."""
    first = way_to(tour_map, hall)
    if first == hall:
        return Say("bot", "tour.not_proved")
    name = house.bank.halls[first].lines.say("hall.name", learner.language)
    return Say("bot", "tour.not_proved_closed", {"hall": name})
