"""How much of each hall a learner holds: every skill the hall teaches counts the same, one never met as nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bot.play.scene import Path, SkillView
from quizbank.bank import Bank


class HallView(NamedTuple):
    """One hall: the skills met there, and how many it teaches."""

    hall: str
    skills: tuple[SkillView, ...]
    taught: int

    @property
    def percent(self) -> int:
        """The mean mastery over all it teaches, rounded down: a hundred means all of it."""
        return int(100 * sum((skill.mastery for skill in self.skills), Fraction(0)) / self.taught)

    @property
    def held(self) -> bool:
        """Whether every skill it teaches counts as held."""
        return sum(skill.held for skill in self.skills) == self.taught


def hall_views(bank: Bank, path: Path) -> tuple[HallView, ...]:
    """Return every hall that teaches a skill of its own, in the tour's order.

    A skill asked in two halls is taught in the first.
    """
    home: dict[str, str] = {}
    for facts in bank.facts.values():
        home.setdefault(facts.skill, facts.hall)
    halls = list(home.values())
    return tuple(
        HallView(hall, tuple(skill for skill in path.skills if home[skill.skill] == hall), halls.count(hall))
        for hall in bank.halls
        if hall in halls
    )
