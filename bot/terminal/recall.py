"""A review as a scene, so that a shell shows it as it shows everything else."""

from __future__ import annotations

from bot.play.review.review import BOOK, Review
from bot.play.scene import Awaits, Say, Scene
from quizbank.figures import Value


def scene_of(review: Review) -> Scene:
    """Return the scene of a review as it stands."""
    awaits: Awaits = "choose" if review.choices else "nothing" if review.asked is None else "answer"
    return Scene(review.learner, awaits, told(review), review.judged, asked=review.asked, choices=review.choices)


def told(review: Review) -> tuple[Say, ...]:
    """Return what is said around the question, or in its place."""
    if review.choices:
        return ()
    if review.skill is not None:
        return (review.skill.say, *((Say(BOOK, "skill.again"),) if review.again else ()))
    day: dict[str, Value] = {} if review.next is None else {"when": f"{review.next:%Y-%m-%d}"}
    if review.over:
        return (Say(BOOK, "say.over"), *((Say(BOOK, "say.next", day),) if day else ()))
    return (Say(BOOK, "say.rest", {"cards": review.cards, **day}) if review.cards else Say(BOOK, "say.never"),)
