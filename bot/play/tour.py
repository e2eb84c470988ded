"""The tour: a learner walks the halls one after another, alone, and always finds the place where they stood."""

from __future__ import annotations

from bot.play.beats import Passage, scene_at
from bot.play.house import House
from bot.play.refusals import NoHallError
from bot.play.scene import Judged, Learner, Say, Scene
from bot.play.whereabouts import Whereabouts, locate
from bot.store import walks
from bot.store.walks import WalkRow


async def enter(house: House, learner: Learner, hall: str | None) -> Scene:
    """Go on where the learner was, or enter the hall named, or the first one not yet walked."""
    async with house.store.reading() as db:
        row = await walks.find_open(db, learner.id)
        walked = await walks.walked_halls(db, learner.id)
    wanted = hall or (row.hall if row is not None else next_hall(house, walked))
    if wanted not in house.bank.halls:
        raise NoHallError
    async with house.store.writing() as db:
        row = await walks.enter(db, learner.id, wanted, house.secret(), house.clock())
    return await show(house, learner, row)


def next_hall(house: House, walked: frozenset[str]) -> str:
    """Return the first hall of the tour not walked yet; the last one once all are."""
    halls = list(house.bank.halls)
    return next((hall for hall in halls if hall not in walked), halls[-1])


async def show(
    house: House, learner: Learner, row: WalkRow, passage: Passage | None = None, judged: Judged | None = None
) -> Scene:
    """Return the scene that waits, led in by what was said to the last move."""
    passage = passage or Passage()
    at = await locate(house, row)
    if at.beat is None:
        return hall_walked(house, learner, at, passage, judged)
    return await scene_at(house, learner, at, passage, judged)


def hall_walked(house: House, learner: Learner, at: Whereabouts, passage: Passage, judged: Judged | None) -> Scene:
    """Return the scene after a hall's last beat: the way on, or the end of the tour."""
    last = at.hall.id == list(house.bank.halls)[-1]
    done = Say("bot", "tour.all_walked" if last else "tour.hall_walked")
    return Scene(
        learner,
        "nothing" if last else "next",
        (*passage.say, done),
        judged,
        walk=at.walk,
        picture=passage.picture,
        picture_book=at.hall.id,
    )
