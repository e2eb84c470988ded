"""The map: the picture of the doors, a line a hall that says how it stands, and one menu to enter by."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cogs.frame import escape
from bot.cogs.frame.budget import LABEL, OPTION, OPTIONS
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Screen, row, small
from bot.play.refusals import HallClosedError
from bot.play.scene import Say, TourMap
from bot.play.tour.map import way_on
from bot.play.tour.recital import Recital


def map_screen(pen: Pen, tour_map: TourMap, picture: tuple[Part, ...], said: str = "") -> Screen:
    """Return the screen of the map; `said` is what the elder has to say of it."""
    recital = Recital(pen.voice, pen.language)
    options = tuple(Option(escape.cut(recital.door(door), OPTION), door.hall) for door in tour_map.doors[:OPTIONS])
    return Screen(
        (
            *paragraphs(f"### {pen.word('map.title')}", said),
            *picture,
            *paragraphs(recital.doors(tour_map)),
            Menu(Touch("door"), pen.word("map.enter"), options),
            *row(*ways_on(pen, tour_map)),
            *row(None if goes_on(tour_map) else pen.button("court", "court")),
        ),
        Accent.GOLD,
    )


def ways_on(pen: Pen, tour_map: TourMap) -> tuple[Button, ...]:
    """Return the way on along the tour and to the learner's record; once all is passed, to the wall and the path."""
    if not goes_on(tour_map):
        fight = pen.button("fight", "fight", "elder", style="first")
        return (fight, pen.button("path", "path"), pen.button("me", "me"))
    return (pen.button("go_on", "on", style="first"), pen.button("me", "me"), pen.button("court", "court"))


def goes_on(tour_map: TourMap) -> bool:
    """Whether there is a hall to walk on in."""
    return way_on(tour_map) is not None or tour_map.here is not None


def no_hall_screen(pen: Pen, near: Sequence[str]) -> Screen:
    """Return that there is no such hall, with those of nearly that name and the map; what was typed is not repeated."""
    halls = (Button(escape.cut(pen.plain(Say(hall, "hall.name")), LABEL), Touch("visit", (hall,))) for hall in near)
    said = pen.word("map.near" if near else "map.none_near")
    return Screen(
        (*paragraphs(said), *row(*halls), *row(pen.button("map", "map"), pen.button("court", "court"))), Accent.GOLD
    )


def closed_screen(pen: Pen, refusal: HallClosedError) -> Screen:
    """Return that a door is closed, what opens it, and the two ways: to go there, or to prove it here and now."""
    recital = Recital(pen.voice, pen.language)
    needs = recital.word("map.needs", halls=recital.halls(refusal.missing))
    return Screen(
        (
            *paragraphs(f"### {pen.hall(refusal.hall)}", f"{pen.line(refusal.say)}\n{small(needs)}"),
            *row(
                pen.button("toward", "toward", refusal.hall, style="first"),
                pen.button("prove", "prove", refusal.hall),
                pen.button("map", "map"),
            ),
        ),
        Accent.GOLD,
    )
