"""How fast one learner may ask: a bucket of tokens that fills again with time, which is an argument."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil
from typing import NamedTuple

NOTHING = timedelta(0)
MICROSECOND = timedelta(microseconds=1)


class Pace(NamedTuple):
    """So many at once, and one more each `every`."""

    burst: int
    every: timedelta


class Bucket(NamedTuple):
    """What is left at a moment, and how many were refused since the last that was granted."""

    left: Fraction  # exact: many small fillings are worth one large one
    at: datetime
    refused: int = 0


def draw(bucket: Bucket | None, at: datetime, pace: Pace) -> tuple[Bucket, timedelta]:
    """Take one token; return the bucket as it then is, and how long to wait: nothing if it was granted.

    A refusal takes nothing, so asking again and again delays nobody. None is a bucket nobody has drawn from.
    """
    left = filled(bucket, at, pace)
    if left >= 1:
        return Bucket(left - 1, at), NOTHING
    refused = 0 if bucket is None else bucket.refused
    wait = ceil((1 - left) * (pace.every // MICROSECOND))
    return Bucket(left, at, refused + 1), wait * MICROSECOND


def filled(bucket: Bucket | None, at: datetime, pace: Pace) -> Fraction:
    """Return what a bucket holds at a moment: never more than a burst; a clock that ran back fills nothing."""
    if bucket is None:
        return Fraction(pace.burst)
    grown = Fraction(max(NOTHING, at - bucket.at) // MICROSECOND, pace.every // MICROSECOND)
    return min(Fraction(pace.burst), bucket.left + grown)
