"""The map and a learner's mastery as pictures; their words are in the book "bot", the halls' names in the halls' own."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.mastery import HallView
from bot.play.scene import Language, Say, TourMap
from bot.play.voice import Voice
from engine.rules.tour import Door
from quizbank.picture import Block, Picture

STATES = {Door.CLEARED: "lit", Door.OPEN: "ajar", Door.CLOSED: "shut"}
NAME = "hall.name"


def map_picture(tour_map: TourMap, voice: Voice, language: Language) -> Picture:
    """Return the picture of the doors; its alt text names each in a language."""
    stand = {door.hall: STATES[door.door] for door in tour_map.doors}
    halls = list(stand)

    def named(wanted: Iterable[str]) -> str:
        names = [voice.say(Say(hall, NAME), language) for hall in wanted]
        return listed(names, voice, language)

    values = {state: named(hall for hall in halls if stand[hall] == state) for state in STATES.values()}
    return Picture(
        "doors",
        title="doors.title",
        alt="doors.alt",
        values={
            **values,
            "here": named([tour_map.here] if tour_map.here in halls else []),
            "at": halls.index(tour_map.here) + 1 if tour_map.here in halls else 0,
            "passed": sum(state == "lit" for state in stand.values()),
            "total": len(halls),
        },
        blocks=tuple(Block(f"{hall}:{NAME}", state=STATES[door.door]) for hall, door in zip(halls, tour_map.doors)),
    )


def mastery_picture(halls: Iterable[HallView], voice: Voice, language: Language) -> Picture:
    """Return the picture of how much of each hall is held, in percent."""
    shown = list(halls)
    rows = [
        voice.say(
            Say("picture", "shares.row", {"hall": voice.say(Say(view.hall, NAME), language), "percent": view.percent}),
            language,
        )
        for view in shown
    ]
    return Picture(
        "shares",
        title="shares.title",
        alt="shares.alt",
        values={"rows": listed(rows, voice, language)},
        captions=("shares.caption",),
        blocks=tuple(Block(f"{view.hall}:{NAME}", view.percent, "lit" if view.held else "ajar") for view in shown),
    )


def listed(names: list[str], voice: Voice, language: Language) -> str:
    """Return names as one text, or the word for none."""
    if not names:
        return voice.say(Say("picture", "list.none"), language)
    return voice.say(Say("picture", "list.between"), language).join(names)
