"""Who has asked how often of late: a bucket a learner, in memory, for a restart may well be generous."""

from __future__ import annotations

import math
from collections import OrderedDict
from datetime import datetime, timedelta

from engine.rules.pace import NOTHING, Bucket, Pace, draw

ASKING = Pace(burst=6, every=timedelta(seconds=10))
REMEMBERED = 10_000  # learners; whoever asked longest ago is forgotten first


class Paces:
    """The buckets of those who asked lately."""

    def __init__(self, pace: Pace = ASKING, remembered: int = REMEMBERED) -> None:
        self._pace = pace
        self._remembered = remembered
        self._buckets: OrderedDict[int, Bucket] = OrderedDict()

    def wait(self, learner: int, at: datetime) -> tuple[int, int]:
        """Return the whole seconds a learner must wait, 0 if their question is granted, and which refusal it is."""
        bucket, wait = draw(self._buckets.get(learner), at, self._pace)
        self._buckets[learner] = bucket
        self._buckets.move_to_end(learner)
        while len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return (math.ceil(wait.total_seconds()) if wait > NOTHING else 0), bucket.refused
