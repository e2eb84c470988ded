"""What heads are counted to be: against real modules, real tensors and the closed forms."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sympy import symbols
from torch import nn

from engine.attention import headcount
from engine.exact import split

heads = st.sampled_from([1, 2, 4, 8])
widths = st.integers(1, 8).map(lambda unit: 8 * unit)


@given(widths, heads)
def test_a_layer_has_the_parameters_of_a_real_module_whatever_its_heads(d, h):
    real = sum(part.numel() for part in nn.MultiheadAttention(d, h).parameters())

    assert headcount.parameters(d, h).value == real == split.sublayer(d, h) == 4 * d**2 + 4 * d


@given(widths, heads)
def test_heads_side_by_side_have_three_quarters_of_the_weights(d, h):
    assert h * headcount.one_head(d, h).value == 3 * d**2 == h * split.one_head(d, h)


@given(widths, heads, heads)
def test_as_many_heads_of_keys_as_of_queries_are_plain_multi_head_attention(d, h, g):
    grouped = headcount.grouped(d, h, min(g, h)).value

    assert grouped == split.grouped_parameters(d, h, min(g, h)) <= 4 * d**2
    assert headcount.grouped(d, h, h).value == 4 * d**2


@given(st.integers(1, 64), st.integers(1, 8), st.integers(1, 32), st.integers(1, 32))
def test_keys_and_values_of_any_width(d, h, e, u):
    assert headcount.decoupled(d, h, e, u).value == split.decoupled(d, h, e, u) == 2 * h * d * (e + u)


@given(st.integers(2, 40), widths, heads)
def test_operations_do_not_depend_on_the_heads_and_scores_do(n, d, h):
    assert headcount.score_macs(d, h, n).value == headcount.score_macs(d, 1, n).value == split.score_macs(d, h, n)
    assert headcount.score_entries(n, d, h, 3).value == 3 * h * n**2


@pytest.mark.parametrize("layers", [1, 3])
def test_a_sublayer_takes_four_projections_and_two_products(layers):
    n, d, h = symbols("n d h")
    counted = headcount.sublayer_macs(24, 64, 8, layers)

    assert counted.value == layers * split.sublayer_macs(n, d, h).subs({n: 24, d: 64, h: 8})


def test_cutting_into_heads_loses_nothing_and_keeps_their_order():
    x = torch.arange(12.0).view(2, 6)

    cut = headcount.split(x, 3)

    assert cut.shape == (3, 2, 2)
    assert cut[1].tolist() == [[2, 3], [8, 9]]


@pytest.mark.parametrize(("n", "e"), [(5, 9), (9, 5), (6, 6)])
def test_no_scores_outrank_the_head_or_the_sequence(n, e):
    assert headcount.score_rank(n, e).value == min(n, e) == split.largest_rank(n, e)


def test_a_head_is_reached_by_every_component_of_its_token():
    assert headcount.inputs_seen(48, 6).value == 48 == split.inputs_seen(48, 6)
    assert headcount.form_rank(48, 6).value == 8


def test_the_cache_of_a_published_model():
    assert headcount.token_bytes(80, 8, 128, 1).value == 327_680  # Llama 2 70B


def test_only_scores_grow_with_the_heads():
    assert headcount.ratios(64, 8) == {"parameters": 1, "operations": 1, "scores": 8}
