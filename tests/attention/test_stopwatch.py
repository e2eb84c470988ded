"""The stopwatch: the middle of a few runs, by a clock that is not the wall's."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import stopwatch


@given(st.lists(st.integers(1, 100), min_size=1, max_size=7))
def test_the_median_of_the_runs_is_told_and_the_first_is_not_counted(laps):
    turns = []
    ends = accumulate([*laps], initial=0)
    clock = iter([tick for start, end in zip(ends, accumulate(laps), strict=False) for tick in (start, end)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stopwatch, "process_time", clock.__next__)
        told = stopwatch.seconds(lambda: turns.append(None), len(laps))

    assert min(laps) <= told <= max(laps)
    assert sum(lap <= told for lap in laps) >= len(laps) / 2 <= sum(lap >= told for lap in laps)
    assert len(turns) == len(laps) + 1
