"""Rotated vectors, as they are measured: angles, lengths, partners, and scores that know differences alone."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import spin
from engine.exact import waves

places = st.integers(0, 60)


@given(places, places)
def test_the_score_of_one_pair_is_the_cosine_of_the_distance(m, n):
    assert spin.score([(1, 0)], m, n).value == pytest.approx(math.cos(m - n), abs=1e-12)
    assert float(waves.rotated_score([(1, 0)], m, n)) == pytest.approx(math.cos(m - n), abs=1e-12)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=3), places, places)
def test_scores_of_any_pairs_are_as_derived(pairs, m, n):
    assert spin.score(pairs, m, n).value == pytest.approx(float(waves.rotated_score(pairs, m, n)), abs=1e-10)


def test_both_layouts_turn_the_same_pairs(monkeypatch):
    right = spin.score([(1, 2), (3, 4)], 2, 9).value
    monkeypatch.setattr(spin, "interleaving", torch.arange)

    assert spin.score([(1, 2), (3, 4)], 2, 9).value != pytest.approx(right)


@given(st.integers(0, 3), st.integers(1, 200))
def test_angles_add_up_beyond_a_full_turn(i, m):
    assert spin.angle(i, 8, m).value == pytest.approx(m * 10_000 ** (-2 * i / 8), rel=1e-10)
    assert float(waves.angle(i, 8, m)) == pytest.approx(m * 10_000 ** (-2 * i / 8), rel=1e-12)


@given(st.integers(-9, 9), st.integers(-9, 9), places)
def test_a_rotation_keeps_the_length(a, b, m):
    assert spin.length(a, b, m).value == pytest.approx(math.hypot(a, b), abs=1e-12)
    assert float(waves.rotated_length(a, b)) == pytest.approx(math.hypot(a, b), abs=1e-12)


@given(st.integers(1, 32), st.data())
def test_partners_are_half_a_width_apart_and_mutual(half, data):
    j = data.draw(st.integers(0, 2 * half - 1))
    other = spin.partner(j, 2 * half).value

    assert other == waves.partner(j, 2 * half)
    assert abs(other - j) == half
    assert spin.partner(other, 2 * half).value == j


@given(st.integers(10, 20), st.integers(0, 9), st.integers(0, 40))
def test_the_same_distance_has_the_same_score_and_no_other_has(m, n, p):
    assert spin.same_score(m, n, p).value == p + m - n == waves.same_score(m, n, p)
