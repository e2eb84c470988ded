"""ALiBi as it is measured: slopes of any number of heads, and what distance costs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import lean
from engine.exact import slopes


@given(st.sampled_from([1, 2, 4, 8, 16, 32, 64]), st.data())
def test_slopes_of_a_power_of_two_are_a_geometric_series(h, data):
    i = data.draw(st.integers(1, h))

    assert lean.slope(h, i).value == pytest.approx(float(slopes.slope(h, i)), rel=1e-12)
    assert lean.slope(h, h).value == 2**-8


def test_six_and_twelve_heads_have_the_slopes_of_the_authors_program():
    six = [lean.slope(6, i).value for i in range(1, 7)]

    assert six == [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]
    assert [lean.extra(12, j).value for j in (1, 2, 3, 4)] == pytest.approx([2**-0.5, 2**-1.5, 2**-2.5, 2**-3.5])


@given(st.integers(3, 60).filter(lambda h: h & (h - 1)), st.data())
def test_extra_heads_borrow_the_odd_slopes_of_twice_as_many(h, data):
    j = data.draw(st.integers(1, h - slopes.power_below(h)))

    assert lean.extra(h, j).value == pytest.approx(float(slopes.extra(h, j)), rel=1e-12)


@given(st.integers(1, 60), st.sampled_from([2, 4, 8, 16]))
def test_a_key_loses_a_slope_for_every_step(distance, part):
    assert lean.penalty(distance, part).value == pytest.approx(-distance / part)
    assert float(slopes.penalty(distance, part)) == -distance / part
