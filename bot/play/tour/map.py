"""The map: which doors are cleared, open or closed for a learner, and where the way leads on."""

from __future__ import annotations

from bot.play.house import House
from bot.play.scene import DoorView, TourMap
from bot.store import battles, walks
from engine.rules.tour import Door, door, missing
from quizbank.bank import Bank
from quizbank.beat import Fight


async def map_of(house: House, learner: int) -> TourMap:
    """Return the doors as they stand for a learner."""
    async with house.store.reading() as db:
        cleared = set(await walks.cleared_halls(db, learner))
        broke = await battles.first_broken(db, learner)
        here = await walks.find_open(db, learner)
    if broke is not None:
        cleared.update(walled(house.bank))
    needs = {name: hall.needs for name, hall in house.bank.halls.items()}
    doors = tuple(DoorView(hall, door(needs, cleared, hall), missing(needs, cleared, hall)) for hall in needs)
    return TourMap(doors, None if here is None else here.hall)


def walled(bank: Bank) -> tuple[str, ...]:
    """Return the halls that end at the wall: to have broken it anywhere clears them."""
    return tuple(name for name, hall in bank.halls.items() if any(isinstance(beat, Fight) for beat in hall.beats))


def view(tour_map: TourMap, hall: str) -> DoorView:
    """Return one door of a map."""
    return next(door for door in tour_map.doors if door.hall == hall)


def way_on(tour_map: TourMap) -> str | None:
    """Return the first open hall not cleared yet; None once all are."""
    return next((door.hall for door in tour_map.doors if door.door is Door.OPEN), None)
