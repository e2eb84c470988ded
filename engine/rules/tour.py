"""The rule book of the tour: a hall is a row of beats, and a walk is what the learner did at each of them, in order.

A beat that only speaks is passed by going on; one that offers a choice or a dial, or asks a question, is passed when
the learner has found the way through. Nothing here knows what a beat says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One thing the learner did: at which beat, and whether it opened the way."""

    beat: str
    passed: bool


def stand(beats: Sequence[str], steps: Iterable[Step]) -> int:
    """Return the index of the beat where a walk of these steps stands; `len(beats)` when the hall is walked through.

    A step at a beat the hall has not is passed over, so one that has gained or lost a beat is walked to its end.

    >>> stand(["greet", "turn", "ask"], [Step("greet", True), Step("turn", False)])
    1
    """
    passed = {step.beat for step in steps if step.passed}
    return next((index for index, beat in enumerate(beats) if beat not in passed), len(beats))
