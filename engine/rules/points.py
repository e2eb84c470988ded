"""The rule book of points: what the answers of one learner on one day are worth, and the walls they broke on it.

A right answer at the first attempt earns ten for each degree of difficulty; each attempt before it halves that, and
what was wrong earns nothing. A problem earns once a day however often it is met, and having met it that day counts as
an attempt, so neither repetition nor a second sitting pays. A broken wall adds its bonus, the first few of a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

EACH = 10  # points for a degree of difficulty, at the first attempt
BONUS = 50  # points for a broken wall …
WALLS = 3  # … so many a day
TRIES = 10  # first attempts from which on accuracy says something


class Answered(NamedTuple):
    """One answer: to which problem, how hard it is (1–5), the how manieth to its question, and whether it was right."""

    problem: Hashable
    difficulty: int
    attempt: int
    right: bool


@dataclass(frozen=True)
class Score:
    """Points; questions right at the first attempt, and tried at all; walls broken."""

    points: int = 0
    right: int = 0
    tried: int = 0
    walls: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.points + other.points,
            self.right + other.right,
            self.tried + other.tried,
            self.walls + other.walls,
        )

    def __neg__(self) -> Score:
        return Score(-self.points, -self.right, -self.tried, -self.walls)

    @property
    def accuracy(self) -> int | None:
        """The percentage right at the first attempt, rounded down; None while too few were tried."""
        return None if self.tried < TRIES else 100 * self.right // self.tried


def worth(difficulty: int, attempt: int) -> int:
    """Return what a right answer earns.

    >>> [worth(3, attempt) for attempt in (1, 2, 3)]
    [30, 15, 7]
    """
    return EACH * difficulty >> attempt - 1


def answer_scores(day: Iterable[Answered]) -> tuple[Score, ...]:
    """Return what each answer of one day earns, in the order they were given."""
    met: Counter[Hashable] = Counter()
    earned: set[Hashable] = set()
    scores = []
    for answer in day:
        met[answer.problem] += 1
        pays = answer.right and answer.problem not in earned
        attempt = max(answer.attempt, met[answer.problem])
        first = answer.attempt == 1
        scores.append(
            Score(worth(answer.difficulty, attempt) if pays else 0, int(first and answer.right), int(first), 0)
        )
        if answer.right:
            earned.add(answer.problem)
    return tuple(scores)


def wall_scores(broken: int) -> tuple[Score, ...]:
    """Return what each wall broken on one day earns, in their order."""
    return tuple(Score(BONUS if place < WALLS else 0, 0, 0, 1) for place in range(broken))
