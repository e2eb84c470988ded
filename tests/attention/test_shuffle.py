"""What a real attention without positions makes of another order, and that the derivation says the same."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import shuffle
from engine.exact import orders


@given(st.integers(3, 12), st.data())
def test_swapped_rows_are_those_derived_from_queries_and_bags(n, data):
    i = data.draw(st.integers(1, n - 1))
    j = data.draw(st.integers(i + 1, n))

    for view in ("full", "causal"):
        assert shuffle.changed_rows(view, n, i, j).value == orders.changed_rows(view, n, i, j)
    assert orders.changed_rows("full", n, i, j) == 2
    assert orders.changed_rows("causal", n, i, j) == j - i + 1


@given(st.permutations(range(7)))
def test_the_output_follows_any_permutation_and_its_mean_none(order):
    x = shuffle.generic(7, shuffle.WIDTH)

    assert torch.allclose(shuffle.full(x[order]), shuffle.full(x)[order], atol=1e-12)
    assert torch.allclose(shuffle.pooled(x[order]), shuffle.pooled(x), atol=1e-12)
    assert torch.allclose(shuffle.remembered(x[order]), shuffle.remembered(x), atol=1e-12)


@pytest.mark.parametrize(
    ("view", "outcome"), [("full", "moved"), ("causal", "other"), ("pooled", "same"), ("remembered", "same")]
)
@pytest.mark.parametrize("n", [3, 5, 8])
def test_what_a_shuffle_does_is_measured_as_it_is_derived(view, outcome, n):
    assert shuffle.shuffled(view, n).value == outcome
    assert str(orders.shuffled(view, n)) == outcome


def test_a_masked_layer_does_not_follow_its_tokens():
    x = shuffle.generic(5, shuffle.WIDTH)

    moved = (shuffle.causal(x.flip(0)) - shuffle.causal(x).flip(0)).abs().amax(-1)

    assert (moved > 0.01).sum() >= 4  # by far more than rounding; a last token that stays last would not move
