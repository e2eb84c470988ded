"""Multiply-adds of whole layers: torch's counter over meta tensors, against real runs and the closed forms."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, limit, oo, symbols

from engine.attention import macs
from engine.exact import work

lengths, widths, kernels = st.integers(1, 40), st.integers(1, 24), st.integers(1, 6)
few = settings(max_examples=20)


@few
@given(lengths, widths)
def test_a_recurrence_and_attention_cost_what_the_table_says(n, d):
    assert macs.attention(n, d).value == work.scores(n, d)
    assert macs.recurrence(n, d).value == work.recurrence(n, d)
    assert macs.cost_ratio(n, d).value == Rational(n, d) == work.cost_ratio(n, d)


@few
@given(lengths, widths, st.sampled_from((1, 3, 5, 7)))  # an even kernel cannot keep the length alike on both sides
def test_convolutions_whole_and_separated(n, d, k):
    assert macs.convolution(n, d, k).value == work.convolution(n, d, k)
    assert macs.separable(n, d, k).value == work.separable(n, d, k)


@few
@given(lengths, widths, kernels)
def test_restricted_attention_counts_its_neighbours_alone(n, d, r):
    assert macs.neighbours(n, d, r).value == work.neighbours(n, d, r)


def test_a_frame_of_neighbours_holds_the_scores_of_a_band():
    q, keys, r = torch.arange(12.0).view(4, 1, 3), torch.arange(18.0).view(6, 3), 3

    frames = (q @ keys.unfold(0, r, 1)).squeeze(1)

    assert frames.tolist() == [[float(q[i, 0] @ keys[i + j]) for j in range(r)] for i in range(4)]


@few
@given(st.integers(1, 40), st.sampled_from((64, 128, 192)))
def test_the_sub_layer_is_its_tablets_and_its_core(n, d):
    whole = macs.sublayer(n, d).value

    assert whole == macs.projections(n, d, 4).value + macs.core_macs(n, d) == work.sublayer(n, d)
    assert macs.core_flops(n, d).value == 2 * macs.core_macs(n, d) == 2 * work.core(n, d)


@few
@given(st.integers(1, 30), st.integers(1, 16))
def test_a_causal_row_meets_what_is_not_after_it(n, d):
    by_hand = sum(d for query in range(n) for key in range(n) if key <= query)

    assert macs.causal_scores(n, d).value == by_hand == work.causal_scores(n, d)


def test_heads_do_not_change_what_their_scores_take():
    assert {macs.score_macs(32, 128, heads) for heads in (1, 2, 4, 8)} == {work.scores(32, 128)}


@few
@given(st.integers(1, 20), st.integers(1, 12))
def test_an_lstm_layer_is_eight_matrices_a_token(n, d):
    assert macs.lstm_macs(n, d) == 8 * n * d**2 == work.lstm(n, d)


@settings(max_examples=8)
@given(st.integers(4, 24))
def test_costs_meet_where_they_are_equal_and_not_before(d):
    assert macs.core_meets_projections(d).value == 2 * d == work.core_meets_projections(d)
    assert macs.sublayer_meets_lstm(d).value == 2 * d == work.sublayer_meets_lstm(d)


def test_a_doubled_sub_layer_nears_four_times_and_never_takes_it():
    n, d = symbols("n d", positive=True)

    growth = work.doubled(n, d)

    assert growth.subs({n: 1, d: 1}) == macs.doubled(64, 64).value == Rational(8, 3)
    assert limit(growth, n, oo) == 4
    assert (4 - growth).factor().subs({n: 10**9, d: 1}) > 0


@few
@given(st.integers(1, 40), st.sampled_from((16, 32)))
def test_without_softmax_the_order_of_products_decides(n, d):
    assert macs.reordered(n, d).value == 2 * n * d**2 == work.reordered(n, d)
    assert work.core(n, d) == 2 * n**2 * d
