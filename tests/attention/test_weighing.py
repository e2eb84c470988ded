"""Weights of keys: attention that was run, against exponentials by hand and against the closed forms."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from engine.attention import weighing
from engine.exact import shares

close = {"rel": 1e-12}


@given(st.integers(-20, 20), st.integers(1, 300))
def test_the_better_of_two_keys(gap, d):
    by_hand = 1 / (1 + math.exp(-gap / math.sqrt(d)))

    assert weighing.of_two(gap, d).value == pytest.approx(by_hand, **close)
    assert float(shares.of_two(gap, d)) == pytest.approx(by_hand, **close)


@given(st.integers(-5, 9), st.integers(1, 60))
def test_a_favoured_key_among_many(score, n):
    by_hand = math.exp(score) / (math.exp(score) + n - 1)

    assert weighing.of_many(score, n).value == pytest.approx(by_hand, **close)
    assert float(shares.of_many(score, n)) == pytest.approx(by_hand, **close)


@settings(max_examples=20)
@given(st.integers(51, 99), st.integers(3, 400), st.sampled_from((1, 16, 64)))
def test_the_gap_that_was_found_gives_the_weight_that_was_wanted(percent, n, d):
    gap = weighing.raw_gap(percent / 100, n, d).value

    assert weighing.favoured(gap, n, d) == pytest.approx(percent / 100, **close)
    assert float(shares.raw_gap(Rational(percent, 100), n, d)) == pytest.approx(gap, rel=1e-11)


@given(st.integers(1, 4), st.integers(1, 30))
def test_every_row_adds_up_to_one(heads, n):
    assert weighing.mass(heads, n).value == pytest.approx(heads * n, **close)
    assert shares.mass(heads, n) == heads * n


@given(st.integers(1, 32))
def test_equal_scores_share_alike_among_the_visible(t):
    assert weighing.uniform_row(t, 32).value == pytest.approx(1 / t, **close)
    assert shares.uniform(t) == Rational(1, t)


def test_a_threshold_is_found_where_it_is():
    assert weighing.crossing(lambda x: x >= math.pi) == pytest.approx(math.pi, rel=1e-15)
