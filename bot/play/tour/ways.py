"""The ways between doors: to one that is closed, and on from a hall that lies behind."""

from __future__ import annotations

from bot.play.scene import TourMap
from bot.play.tour.map import view, way_on
from engine.rules.tour import Door


def way_to(tour_map: TourMap, hall: str) -> str:
    """Return the hall to go to for this one to open: itself where its door is not closed."""
    door = view(tour_map, hall)
    return hall if door.door is not Door.CLOSED else way_to(tour_map, door.missing[0])


def way_from(tour_map: TourMap, hall: str) -> str | None:
    """Return the hall that the way leads on to from one that lies behind; None once all are cleared.

    It is the next in the tour if that is open and this one cleared; else the one left unfinished, or the first open.
    """
    on = way_on(tour_map)
    if on is None:
        return None
    halls = [door.hall for door in tour_map.doors]
    after = tour_map.doors[halls.index(hall) :][:2]
    if [door.door for door in after] == [Door.CLEARED, Door.OPEN]:
        return after[-1].hall
    return tour_map.here if tour_map.here in halls else on


def still_ahead(tour_map: TourMap, hall: str) -> str | None:
    """Return a hall that was named as the way on, if it can be entered and is not passed; else None."""
    ahead = (door.hall for door in tour_map.doors if door.door is Door.OPEN or door.hall == tour_map.here)
    return hall if hall in ahead else None
