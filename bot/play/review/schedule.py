"""When a missed skill comes back: a fold of the learner's answers, by the FSRS scheduler, without its fuzz.

A skill has a card from its first wrong answer on. Each question after that rates it once by the first answer given to
it, and once more if it was missed at first and then answered after all:

- *again*: wrong;
- *hard*: right with help: after its hint, at a later attempt, or after the skill was missed in the same review;
- *good*: right.

Never *easy*: how hard it was is not asked, and a right answer to an easy problem says little of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from bot.store.cards import CardRow

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

NAMES = ("state", "step", "stability", "difficulty", "due", "last_review")  # of what is kept of a card


class Given(NamedTuple):
    """One counted answer to a question of a skill."""

    question: int
    skill: str
    right: bool
    hinted: bool
    review: int | None  # the review it was given in, if in one
    at: datetime


@dataclass
class Deck:
    """A learner's cards while their answers are being taken in, in the order they were given."""

    cards: dict[str, Card] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)  # questions answered
    owed: set[int] = field(default_factory=set)  # questions missed, and not yet answered after all
    slipped: set[tuple[int, str]] = field(default_factory=set)  # skills missed, by review

    def take(self, given: Given) -> None:
        """Take in one answer."""
        rating = self._rating(given)
        if rating is not None:
            card = self.cards.get(given.skill) or new_card(given.at)
            self.cards[given.skill], _ = scheduler().review_card(card, rating, given.at.astimezone(UTC))

    def _rating(self, given: Given) -> Rating | None:
        """Return how an answer rates its card; None where there is no card, or this question has rated it."""
        from fsrs import Rating

        first = given.question not in self.seen
        after_all = given.right and given.question in self.owed
        slipped = given.review is not None and (given.review, given.skill) in self.slipped
        self._remember(given, first)
        if given.skill not in self.cards:
            return None if given.right else Rating.Again
        if after_all or (first and given.right and (given.hinted or slipped)):
            return Rating.Hard
        return (Rating.Good if given.right else Rating.Again) if first else None

    def _remember(self, given: Given, first: bool) -> None:
        self.seen.add(given.question)
        if given.right:
            self.owed.discard(given.question)
        elif first or given.skill not in self.cards:
            self.owed.add(given.question)
            if given.review is not None:
                self.slipped.add((given.review, given.skill))


def cards_of(answers: Iterable[Given]) -> tuple[CardRow, ...]:
    """Return the cards that a learner's answers make, by skill."""
    deck = Deck()
    for given in answers:
        deck.take(given)
    return tuple(CardRow(skill, kept(card), card.due) for skill, card in sorted(deck.cards.items()))


@cache
def scheduler() -> Scheduler:
    """Return the scheduler: whole days only, for within one sitting a missed skill comes back by itself."""
    from fsrs import Scheduler

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def new_card(at: datetime) -> Card:
    """Return the card of a skill just missed; its number and its time are given, for else it would ask the clock."""
    from fsrs import Card

    return Card(card_id=0, due=at.astimezone(UTC))


def kept(card: Card) -> Mapping[str, object]:
    """Return what is kept of a card, as JSON."""
    whole = card.to_dict()
    return {name: value for name, value in whole.items() if name in NAMES}
