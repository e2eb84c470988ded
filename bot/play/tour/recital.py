"""A learner's record in words, the same wherever it is read: doors, rank, what is held; names come from the books."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.play.scene import DoorView, Language, Path, Say, SkillView, TourMap
from bot.play.tour.mastery import HallView
from bot.play.tour.telling import Told
from bot.play.voice import Voice
from engine.rules.tour import Door
from quizbank.figures import Value


class Recital(NamedTuple):
    """A voice in one language."""

    voice: Voice
    language: Language

    def word(self, key: str, **values: Value) -> str:
        """Return a line of the game's own book."""
        return self.voice.say(Say("bot", key, values), self.language)

    def hall(self, hall: str) -> str:
        """Return a hall's name."""
        return self.voice.say(Say(hall, "hall.name"), self.language)

    def halls(self, halls: Iterable[str]) -> str:
        """Return the names of halls as one text."""
        return self.word("map.between").join(map(self.hall, halls))

    def door(self, door: DoorView) -> str:
        """Return how one door stands: a sign and a word, and what opens it if it is closed."""
        return self.word(f"map.{door.door.value}", hall=self.hall(door.hall), missing=self.halls(door.missing))

    def doors(self, tour_map: TourMap) -> str:
        """Return a line for every door, the one the learner is behind marked."""
        lines = ((door.hall == tour_map.here, self.door(door)) for door in tour_map.doors)
        return "\n".join(self.word("map.here", line=line) if here else line for here, line in lines)

    def rank(self, path: Path, when: str) -> str:
        """Return the rank and since when, or that there is none yet; and how many halls are passed."""
        passed = sum(door.door is Door.CLEARED for door in path.map.doors)
        rank = self.word("me.no_rank") if path.broke is None else self.word("me.rank", when=when)
        return f"{rank}\n{self.word('me.passed', passed=passed, total=len(path.map.doors))}"

    def held(self, view: HallView) -> str:
        """Return how much of a hall is held."""
        return self.word("me.hall", hall=self.hall(view.hall), percent=view.percent)

    def skills(self, view: HallView) -> str:
        """Return each skill met in a hall with how well it is held, and a mark where it counts as held."""
        return self.word("me.between").join(map(self.skill, view.skills))

    def skill(self, skill: SkillView) -> str:
        """Return one skill."""
        name = self.voice.say(Say(skill.hall, f"skills.{skill.skill}"), self.language)
        return self.word("me.held" if skill.held else "me.skill", skill=name, percent=int(100 * skill.mastery))

    def memory(self, told: Told, when: str) -> tuple[str, str, str]:
        """Return one memory: of which skill and hall, what was said of the first slip, and how it went on."""
        skill, hall, slip = (self.voice.say(say, self.language) for say in (told.skill, told.hall, told.slip))
        return f"**{skill}** · {hall}", slip, self.word(told.key, count=told.slips, when=when)
