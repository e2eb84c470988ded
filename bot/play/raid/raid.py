"""A raid as a value: how its wall stands, who is in it, who did what; always the fold of what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, cast

from bot.play.scene import TRAP, Asked, Judged, Language, Learner, Place, Tier
from bot.store.raids import RaidRow, StayRow, StruckRow
from engine.rules.raid import LAYINGS, Begun, Course, Effect, Event, Joined, Left, Part, Siege, Struck, step
from engine.rules.wall import Layer, Outcome
from quizbank.bank import Bank

Ending = Literal["broken", "overgrown", "cancelled", "deserted", "idle", "lost", "overtaken"]
FOUGHT_OUT: tuple[Ending, ...] = ("broken", "overgrown")  # what the answers make; every other ending happened


class Fighter(NamedTuple):
    """One learner who ever came."""

    learner: int
    name: str  # as last seen; untrusted text
    hidden: bool  # wants to be named in no list
    here: bool
    part: Part


class Deed(NamedTuple):
    """One counted answer, and what it did."""

    answer: int
    question: int
    learner: int
    kind: Layer  # what was asked about
    effect: Effect
    met: Course | None  # the layer a right answer cracked, as it was cracked then; None for all others
    thickness: int  # of the wall, after it
    line: str  # of its verdict
    at: datetime

    @property
    def laid(self) -> bool:
        """Whether it laid a layer."""
        return self.effect in LAYINGS

    @property
    def trap(self) -> str | None:
        """The named mistake it fell into; None if it was right, or wrong in a way that has no name."""
        return self.line.removeprefix(TRAP) if self.line.startswith(TRAP) else None


class Raid(NamedTuple):
    """One wall for many."""

    id: int
    host: int
    tier: Tier
    language: Language  # of the public message
    place: Place
    opened: datetime
    started: datetime | None
    host_seen: datetime
    ended: datetime | None
    ending: Ending | None
    named: bool  # whether this server shows names
    siege: Siege
    fighters: tuple[Fighter, ...]  # in the order they first came
    deeds: tuple[Deed, ...]

    @property
    def standing(self) -> bool:
        """Whether it is being fought."""
        return self.started is not None and self.ending is None

    @property
    def awaiting(self) -> bool:
        """Whether those who come are still awaited."""
        return self.started is None and self.ending is None

    @property
    def here(self) -> tuple[Fighter, ...]:
        """Those who have not left."""
        return tuple(fighter for fighter in self.fighters if fighter.here)

    def fighter(self, learner: int) -> Fighter | None:
        """Return a learner who ever came, or None."""
        return next((fighter for fighter in self.fighters if fighter.learner == learner), None)

    def deed(self, answer: int | None) -> Deed | None:
        """Return what an answer did, or None if it is none that counts here."""
        return next((deed for deed in self.deeds if deed.answer == answer), None)


class Turn(NamedTuple):
    """A learner's own place in a raid: the question open to them, if any, and what they last sent to it in doubt."""

    raid: Raid
    learner: Learner
    asked: Asked | None
    doubt: Judged | None = None
    came: bool = False  # whether they were let in just now


class Told(NamedTuple):
    """What became of a text sent in a raid, and what is asked next."""

    turn: Turn
    judged: Judged
    deed: Deed | None  # None where the text was no answer


def fold(
    row: RaidRow, stays: Sequence[StayRow], struck: Sequence[StruckRow], bank: Bank, *, named: bool = True
) -> Raid:
    """Make a raid of who came and went and of what was answered; the first answer to a question is the one that counts.

    An answer to a family that is no longer in the bank is passed over.
    """
    first = {each.question_id: each for each in reversed(struck)}
    blows = [each for each in struck if first[each.question_id] is each and each.family in bank.facts]
    siege, deeds = Siege(), []
    for event, blow in events(row, stays, [(blow, layer_of(bank, blow.family)) for blow in blows]):
        before = siege
        siege, effect = step(siege, event)
        if blow is not None and isinstance(event, Struck) and effect is not None:
            deeds.append(deed_of(blow, event, effect, before, siege))
    return Raid(
        id=row.id,
        host=row.host_id,
        tier=cast(Tier, row.tier),
        language=cast(Language, row.language),
        place=Place(row.guild, row.channel, row.message),
        opened=row.opened,
        started=row.started,
        host_seen=row.host_seen,
        ended=row.ended,
        ending=cast("Ending | None", row.ending),
        named=named,
        siege=siege,
        fighters=fighters(stays, siege.parts),
        deeds=tuple(deeds),
    )


