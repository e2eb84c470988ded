"""A learner's record at a shell: the map, what they hold and the path retold; for a person, or for a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from bot.play.scene import Path, Say, TourMap
from bot.play.tour.mastery import HallView
from bot.play.tour.recital import Recital
from bot.play.tour.telling import Telling, Told, tell


def map_lines(recital: Recital, tour_map: TourMap) -> Iterator[str]:
    """Yield the map for a person to read."""
    yield recital.doors(tour_map)


def map_told(recital: Recital, tour_map: TourMap) -> dict[str, Any]:
    """Return the map as a program reads it."""
    doors = [
        {"hall": door.hall, "name": recital.hall(door.hall), "door": door.door.value, "missing": list(door.missing)}
        for door in tour_map.doors
    ]
    return {"here": tour_map.here, "doors": doors}


def me_lines(recital: Recital, path: Path, halls: Iterable[HallView]) -> Iterator[str]:
    """Yield what a learner holds, and their path, for a person to read."""
    yield recital.rank(path, "" if path.broke is None else day(path.broke))
    met = [view for view in halls if view.skills]
    for view in met:
        yield f"{recital.held(view)}\n{recital.skills(view)}"
    yield recital.word("me.legend" if met else "me.nothing")
    yield from path_lines(recital, tell(path))


def path_lines(recital: Recital, telling: Telling) -> Iterator[str]:
    """Yield the path retold."""
    yield recital.voice.say(telling.opening, recital.language)
    for told in telling.memories:
        yield "\n".join(recital.memory(told, "" if told.seen is None else day(told.seen)))
    yield recital.voice.say(telling.closing, recital.language)


def me_told(recital: Recital, path: Path, halls: Iterable[HallView]) -> dict[str, Any]:
    """Return what a learner holds, and their path, as a program reads it."""
    return {
        "broke": None if path.broke is None else path.broke.isoformat(),
        "next": path.next,
        "halls": [hall_told(recital, view) for view in halls],
        "path": [
            {
                "skill": memory.skill,
                "hall": memory.hall,
                "line": memory.line,
                "slips": memory.slips,
                "seen": None if memory.seen is None else memory.seen.isoformat(),
            }
            for memory in path.memories
        ],
        "say": list(path_lines(recital, tell(path))),
    }


def hall_told(recital: Recital, view: HallView) -> dict[str, Any]:
    """Return one hall as a program reads it; mastery in percent."""
    skills = [
        {
            "skill": each.skill,
            "name": recital.voice.say(Say(each.hall, f"skills.{each.skill}"), recital.language),
            "percent": int(100 * each.mastery),
            "held": each.held,
            "answered": each.answered,
        }
        for each in view.skills
    ]
    return {"hall": view.hall, "percent": view.percent, "held": view.held, "skills": skills}


def retold(telling: Telling) -> tuple[Say, ...]:
    """Return the path retold as lines of a scene."""
    middle = (say for told in telling.memories for say in (told.skill, told.slip, since(told)))
    return (telling.opening, *middle, telling.closing)


def since(told: Told) -> Say:
    """Return how a memory went on."""
    return Say("bot", told.key, {"count": told.slips, "when": "" if told.seen is None else day(told.seen)})


def day(at: datetime) -> str:
    """Return a moment as a day of the calendar here.

    >>> from datetime import UTC
    >>> day(datetime(2026, 1, 31, 12, tzinfo=UTC))
    '2026-01-31'
    """
    return at.astimezone().date().isoformat()
