"""The rule book of study sessions: when a round moves on, who owes an answer, who shares a win, what wants a review.

Everyone gets the same kind of question in a round. What happened arrives as votes, in any order; moments are
arguments. A session has three paces: *everyone* waits for all who are there, *timed* runs by a clock and hears the
first answer, and so does a *race*, which ends soon after the first right one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Literal, NamedTuple

Pace = Literal["everyone", "timed", "race"]
Phase = Literal["first", "talk", "second", "closed"]

ATTEMPTS = 3  # counted, in a round without a clock
WINDOW = timedelta(seconds=3)  # after a race's first right answer: who answers rightly within it shares the win
KNOWN = Fraction(4, 5)  # from here on a group counts as knowing something
MISSED = Fraction(3, 5)  # below this it wants a review
NOTHING = timedelta(0)


class Vote(NamedTuple):
    """One counted answer in a round."""

    learner: int
    attempt: int  # from 1; where a round is voted on twice, which of the votes
    right: bool
    line: str  # of its verdict
    at: datetime
    opened: datetime  # when this learner first saw the question


class Stop(NamedTuple):
    """A stretch of time that counts for nobody: a pause, or the bot's own absence."""

    began: datetime
    ended: datetime


def attempts(pace: Pace, peer: bool) -> int:
    """Return how many counted answers a learner has in one phase of a round."""
    return 1 if peer or pace != "everyone" else ATTEMPTS


def next_phase(phase: Phase, peer: bool) -> Phase | None:
    """Return what follows a phase of a round; None where the next round does.

    >>> next_phase("first", peer=True), next_phase("first", peer=False), next_phase("closed", peer=True)
    ('talk', 'closed', None)
    """
    order: tuple[Phase, ...] = ("first", "talk", "second", "closed") if peer else ("first", "closed")
    place = order.index(phase) + 1
    return order[place] if place < len(order) else None


def vote_in(phase: Phase) -> int:
    """Return the number that an answer bears where each phase hears one."""
    return 2 if phase == "second" else 1


def next_attempt(pace: Pace, peer: bool, phase: Phase, given: Collection[int]) -> int:
    """Return the number of the next counted answer of a learner who has given those."""
    return vote_in(phase) if attempts(pace, peer) == 1 else max(given, default=0) + 1


def owes_nothing(pace: Pace, peer: bool, phase: Phase, given: Collection[int], right: bool) -> bool:
    """Whether a learner need not be waited for in a phase, by their counted answers and whether one was right.

    >>> [owes_nothing(pace, False, "first", [1], right=False) for pace in ("everyone", "timed")]
    [False, True]
    """
    if phase not in ("first", "second"):
        return True
    if attempts(pace, peer) == 1:
        return vote_in(phase) in given
    return right or len(given) >= ATTEMPTS


def deadline(at: datetime, seconds: int | None) -> datetime | None:
    """Return when a phase that is seen at a moment is over; None where there is no clock."""
    return None if seconds is None else at + timedelta(seconds=seconds)


def last_moment(deadline: datetime, seconds: int, extra: int) -> datetime:
    """Return one learner's own deadline: the round's, and their extra percentage of its time."""
    return deadline + timedelta(seconds=seconds) * extra / 100


def taken(vote: Vote, stops: Iterable[Stop]) -> timedelta:
    """Return how long an answer took from the moment its question was seen, without what counts for nobody."""
    lost = sum((overlap(vote.opened, vote.at, stop) for stop in stops), NOTHING)
    return max(NOTHING, vote.at - vote.opened - lost)


def overlap(began: datetime, ended: datetime, stop: Stop) -> timedelta:
    """Return how much of a stretch of time falls into a stop."""
    return max(NOTHING, min(ended, stop.ended) - max(began, stop.began))


def winners(votes: Collection[Vote], stops: Collection[Stop] = ()) -> frozenset[int]:
    """Return who shares the win of a race: all right answers within the window of the first of them.

    A stop in between lengthens the window: nobody could answer.
    """
    right = [vote for vote in votes if vote.right]
    if not right:
        return frozenset()
    first = min(vote.at for vote in right)
    return frozenset(
        vote.learner
        for vote in right
        if vote.at - first - sum((overlap(first, vote.at, stop) for stop in stops), NOTHING) <= WINDOW
    )


