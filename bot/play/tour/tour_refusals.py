"""What cannot be done in the halls, and what the learner is told; it changes nothing."""

from __future__ import annotations

from bot.play.refusals import RefusalError


class NotYourWalkError(RefusalError):
    """A walk that is another learner's, or is no more."""

    def __init__(self) -> None:
        super().__init__("not_your_walk")
