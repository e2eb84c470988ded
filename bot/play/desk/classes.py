"""What a teacher's desk hands back: work that was set, sittings at it, statistics, appeals. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal, NamedTuple

from bot.play.scene import Asked, Judged, Language, Place
from bot.store.cohorts import Cohort, CohortKind
from bot.store.questions import Home
from engine.rules.items import Silence

__all__ = ["Cohort", "CohortKind"]  # as the desk names them

Outcome = Literal["waiting", "accepted", "declined"]


class Work(NamedTuple):
    """One assignment, as everyone sees it."""

    id: int
    place: Place
    language: Language  # of its public message
    title: str  # untrusted text
    families: tuple[str, ...]  # one question of each
    paper: int | None  # the number of the fixed paper; None = numbers of one's own
    attempts: int
    due: datetime | None
    closed: datetime | None
    handed: int  # learners who have handed in

    def open_at(self, at: datetime) -> bool:
        """Whether what is sent at that moment counts."""
        return not any(end is not None and at >= end for end in (self.due, self.closed))


class Sitting(NamedTuple):
    """One learner's sitting at some work, as their stored answers make it."""

    id: int
    work: Work
    number: int  # from 1
    right: int
    answered: int
    asked: Asked | None  # the open question; None once it is over
    doubt: Judged | None  # the last text sent to it, where it could be read in two ways
    best: int | None  # the most right of all sittings handed in; None if none was

    @property
    def left(self) -> int:
        """How many more sittings are allowed."""
        return max(0, self.work.attempts - self.number)


class Told(NamedTuple):
    """What became of a text sent in a sitting, and how the sitting stands after it."""

    judged: Judged
    sitting: Sitting


class Pupil(NamedTuple):
    """Someone on a class list; one who is hidden is not named."""

    id: int
    name: str  # untrusted text
    hidden: bool = False


class HandIn(NamedTuple):
    """What one learner made of some work: the best of their sittings counts."""

    pupil: Pupil
    sittings: int
    best: int | None  # None = begun and not handed in
    when: datetime | None  # when they first handed in


@dataclass(frozen=True)
class Slip:
    """A mistake that has a name, at a question it was made at, and how often it was made."""

    judged: Judged
    count: int


class SkillView(NamedTuple):
    """How a cohort holds one skill, by first tries."""

    skill: str
    hall: str
    learners: int
    tried: int
    right: int
    slip: Slip | None  # the commonest

    @property
    def percent(self) -> int:
        """The share that was right, rounded to a whole percent."""
        return round(100 * self.right / self.tried)


class Overview(NamedTuple):
    """A cohort's skills, those tried, in the tour's order."""

    cohort: Cohort
    skills: tuple[SkillView, ...]


@dataclass(frozen=True)
class Wrong:
    """One wrong answer that came often: as it was judged, and how often it came."""

    judged: Judged
    count: int


class Item(NamedTuple):
    """How one family of questions served a cohort."""

    family: str
    example: Asked  # a question of it
    learners: int
    difficulty: Fraction  # the share right at the first try
    discrimination: float | Silence
    wrong: tuple[Wrong, ...]  # the commonest first


class Absent(NamedTuple):
    """Who of a list has not taken part."""

    source: Literal["role", "seen"]  # where the list is from
    listed: int
    pupils: tuple[Pupil, ...]


class Line(NamedTuple):
    """One learner's line of a class list: tries and rights by skill, the best of each assignment."""

    pupil: Pupil
    skills: dict[str, tuple[int, int]]  # tried, right
    works: dict[int, HandIn]


class ClassList(NamedTuple):
    """A cohort, learner by learner."""

    skills: tuple[str, ...]  # the columns, in the tour's order
    works: tuple[Work, ...]
    lines: tuple[Line, ...]


class Appeal(NamedTuple):
    """One appeal, and the answer it is about as it stands judged."""

    id: int
    pupil: Pupil
    judged: Judged
    made: datetime
    outcome: Outcome
    same: int  # others who gave the same answer to the same problem
    waiting: int  # appeals that wait in this server, this one included


class Decision(NamedTuple):
    """What came of deciding an appeal: by whom, how many answers it moved, and which games show it."""

    outcome: Outcome
    mine: bool  # False where another had decided before
    moved: int
    homes: tuple[Home, ...]


class News(NamedTuple):
    """Something a learner has not been told yet of an answer of theirs."""

    judged: Judged
    outcome: Outcome


class Choices(NamedTuple):
    """What a server has chosen for its learners; None where it chose nothing."""

    guild: int
    role: int | None
    teachers: int | None
    language: Language | None
    zone: str | None
    channels: tuple[int, ...] | None
    tiers: tuple[str, ...] | None
    season: str | None
    named: bool
