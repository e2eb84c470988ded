"""Beyond the trained length: pairs that turn, weights that fade, tables that end."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import positions, stretch
from engine.exact import horizon

widths = st.sampled_from([4, 8, 16, 32])


@given(widths, st.integers(1, 200))
def test_a_pair_followed_step_by_step_turns_as_far_as_its_frequency_says(d, n):
    expected = n * positions.frequencies(d)

    assert torch.allclose(stretch.travelled(n, d), expected)


@given(widths, st.integers(1, 300), st.sampled_from([10, 10_000]))
def test_pairs_that_turn_and_pairs_that_do_not_are_all_pairs(d, n, base):
    unturned = stretch.unturned(base, d, n).value

    assert unturned == sum(1 for i in range(d // 2) if horizon.turned(base, d, i, n) < 1)


@pytest.mark.parametrize(("base", "d", "n", "fast"), [(10_000, 64, 2048, 16), (500_000, 128, 8192, 32)])
def test_yarn_keeps_the_pairs_that_turn_often_enough(base, d, n, fast):
    kept = sum(1 for i in range(d // 2) if horizon.turned(base, d, i, n) >= fast)

    assert stretch.kept_by_yarn(base, d, n, fast).value == kept == horizon.turning(base, d, n, fast)


@pytest.mark.parametrize("name", ["linear", "ntk", "yarn"])
@pytest.mark.parametrize("i", [0, 5, 20, 31])
def test_each_scaling_slows_a_pair_as_derived(name, i):
    measured = stretch.slowing(stretch.scalings(4, 2048)[name], 64)[i]

    assert float(measured) == pytest.approx(float(horizon.slowings(4, 64, i, 2048)[name]), rel=1e-9)


@given(st.integers(2, 16), widths.filter(lambda d: d > 4))
def test_the_matching_base_slows_the_last_pair_and_not_the_first(s, d):
    base = stretch.matching_base(s, d).value

    assert base == pytest.approx(float(horizon.ntk_base(s, d)))
    assert stretch.slowest(base, d) == pytest.approx(stretch.slowest(positions.BASE, d) / s)


@given(st.integers(1, 8000))
def test_interpolation_takes_a_far_position_for_a_near_one(m):
    assert stretch.squeezed(m, 2048, 8192).value == pytest.approx(m / 4)


@given(st.integers(1, 30), st.integers(1, 30))
def test_alibis_weights_fall_by_one_factor_a_step(n, m):
    row = stretch.row(n, m)

    assert float(row.sum()) == pytest.approx(1)
    assert torch.allclose(row[1:] / row[:-1], torch.full((n - 1,), math.exp(1 / m), dtype=torch.float64))
    assert stretch.own_weight(n, m).value == pytest.approx(float(horizon.own_weight(n, m)))


@given(st.integers(1, 20), st.integers(2, 500))
def test_the_least_faded_distance_is_faded_and_the_one_before_is_not(m, f):
    distance = stretch.faded(m, f).value

    assert math.exp(-distance / m) * f < 1 <= math.exp(-(distance - 1) / m) * f
    assert distance == horizon.faded(m, f)


@given(st.integers(1, 20), st.integers(0, 20))
def test_only_a_table_has_nothing_for_a_position_it_was_not_built_for(table, more):
    refused = {name: each.value for name, each in stretch.without_rows(table, table + more).items()}

    assert refused == {"sinusoid": 0, "rope": 0, "learned": more, "alibi": 0}
    assert stretch.missing_rows(table, table + more).value == more