def deciding(votes: Iterable[Vote], peer: bool) -> list[Vote]:
    """Return each learner's vote that tells what they know: the first, or the last where they talked in between."""
    chosen: dict[int, Vote] = {}
    for vote in votes:
        known = chosen.get(vote.learner)
        if known is None or (vote.attempt > known.attempt if peer else vote.attempt < known.attempt):
            chosen[vote.learner] = vote
    return list(chosen.values())


def final(votes: Iterable[Vote]) -> list[Vote]:
    """Return each learner's last vote."""
    return deciding(votes, peer=True)


def split(votes: Iterable[Vote]) -> dict[str, int]:
    """Return how many gave each kind of answer: right, then traps that have a name, the likeliest first, then other."""
    counts: dict[str, int] = {}
    for vote in votes:
        kind = vote.line if vote.line.startswith("trap.") else "right" if vote.right else "other"
        counts[kind] = counts.get(kind, 0) + 1
    return dict(sorted(counts.items(), key=lambda each: (each[0] != "right", each[0] == "other", -each[1], each[0])))


class Moved(NamedTuple):
    """How those who voted twice moved between the votes."""

    kept: int
    gained: int
    lost: int
    missed: int


def shift(votes: Iterable[Vote]) -> Moved:
    """Return how many were right at both votes, only at the second, only at the first, at neither."""
    by_attempt: dict[int, dict[int, bool]] = {1: {}, 2: {}}
    for vote in votes:
        if vote.attempt in by_attempt:
            by_attempt[vote.attempt][vote.learner] = vote.right
    pairs = [(right, by_attempt[2][who]) for who, right in by_attempt[1].items() if who in by_attempt[2]]
    return Moved(*(pairs.count(pair) for pair in ((True, True), (False, True), (True, False), (False, False))))


def rate(votes: Iterable[Vote], peer: bool) -> Fraction | None:
    """Return the share of those who knew, among those who answered; None if nobody did."""
    decided = deciding(votes, peer)
    return Fraction(sum(vote.right for vote in decided), len(decided)) if decided else None


def most_missed(rates: Mapping[str, Fraction | None]) -> str | None:
    """Return what the group missed most, the earliest of equals; None if it missed nothing enough for a review."""
    missed = {name: rate for name, rate in rates.items() if rate is not None and rate < MISSED}
    return min(missed, key=lambda name: missed[name]) if missed else None


def least_asked(families: Mapping[str, str], asked: Sequence[str]) -> tuple[str, ...]:
    """Return the families that may be asked next, given each one's skill and what was asked.

    Those of a skill asked least often, and of these the ones asked least often: nothing comes twice while anything of
    its skill has not come at all.
    """
    skills = [families[family] for family in asked if family in families]
    by_skill = {family: skills.count(skill) for family, skill in families.items()}
    rarest = [family for family, count in by_skill.items() if count == min(by_skill.values())]
    times = {family: asked.count(family) for family in rarest}
    return tuple(family for family, count in times.items() if count == min(times.values()))


class Record(NamedTuple):
    """What one learner did in a session."""

    learner: int
    right: int  # rounds
    attempts: int
    time: timedelta | None = None  # of a race: over the rounds answered rightly
    wins: int = 0


def record(
    learner: int, rounds: Iterable[Collection[Vote]], stops: Collection[Stop] = (), wins: int | None = None
) -> Record:
    """Return a learner's record from their votes in each round; `wins` in a race, where time counts as well."""
    right = tries = 0
    time = NOTHING
    for mine in rounds:
        tries += len(mine)
        held = [vote for vote in final(mine) if vote.right]
        right += len(held)
        time += sum((taken(vote, stops) for vote in held), NOTHING)
    return Record(learner, right, tries, None if wins is None else time, wins or 0)


def standing(record: Record) -> tuple[int, int, timedelta]:
    """Return what a record is ranked by: rounds right, then few attempts, then a race's time; equal means a tie."""
    return -record.right, record.attempts, record.time or NOTHING


def ranked(records: Iterable[Record]) -> list[tuple[int, Record]]:
    """Return records with their ranks, best first; equal ones share a rank, and the next rank skips as many."""
    ordered = sorted(records, key=lambda each: (standing(each), each.learner))
    ranks: list[tuple[int, Record]] = []
    for place, each in enumerate(ordered, 1):
        tied = bool(ranks) and standing(ranks[-1][1]) == standing(each)
        ranks.append((ranks[-1][0] if tied else place, each))
    return ranks
