"""The way to a door that is closed: the first of the halls before it that can be entered now."""

from __future__ import annotations

from bot.play.scene import TourMap
from bot.play.tour.map import view
from engine.rules.tour import Door


def way_to(tour_map: TourMap, hall: str) -> str:
    """Return the hall to go to for this one to open: itself where its door is not closed."""
    door = view(tour_map, hall)
    return hall if door.door is not Door.CLOSED else way_to(tour_map, door.missing[0])
