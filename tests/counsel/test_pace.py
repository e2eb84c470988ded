"""Laws of the pace at which one may ask."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.play.counsel.pacing import Paces
from engine.rules.pace import NOTHING, Bucket, Pace, draw

START = datetime(2026, 1, 1, tzinfo=UTC)
PACE = Pace(burst=3, every=timedelta(seconds=10))

moments = st.lists(st.integers(0, 300), min_size=1, max_size=60).map(sorted)


def granted(seconds: list[int], pace: Pace = PACE) -> list[bool]:
    """Return which of the askings at these seconds are granted."""
    bucket: Bucket | None = None
    found = []
    for second in seconds:
        bucket, wait = draw(bucket, START + timedelta(seconds=second), pace)
        found.append(wait == NOTHING)
    return found


@given(moments)
def test_in_any_span_no_more_are_granted_than_a_burst_and_what_has_filled_since(seconds: list[int]) -> None:
    times = [second for second, ok in zip(seconds, granted(seconds), strict=True) if ok]

    for first in range(len(times)):
        for last in range(first, len(times)):
            assert last - first + 1 <= PACE.burst + Fraction(times[last] - times[first], 10)


@given(st.integers(0, 20))
def test_whoever_waits_as_long_as_told_is_granted(eagerness: int) -> None:
    bucket: Bucket | None = None
    at, wait = START, NOTHING
    for _ in range(PACE.burst + eagerness):
        bucket, wait = draw(bucket, at, PACE)
    _, again = draw(bucket, at + wait, PACE)

    assert again == NOTHING or wait == NOTHING


def test_asking_in_vain_delays_nobody() -> None:
    calm = granted([0, 0, 0, 10])
    eager = granted([0, 0, 0, *range(1, 10), 10])

    assert (calm[-1], eager[-1]) == (True, True)


def test_a_clock_that_runs_back_fills_nothing() -> None:
    bucket, _ = draw(None, START, PACE)

    assert draw(bucket, START - timedelta(hours=1), PACE)[0].left == 1


def test_one_learner_does_not_slow_another_and_the_oldest_are_forgotten() -> None:
    paces = Paces(PACE, remembered=2)
    waits = [paces.wait(1, START)[0] for _ in range(5)]

    assert waits == [0, 0, 0, 10, 10]
    assert [paces.wait(learner, START)[0] for learner in (2, 3)] == [0, 0]
    assert paces.wait(1, START)[0] == 0


def test_refusals_are_counted_until_one_is_granted() -> None:
    paces = Paces(Pace(1, timedelta(seconds=10)))

    assert [paces.wait(1, START)[1] for _ in range(3)] == [0, 1, 2]
    assert paces.wait(1, START + timedelta(seconds=11)) == (0, 0)