def entered(raid: Raid, learner: int, at: datetime) -> Raid:
    """Return a raid after one who is in it already did something."""
    return raid._replace(host_seen=at) if learner == raid.host else raid


def struck(raid: Raid, blow: StruckRow, bank: Bank, at: datetime) -> Raid:
    """Return a raid after one more counted answer, as `fold` would once that is kept; `at` is when it then ended."""
    event = Struck(blow.learner_id, layer_of(bank, blow.family), blow.kind == "correct")
    siege, effect = step(raid.siege, event)
    assert effect is not None  # it was an answer
    ending = raid.ending or ending_of(siege)
    return raid._replace(
        siege=siege,
        fighters=tuple(each._replace(part=siege.parts.get(each.learner, Part())) for each in raid.fighters),
        deeds=(*raid.deeds, deed_of(blow, event, effect, raid.siege, siege)),
        ending=ending,
        ended=raid.ended if raid.ending == ending else at,
    )


def deed_of(blow: StruckRow, event: Struck, effect: Effect, before: Siege, after: Siege) -> Deed:
    """Return what one answer did, between a raid as it was before and after it."""
    met = before.outermost if event.right else None
    return Deed(
        answer=blow.answer_id,
        question=blow.question_id,
        learner=blow.learner_id,
        kind=event.kind,
        effect=effect,
        met=None if met is None else met._replace(cracks=met.cracks + 1),
        thickness=len(after.courses),
        line=blow.line,
        at=blow.at,
    )


def events(
    row: RaidRow, stays: Sequence[StayRow], blows: Sequence[tuple[StruckRow, Layer]]
) -> list[tuple[Event, StruckRow | None]]:
    """Return all that befell a raid, in the database's order: each coming and going after the answer it came after."""
    moves: list[tuple[int, datetime, Event]] = []
    for stay in stays:  # in their order, so that nobody goes before they come
        moves.append((stay.joined_after, stay.joined, Joined(stay.learner_id)))
        if stay.left is not None and stay.left_after is not None:
            moves.append((stay.left_after, stay.left, Left(stay.learner_id)))
    started = row.started
    if started is None:
        return [(move, None) for *_, move in moves]
    before: list[tuple[Event, StruckRow | None]] = [(move, None) for _, at, move in moves if at <= started]
    later: list[tuple[int, Event, StruckRow | None]] = [
        (blow.answer_id, Struck(blow.learner_id, kind, blow.kind == "correct"), blow) for blow, kind in blows
    ]
    later += [(after, move, None) for after, at, move in moves if at > started]
    later.sort(key=lambda each: each[0])
    return [*before, (Begun(), None), *((event, blow) for _, event, blow in later)]


def fighters(stays: Sequence[StayRow], parts: Mapping[int, Part]) -> tuple[Fighter, ...]:
    """Return everyone who ever came, once each."""
    here = {stay.learner_id for stay in stays if stay.left is None}
    first = {stay.learner_id: stay for stay in reversed(stays)}
    return tuple(
        Fighter(stay.learner_id, stay.name, stay.hidden, stay.learner_id in here, parts.get(stay.learner_id, Part()))
        for stay in stays
        if first[stay.learner_id] is stay
    )


def layer_of(bank: Bank, family: str) -> Layer:
    """Return which layer of the wall a family asks for."""
    return Layer(str(bank.facts[family].layer))


def ending_of(siege: Siege) -> Ending | None:
    """Return the ending that the answers make, or None while the wall stands."""
    return None if siege.outcome is Outcome.STANDING else cast(Ending, siege.outcome.value)
