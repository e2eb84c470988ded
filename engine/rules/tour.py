"""The rule book of the tour: a hall is a row of beats, and a walk is what the learner did at each of them, in order.

A beat that only speaks is passed by going on; one that offers a choice or a dial, or asks a question, is passed when
the learner has found the way through. A hall's door opens once the halls it needs are cleared. Nothing here knows what
a beat says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple


class Step(NamedTuple):
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


class Door(StrEnum):
    """How the door of a hall stands for one learner."""

    CLEARED = "cleared"
    OPEN = "open"
    CLOSED = "closed"


def missing(needs: Mapping[str, Sequence[str]], cleared: Collection[str], hall: str) -> tuple[str, ...]:
    """Return the halls that must be cleared before this one opens, in the order they are needed."""
    return tuple(need for need in needs[hall] if need not in cleared)


def doors(needs: Mapping[str, Sequence[str]], cleared: Collection[str]) -> dict[str, Door]:
    """Return how every door stands, in the tour's order; a hall once cleared stays open whatever it needs.

    >>> doors({"gate": [], "dial": ["gate"]}, cleared=[])
    {'gate': <Door.OPEN: 'open'>, 'dial': <Door.CLOSED: 'closed'>}
    """
    return {hall: door(needs, cleared, hall) for hall in needs}


def door(needs: Mapping[str, Sequence[str]], cleared: Collection[str], hall: str) -> Door:
    """Return how one door stands."""
    if hall in cleared:
        return Door.CLEARED
    return Door.CLOSED if missing(needs, cleared, hall) else Door.OPEN
