"""What a use case hands back: who says what, what was judged, how the wall stands, and what is awaited. Values only.

Text is never here: a `Say` is the key of a line and the values it needs; the language is chosen where it is shown.
They are named tuples, since every answer makes a good many of them, and a frozen dataclass takes three times as long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from engine.rules.mastery import HELD
from engine.rules.tour import Door
from engine.rules.wall import Layer, Outcome, Wall
from quizbank.certificate import Certificate, Kind, Number
from quizbank.figures import Value
from quizbank.picture import Picture

Language = Literal["zh-CN", "en"]
Setting = Number  # what a dial can be turned to
Tier = Literal["apprentice", "adept", "elder"]
Awaits = Literal["answer", "choose", "turn", "next", "nothing"]
Ending = Literal["broken", "overgrown", "abandoned", "overtaken"]

TRAP: Final = "trap."  # before a mistake's name, in the line of a verdict that knows it


class Say(NamedTuple):
    """One line to be said: `key` in the line book `book` ("bot", or a hall's id), filled with `values`."""

    book: str
    key: str
    values: Mapping[str, Value] = MappingProxyType({})


class Learner(NamedTuple):
    """Whoever plays: Discord's user id, or 0 for the one at this shell."""

    id: int
    language: Language
    name: str = ""  # as last seen; untrusted text
    text_only: bool = False  # wants words in the place of pictures
    news: bool = False  # is to be told something of an answer of theirs


class Place(NamedTuple):
    """Where a battle stands in Discord; all None at a shell."""

    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    parent: int | None = None  # the channel that a thread belongs to


class Asked(NamedTuple):
    """A question as stored: its certificate is all that is needed to show, judge and explain it."""

    id: int
    certificate: Certificate
    turn: int  # in a battle: 0, 1, 2 …; in a hall: 0
    attempt: int  # the number the next judged answer will bear, from 1
    remeasured: str | None = None  # what the engine read when this very question was asked; None = not measured then

    @property
    def kind(self) -> Kind:
        """What sort of answer is read."""
        return self.certificate.facts.kind

    @property
    def numbers(self) -> Mapping[str, Number]:
        """The numbers printed in the question."""
        return self.certificate.numbers


class Judged(NamedTuple):
    """One submitted text and what became of it."""

    kind: str  # "correct" "diagnosed" "incorrect" "invalid" "ambiguous" "ungradable"
    line: str  # "right", "trap.<name>", "wrong", "off-by-unit", or the reason a text could not be read
    asked: Asked
    text: str  # exactly as typed: never shown unescaped
    echo: str | None  # how it was read, said back; None if it was not
    span: tuple[int, int] | None = None  # which part of `text` could not be read
    readings: tuple[str, ...] = ()  # where it can be read in more than one way: each, said back
    stored: int | None = None  # the answer's id

    @property
    def right(self) -> bool:
        """Whether the learner's answer holds."""
        return self.kind == "correct"

    @property
    def counts(self) -> bool:
        """Whether it was an answer at all: what could not be read costs nothing."""
        return self.kind in ("correct", "diagnosed", "incorrect")

    def kept_as(self, stored: int) -> Judged:
        """Return it with the id it is kept by."""
        return Judged(self.kind, self.line, self.asked, self.text, self.echo, self.span, self.readings, stored)


class Sent(NamedTuple):
    """A text as it arrived."""

    text: str
    at: datetime
    interaction: int | None = None  # Discord's id of what brought it; the same one twice counts once


class Strike(NamedTuple):
    """One counted answer in a battle."""

    turn: int
    layer: Layer  # that asked
    right: bool
    line: str  # of its verdict
    asked: Asked | None  # the question, where it fell into a named mistake

    @property
    def trap(self) -> str | None:
        """The named mistake it fell into; None if it was right, or wrong in a way that has no name."""
        return self.line.removeprefix(TRAP) if self.line.startswith(TRAP) else None


class Battle(NamedTuple):
    """A battle as its stored answers make it."""

    id: int
    learner: Learner  # the challenger
    tier: Tier
    place: Place
    started: datetime
    strikes: tuple[Strike, ...]
    wall: Wall
    asked: Asked | None  # the open question
    doubt: Judged | None = None  # the last text sent to it, where it could be read in two ways
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The turn of the question that is open, or is to be put next: 0, 1, 2 …"""
        return len(self.strikes) if self.asked is None else self.asked.turn

    @property
    def outcome(self) -> Outcome:
        """How the wall stands."""
        return self.wall.outcome


class Choice(NamedTuple):
    """One thing that can be chosen: what it says, and what to hand back to choose it."""

    say: Say
    token: str


class Dial(NamedTuple):
    """Something to turn: its id, the values it can take, and where it stands."""

    id: str
    values: Sequence[Setting]
    at: Setting


class Exhibit(NamedTuple):
    """An exhibit at one turn of its dial, whose picture is still being made."""

    hall: str
    name: str
    turns: Mapping[str, Setting]


class Walk(NamedTuple):
    """Where a learner stands in a hall."""

    id: int
    hall: str
    beat: str | None  # None once the hall is walked through
    step: int  # from 1
    steps: int
    proving: bool = False  # not walked, but passed by answering


class Scene(NamedTuple):
    """One turn of the game, ready to be shown anywhere."""

    learner: Learner
    awaits: Awaits
    say: tuple[Say, ...] = ()
    judged: Judged | None = None
    battle: Battle | None = None
    walk: Walk | None = None
    asked: Asked | None = None
    choices: tuple[Choice, ...] = ()
    dial: Dial | None = None
    picture: Picture | None = None
    picture_book: str = "bot"  # whose words the picture uses
    late: Exhibit | None = None  # in the place of the picture, where that takes longer than a first answer may
    opens_wall: bool = False  # the hall ends here and the wall may be fought
    kept: bool = False  # what is said and pictured led to the question, and stays while that waits


class DoorView(NamedTuple):
    """One door of the map, and what would open it if it is closed."""

    hall: str
    door: Door
    missing: tuple[str, ...] = ()


class TourMap(NamedTuple):
    """Every door as it stands for a learner, in the tour's order."""

    doors: tuple[DoorView, ...]
    here: str | None  # the hall they are in


class SkillView(NamedTuple):
    """How well one skill is held."""

    skill: str  # "dot.variance"
    hall: str
    mastery: Fraction  # 0 to 1, by first attempts
    answered: int

    @property
    def held(self) -> bool:
        """Whether it counts as held."""
        return self.mastery >= HELD


class Memory(NamedTuple):
    """One thing a learner learnt: what they first believed, and when they saw it."""

    skill: str
    hall: str
    asked: Asked  # the question they first got wrong
    line: str  # the verdict then: "trap.<name>" or "wrong"
    slips: int  # counted answers that were wrong, of this skill
    seen: datetime | None  # when they first answered one of this skill rightly after that; None = not yet


class Belief(NamedTuple):
    """What a learner first said where they were asked before they were taught, and when they saw better."""

    hall: str
    said: str  # the key of the option they chose
    slips: int  # choices there that were wrong
    seen: datetime | None  # when they chose rightly; None = not yet


class Path(NamedTuple):
    """A learner's own way so far."""

    map: TourMap
    skills: tuple[SkillView, ...]  # those they have met, in the tour's order
    broke: datetime | None  # when they first broke the wall
    memories: tuple[Memory, ...]
    next: str | None  # the hall to go to; None once all are cleared
    beliefs: tuple[Belief, ...] = ()
