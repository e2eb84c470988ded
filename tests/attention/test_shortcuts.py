"""What the keys that leave something out cost is what their closed forms say."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import linformer, shortcuts, tally
from engine.exact import lowrank

lengths, widths, sizes = st.integers(1, 40), st.integers(1, 8), st.integers(1, 12)


@given(lengths, sizes, widths)
def test_linformer_and_performer_cost_what_their_products_do(n, few, d):
    assert shortcuts.shortened_entries(n, few).value == lowrank.projected_entries(n, few)
    assert shortcuts.shortened_macs(n, few, d).value == lowrank.projected_macs(n, few, d)
    assert shortcuts.feature_macs(n, few, d).value == lowrank.feature_macs(n, few, d)
    assert shortcuts.with_features(n, few, d).value == lowrank.with_features(n, few, d)
    assert shortcuts.window_macs(n, few, d).value == lowrank.window_macs(n, few, d)


@given(st.integers(2, 24), st.integers(1, 6))
def test_the_map_in_place_of_the_weights_has_the_rank_of_its_narrowest_place(n, k):
    k = min(n, k)

    assert shortcuts.shortened_rank(n, k).value == lowrank.greatest_rank(n, k)


def test_the_map_that_is_ranked_is_the_one_that_linformer_applies():
    generator = torch.Generator().manual_seed(3)
    q, k, v = (torch.randn(12, 8, generator=generator, dtype=torch.float64) for _ in range(3))
    e, f = (torch.randn(4, 12, generator=generator, dtype=torch.float64) for _ in range(2))
    stood_in = linformer.attention(q, k, torch.eye(12, dtype=torch.float64), e=e, f=f)

    assert torch.allclose(stood_in @ v, linformer.attention(q, k, v, e=e, f=f))


@given(st.integers(1, 12), st.integers(0, 5), st.integers(0, 5))
def test_windows_with_global_tokens_are_counted_pair_by_pair(local, w, g):
    n = local + g
    w = min(w, local - 1)
    by_hand = sum(1 for i in range(n) for j in range(n) if abs(i - j) <= w or min(i, j) < g)

    assert tally.allowed(shortcuts.local_and_global(w, g), n).value == by_hand == lowrank.with_global(n, w, g)


@given(st.integers(1, 60))
def test_performer_is_cheaper_from_twice_its_features_on(r):
    first = shortcuts.first_gain(r, d=4).value

    assert first == lowrank.first_gain(r)
    assert lowrank.with_features(first, r, 4) < lowrank.exact_macs(first, 4)
    assert lowrank.with_features(first - 1, r, 4) >= lowrank.exact_macs(first - 1, 4)
