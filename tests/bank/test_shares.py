"""Parts of a whole, rounded together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quizbank.shares import percents

PARTS = st.lists(st.integers(0, 10**6), min_size=1, max_size=12)


@given(PARTS, st.integers(0, 2))
def test_shares_of_a_whole_make_a_hundred_and_none_is_a_last_digit_off(parts: list[int], places: int) -> None:
    shares = percents(parts, places)

    assert sum(shares) == (100 if any(parts) else 0)
    for part, share in zip(parts, shares, strict=True):
        exact = 100 * part / sum(parts) if any(parts) else 0
        assert abs(float(share) - exact) < 10**-places + 1e-9
        assert share.denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100)


@given(PARTS)
def test_whoever_has_more_is_never_shown_with_less_and_nothing_stays_nothing(parts: list[int]) -> None:
    shares = percents(parts)

    assert all(shares[a] >= shares[b] for a, one in enumerate(parts) for b, other in enumerate(parts) if one > other)
    assert all(share == 0 for part, share in zip(parts, shares, strict=True) if part == 0)
