"""Standard and tiled attention equal torch's own, over random shapes, masks and tiles."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention

from engine.attention import flash, mask, standard

KEYS = {"standard": standard.attention, "flash": flash.attention}
MASKS = {
    "none": None,
    "causal": mask.causal,
    "window": mask.window(3),
    "prefix": mask.prefix(4),
    "window in prefix": mask.both(mask.window(5), mask.prefix(2)),
}

sizes = st.integers(1, 23)
tiles = st.tuples(st.integers(1, 9), st.integers(1, 9))
each_key = pytest.mark.parametrize("key", KEYS)
each_mask = pytest.mark.parametrize("name", MASKS)


def random_heads(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(2, 3, *shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@each_mask
@each_key
@given(n=sizes, d=sizes, e=sizes, tile=tiles, seed=st.integers(0, 99))
def test_attention_equals_torchs_own(key, name, n, d, e, tile, seed):
    q, k, v = random_heads(seed, n, d), random_heads(seed + 100, n, d), random_heads(seed + 200, n, e)
    seen = None if MASKS[name] is None else mask.grid(MASKS[name], n, n)
    tiled = {"tile": tile} if key == "flash" else {}

    ours = KEYS[key](q, k, v, mask=MASKS[name], **tiled)

    assert torch.allclose(ours, scaled_dot_product_attention(q, k, v, attn_mask=seen), atol=1e-12)


@each_key
@given(n=sizes, m=sizes, d=sizes, scale=st.floats(0, 2))
def test_queries_may_ask_another_sequence_at_any_scale(key, n, m, d, scale):
    q, k, v = random_heads(1, n, d), random_heads(2, m, d), random_heads(3, m, 5)

    ours = KEYS[key](q, k, v, scale=scale)

    assert torch.allclose(ours, scaled_dot_product_attention(q, k, v, scale=scale), atol=1e-12)


@each_key
def test_a_query_that_sees_nothing_attends_to_nothing(key):
    q, k, v = random_heads(1, 4, 8), random_heads(2, 4, 8), random_heads(3, 4, 8)
    seen = torch.ones(4, 4, dtype=torch.bool)
    seen[2] = False

    ours = KEYS[key](q, k, v, mask=mask.from_bool(seen))

    assert (ours[..., 2, :] == 0).all()
    assert ours.isfinite().all()


@each_key
def test_scores_of_any_size_neither_overflow_nor_vanish(key):
    q, k, v = (1000 * random_heads(seed, 6, 8).float() for seed in (1, 2, 3))

    assert torch.allclose(KEYS[key](q, k, v), scaled_dot_product_attention(q, k, v), rtol=1e-4)


@each_mask
@each_key
def test_gradients_flow_through_as_finite_differences_say(key, name):
    q, k, v = (random_heads(seed, 5, 3).requires_grad_() for seed in (1, 2, 3))
    tiled = {"tile": (2, 3)} if key == "flash" else {}

    assert torch.autograd.gradcheck(lambda *qkv: KEYS[key](*qkv, mask=MASKS[name], **tiled), (q, k, v))


@each_key
@given(st.permutations(range(7)))
def test_shuffled_tokens_come_out_shuffled_the_same_way(key, order):
    x = random_heads(1, 7, 8)

    assert torch.allclose(KEYS[key](x, x, x)[..., order, :], KEYS[key](*3 * (x[..., order, :],)), atol=1e-12)


@each_key
def test_weights_that_are_all_equal_average_the_values(key):
    v = random_heads(3, 9, 4)
    q = k = torch.zeros_like(v)

    assert torch.allclose(KEYS[key](q, k, v), v.mean(-2, keepdim=True).expand_as(v))


def test_low_precision_costs_flash_no_more_than_twice_what_it_costs_standard_attention():
    q, k, v = (random_heads(seed, 200, 32) for seed in (1, 2, 3))
    truth = standard.attention(q, k, v)
    low = [tensor.half() for tensor in (q, k, v)]

    plain = (standard.attention(*low).double() - truth).abs().max()
    tiled = (flash.attention(*low, tile=(64, 64)).double() - truth).abs().max()

    assert tiled <= 2 * plain


@pytest.mark.parametrize(("n", "w"), [(5, 1), (5, 3), (5, 9)])
def test_a_window_ends_where_it_says(n, w):
    seen = mask.grid(mask.window(w), n, n)

    assert [int(row.sum()) for row in seen] == [min(t, w) for t in range(1, n + 1)]
    assert (seen == torch.ones(n, n).tril().triu(1 - w).bool()).all()


def test_a_tile_of_a_mask_is_a_tile_of_the_whole_mask():
    whole = mask.grid(mask.prefix(4), 10, 10)

    assert (mask.grid(mask.prefix(4), 3, 5, at=(6, 2)) == whole[6:9, 2:7]).all()


def test_a_mask_that_allows_all_changes_nothing():
    q, k, v = (random_heads(seed, 6, 8) for seed in (1, 2, 3))

    assert torch.equal(standard.attention(q, k, v, mask=mask.everything), standard.attention(q, k, v))
    assert math.isclose(float(standard.scores(q, k).std()), 1, rel_tol=0.2)
