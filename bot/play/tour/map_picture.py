"""The map and a learner's mastery as pictures; each names its halls by the halls' own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from bot.play.scene import Language, Say, TourMap
from bot.play.tour.mastery import HallView
from bot.play.voice import Voice
from engine.rules.tour import Door
from quizbank.picture import Block, Picture

State = Literal["lit", "ajar", "shut"]

STATES: Mapping[Door, State] = {Door.CLEARED: "lit", Door.OPEN: "ajar", Door.CLOSED: "shut"}
NAME = "hall.name"


def map_picture(tour_map: TourMap, voice: Voice, language: Language) -> Picture:
    """Return the picture of the doors; its alt text names each in a language."""
    stand: dict[str, State] = {door.hall: STATES[door.door] for door in tour_map.doors}
    here = [hall for hall in stand if hall == tour_map.here]

    def named(halls: Iterable[str]) -> str:
        return listed([hall_name(hall, voice, language) for hall in halls], voice, language)

    values: dict[str, int | str] = {
        **{state: named(hall for hall in stand if stand[hall] == state) for state in STATES.values()},
        "here": named(here),
        "at": list(stand).index(here[0]) + 1 if here else 0,
        "passed": sum(state == "lit" for state in stand.values()),
        "total": len(stand),
    }
    blocks = tuple(Block(f"{hall}:{NAME}", state=state) for hall, state in stand.items())
    return Picture("doors", title="doors.title", alt="doors.alt", values=values, blocks=blocks)


def mastery_picture(halls: Iterable[HallView], voice: Voice, language: Language) -> Picture:
    """Return the picture of how much of each hall is held, in percent."""
    shown = list(halls)
    rows = [
        voice.say(
            Say("picture", "shares.row", {"hall": hall_name(each.hall, voice, language), "percent": each.percent}),
            language,
        )
        for each in shown
    ]
    return Picture(
        "shares",
        title="shares.title",
        alt="shares.alt",
        values={"rows": listed(rows, voice, language)},
        captions=("shares.caption",),
        blocks=tuple(Block(f"{view.hall}:{NAME}", view.percent, "lit" if view.held else "ajar") for view in shown),
    )


def hall_name(hall: str, voice: Voice, language: Language) -> str:
    """Return a hall's name."""
    return voice.say(Say(hall, NAME), language)


def listed(names: list[str], voice: Voice, language: Language) -> str:
    """Return names as one text, or the word for none."""
    if not names:
        return voice.say(Say("picture", "list.none"), language)
    return voice.say(Say("picture", "list.between"), language).join(names)
