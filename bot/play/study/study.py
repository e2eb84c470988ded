"""What a study session hands back: how it stands, its rounds, what the group answered and knows now. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from bot.play.scene import TRAP, Asked, Judged, Language, Place, Say
from engine.rules.study import Pace, Phase
from quizbank.shares import percents

Ending = Literal["finished", "stopped", "idle", "deserted", "unreachable"]
State = Literal["lobby", "running", "paused", "ended"]


class Settings(NamedTuple):
    """What a host chooses before a session."""

    subjects: tuple[str, ...]  # ids of halls and skills
    rounds: int = 5
    pace: Pace = "everyone"
    peer: bool = False  # a first vote, talk, and a second vote; not in a race
    named: bool | None = None  # whether names are shown; None: as the guild has chosen
    seconds: int | None = None  # for a round that has a clock; None: as many as is usual

    def dump(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self._asdict()

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Settings:
        """Read what `dump` wrote."""
        return cls(**{**stored, "subjects": tuple(stored["subjects"])})


class Subject(NamedTuple):
    """Something a session may be about: a hall, or one skill taught there."""

    id: str
    hall: str
    say: Say  # its name


class MemberView(NamedTuple):
    """A learner as the others see them."""

    id: int
    name: str | None  # as last seen, untrusted; None where it is not to be shown


@dataclass(frozen=True)
class Share:
    """How many gave one kind of answer: "right", a trap that has a name, or "other"."""

    line: str  # "right", "trap.<name>", "other"
    count: int
    say: Say  # what it means, with letters for the numbers, which differ from learner to learner


class Split(NamedTuple):
    """What a group answered at one vote, likeliest kinds first after the right one; never by whom."""

    shares: tuple[Share, ...] = ()

    @property
    def answered(self) -> int:
        """How many answered."""
        return sum(share.count for share in self.shares)

    @property
    def right(self) -> int:
        """How many of them rightly."""
        return sum(share.count for share in self.shares if share.line == "right")

    @property
    def percents(self) -> tuple[int, ...]:
        """Each share of the whole in percent; together they are 100."""
        return tuple(map(int, percents([share.count for share in self.shares])))

    @property
    def trap(self) -> Share | None:
        """The trap most fell into; None if nobody fell into one that has a name."""
        return next((share for share in self.shares if share.line.startswith(TRAP)), None)


class Shift(NamedTuple):
    """How those who voted twice moved between the votes."""

    kept: int  # right both times
    gained: int  # right only after the talk
    lost: int  # right only before it
    missed: int  # at neither


class Round(NamedTuple):
    """One round as everyone may see it."""

    id: int
    number: int  # from 1
    family: str
    hall: str
    skill: str
    review: bool  # asked again because the group missed it
    phase: Phase
    stem: Say  # the question, with letters for the numbers
    opened: datetime
    deadline: datetime | None  # of the phase; None: no clock, or one that waits for its message to stand
    done: int  # of those present, who owe nothing more in this phase
    present: int
    first: Split | None = None  # at the first attempt, or vote; None while that is open
    last: Split | None = None  # at the second vote, or the last attempt; None before the round is closed
    second: Split | None = None  # at the second vote alone; None where there is none, or it is not over
    shift: Shift | None = None  # between two votes
    winners: tuple[MemberView, ...] = ()  # of a race: all within the window of the first right answer
    quickest: timedelta | None = None  # the shortest time of theirs from seeing the question


class Study(NamedTuple):
    """A session as it stands."""

    id: int
    host: MemberView
    place: Place
    language: Language  # of its public message
    settings: Settings  # with nothing left open: names, seconds
    opened: datetime
    started: datetime | None
    paused: datetime | None
    ended: datetime | None
    ending: Ending | None
    present: int
    members: tuple[MemberView, ...]  # the first few of them who are present, by when they came
    round: Round | None  # the latest

    @property
    def state(self) -> State:
        """Whether those who come are awaited, rounds run or are paused, or all is over."""
        if self.ended is not None:
            return "ended"
        if self.started is None:
            return "lobby"
        return "running" if self.paused is None else "paused"


class Told(NamedTuple):
    """What one learner is told of a text they sent in a round."""

    study_id: int
    round: int
    phase: Phase  # in which it was sent
    asked: Asked  # with the number of the next attempt
    judged: Judged | None  # None: a first vote, kept and not judged aloud
    echo: str | None  # how it was read
    done: bool  # whether this learner owes nothing more in this phase
    moved: bool  # whether the session moved on by it


class Rank(NamedTuple):
    """One row of a session's board; equal records share a rank."""

    rank: int
    member: MemberView
    right: int  # rounds
    attempts: int  # counted, over all rounds
    time: timedelta | None  # of a race: over the rounds answered rightly
    wins: int  # of a race


class SkillView(NamedTuple):
    """How a group did on one skill, at first sight or, where it voted twice, after its talk."""

    skill: str
    hall: str
    right: int
    answered: int

    @property
    def rate(self) -> Fraction:
        """The share of right answers."""
        return Fraction(self.right, self.answered)


class Report(NamedTuple):
    """A session told from its answers."""

    study: Study
    rounds: tuple[Round, ...]
    knows: tuple[SkillView, ...]  # nearly all had these
    reviews: tuple[SkillView, ...]  # and these want another look
    board: tuple[Rank, ...]


class OwnRound(NamedTuple):
    """One round as its learner alone sees it."""

    number: int
    hall: str
    skill: str
    review: bool
    asked: Asked
    answers: tuple[Judged, ...]  # what counted, in order; a first vote is not among them while others still vote
    time: timedelta | None = None  # of a race: from seeing the question to the answer
    closed: bool = False  # for everyone: its solution may be seen

    @property
    def right(self) -> bool:
        """Whether the last of them holds."""
        return bool(self.answers) and self.answers[-1].right


class Plan(NamedTuple):
    """A session that will open by itself."""

    id: int
    host: MemberView
    place: Place
    language: Language
    settings: Settings
    starts: datetime
    event: int | None  # Discord's scheduled event
    study_id: int | None  # once it was opened
    cancelled: datetime | None
    reminded: int  # how many asked to be reminded


class Reminder(NamedTuple):
    """Someone who asked to be reminded of a plan, in their language."""

    plan: Plan
    learner_id: int
    language: Language


@dataclass(frozen=True)
class Turned:
    """What the clock has brought about."""

    changed: tuple[int, ...] = ()  # sessions that have moved on or ended
    begun: tuple[Plan, ...] = field(default=())  # plans whose session has been opened just now
    missed: tuple[Plan, ...] = field(default=())  # plans given up: their channel was taken too long, or nobody was up
