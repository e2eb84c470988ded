"""What a review hands back: the question that waits, how far the sitting is, and when the next is due. Values only."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.play.refusals import RefusalError
from bot.play.scene import Asked, Choice, Judged, Learner, Say
from engine.rules.streak import Streak

BOOK = "review"  # the lines of review


class Skill(NamedTuple):
    """One skill, and the hall whose words name it."""

    id: str
    hall: str

    @property
    def say(self) -> Say:
        """Its name."""
        return Say(self.hall, f"skills.{self.id}")


def skill_of(asked: Asked) -> Skill:
    """Return the skill a question is of, named by the hall that asks it."""
    facts = asked.certificate.facts
    return Skill(facts.skill, facts.hall)


class Review(NamedTuple):
    """A learner's review as it stands: a question, or nothing that is due."""

    learner: Learner
    asked: Asked | None  # None: nothing is due (any more)
    skill: Skill | None  # of the question
    again: bool  # it was missed before in this sitting
    left: int  # skills that still wait, this one included
    right: tuple[Skill, ...]  # of this sitting, at the first go
    missed: tuple[Skill, ...]  # of this sitting
    cards: int  # skills that come back some day
    next: datetime | None  # when something is due again; None where nothing will be
    streak: Streak
    judged: Judged | None = None  # the text just sent, or the last one where it could be read in two ways
    choices: tuple[Choice, ...] = ()  # its readings

    @property
    def number(self) -> int:
        """Which question of the sitting this is, from 1."""
        return 1 if self.asked is None else self.asked.turn + 1

    @property
    def over(self) -> bool:
        """Whether a sitting has just come to its end."""
        return self.asked is None and bool(self.right or self.missed)


class NoReviewError(RefusalError):
    """There is no such question in any review."""

    def __init__(self) -> None:
        super().__init__("no_review")
        self.say = Say(BOOK, "refusal.no_review")


class ReviewMovedError(RefusalError):
    """That question is answered; `review` is where the sitting stands now."""

    def __init__(self, review: Review) -> None:
        super().__init__("too_late")
        self.review = review
