"""How far a signal travels: what derivatives say, against walking by hand and against the closed forms."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention import reach
from engine.attention.mask import causal, everything
from engine.exact import distance

lengths, kernels, sides = st.integers(2, 30), st.integers(2, 5), st.integers(1, 6)
few = settings(max_examples=20)  # a case stacks dozens of layers


def walked(n: int, stride) -> int:
    """Walk from place 0 to place n − 1, `stride(layer)` places a layer at most."""
    place, layers = 0, 0
    while place < n - 1:
        place, layers = place + stride(layers), layers + 1
    return layers


@few
@given(lengths, kernels)
def test_a_convolution_moves_a_signal_by_all_of_its_kernel_but_one(n, k):
    found = reach.convolution_layers(n, k).value

    assert found == walked(n, lambda layer: k - 1) == distance.plain_layers(n, k)


@few
@given(st.integers(2, 100), kernels)
def test_a_dilated_convolution_multiplies_what_is_in_sight(n, k):
    found = reach.dilated_layers(n, k).value

    assert found == walked(n, lambda layer: (k - 1) * k**layer) == distance.dilated_layers(n, k)


@few
@given(lengths, sides)
def test_a_window_moves_a_signal_by_the_neighbours_on_one_side(n, w):
    found = reach.window_layers(n, w).value

    assert found == walked(n, lambda layer: w) == distance.window_layers(n, w)


@few
@given(lengths)
def test_full_attention_needs_one_layer_and_so_does_causal_attention(n):
    assert reach.layers_until(reach.self_attention(everything), n) == 1
    assert reach.layers_until(reach.self_attention(causal), n) == 1


@few
@given(st.integers(2, 120))
def test_a_recurrence_passes_a_signal_on_once_for_each_later_token(n):
    assert reach.recurrent_steps(n).value == n - 1 == distance.recurrent_steps(n)


@few
@given(st.integers(2, 5), st.integers(1, 6))
def test_the_field_of_dilated_convolutions(k, layers):
    behind = {0}
    for layer in range(layers):
        behind = {place - tap * 2**layer for place in behind for tap in range(k)}

    assert reach.dilated_field(k, layers).value == len(behind) == distance.dilated_reach(k, layers)


@few
@given(st.integers(2, 9), st.integers(1, 6))
def test_the_field_of_causal_windows_overlaps_at_each_joint(w, layers):
    assert reach.window_field(w, layers).value == layers * (w - 1) + 1 == distance.window_reach(w, layers)


@few
@given(st.integers(1, 12), st.integers(1, 5))
def test_the_longest_chain_of_cells_is_that_of_a_simulated_schedule(n, layers):
    ready: dict[tuple[int, int], int] = {}
    for level in range(layers):
        for place in range(n):
            ready[level, place] = 1 + max(ready.get((level - 1, place), 0), ready.get((level, place - 1), 0))

    found = reach.recurrent_chain(n, layers).value

    assert found == ready[layers - 1, n - 1] == distance.recurrent_chain(n, layers)


def test_a_pushed_derivative_is_the_difference_a_small_step_makes():
    layer = reach.self_attention(everything)
    x, nudge, step = reach.tokens(5), reach.tokens(10)[..., 5:], 1e-6

    output, pushed = reach.passed_on(layer, 0, x, nudge)

    assert torch.allclose(pushed, (layer(x + step * nudge, 0) - output) / step, atol=1e-5)


@pytest.mark.parametrize("n", [33, 65])
def test_the_race_is_the_same_for_both_witnesses(n):
    measured = reach.journeys(n, 3, 4)

    assert {name: each.value for name, each in measured.items()} == distance.journeys(n, 3, 4)
