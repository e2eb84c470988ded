"""Generation and its mask: what is computed, what is seen, and that a cache changes nothing but the count."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention as attention

from engine.attention import dictation
from engine.exact import generation

words = st.integers(1, 12)


@given(words, st.integers(1, 3))
def test_derived_scores_are_those_of_a_real_loop(n, heads):
    assert dictation.recomputed(n, heads).value == heads * generation.recomputed(n)
    assert dictation.cached(n, heads).value == heads * generation.cached(n)
    assert dictation.saving(n).value == generation.saving(n)


@given(words)
def test_one_masked_pass_says_what_a_cached_loop_says(n):
    x = dictation.noise(n)

    stepwise = [attention(x[t : t + 1], x[: t + 1], x[: t + 1]) for t in range(n)]

    assert torch.allclose(torch.cat(stepwise), attention(x, x, x, is_causal=True))


@given(st.data())
def test_a_prediction_depends_on_the_words_before_it_and_on_all_of_them(data):
    n = data.draw(words)
    t = data.draw(st.integers(1, n))

    assert dictation.known_words(n, t).value == generation.known_words(t) == t - 1


@given(words)
def test_pairs_of_shifted_words_are_the_strict_triangle(n):
    depends = dictation.word_dependence(n)

    assert torch.equal(depends, torch.ones(n, n).tril(-1).bool())
    assert dictation.shifted_pairs(n).value == generation.shifted_pairs(n)


@given(st.data())
def test_an_input_reaches_its_own_row_and_all_later_ones(data):
    n = data.draw(words)
    j = data.draw(st.integers(1, n))

    assert dictation.reached(n, j).value == generation.reached(n, j)


@pytest.mark.parametrize(("without", "own", "source"), [("none", 36, 24), ("mask", 64, 24), ("cross", 36, 0)])
def test_each_window_shows_its_own_side(without, own, source):
    inputs, rows = dictation.windows(8, 3, without)

    assert (int(inputs.sum()), int(rows.sum())) == (own, source)


def test_turning_the_encoders_rows_round_moves_nothing():
    assert dictation.moved_by_shuffling(5, 7) < 1e-12


def test_cross_weights_add_up_to_one_for_each_row_of_the_decoder():
    weights = dictation.cross_weights(5, 7)

    assert weights.shape == (5, 7)
    assert torch.allclose(weights.sum(1), torch.ones(5, dtype=torch.float64))
