"""Standard and tiled attention equal torch's own, over random shapes, modifiers, tiles and types."""

import math
from functools import partial

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention

from engine.attention import flash, mask, standard
from engine.attention.mods import alibi, bias, modified, terms
from engine.attention.positions import alibi_slopes
from engine.attention.tiling import Plan
from tests.attention.heads import random_heads

by_keys = partial(flash.attention, outer="keys")
KEYS = {"standard": standard.attention, "flash": flash.attention, "flash, keys outside": by_keys}
MODS = {
    "none": (),
    "causal": (mask.causal,),
    "window": (mask.window(3),),
    "prefix": (mask.prefix(4),),
    "window in prefix": (mask.both(mask.window(5), mask.prefix(2)),),
    "two masks": (mask.window(5), mask.prefix(2)),
    "alibi": (mask.causal, alibi(alibi_slopes(3))),
    "bias": (bias(random_heads(7, 23, 23)), mask.causal),
}

sizes = st.integers(1, 23)
tiles = st.tuples(st.integers(1, 9), st.integers(1, 9))
each_key = pytest.mark.parametrize("key", KEYS)
each_mod = pytest.mark.parametrize("name", MODS)


def tiled(key: str, tile: tuple[int, int]) -> dict[str, tuple[int, int]]:
    return {} if key == "standard" else {"tile": tile}


def torchs_own(q, k, v, mods=(), **options):
    """Return torch's attention, the modifiers given to it as one matrix of what to add."""
    added = modified(q.new_zeros(*q.shape[:-1], k.shape[-2]), terms(mods, q.shape[-2], k.shape[-2]))
    return scaled_dot_product_attention(q, k, v, attn_mask=added, **options)


@each_mod
@each_key
@given(n=sizes, d=sizes, e=sizes, tile=tiles, seed=st.integers(0, 99))
def test_attention_equals_torchs_own(key, name, n, d, e, tile, seed):
    q, k, v = random_heads(seed, n, d), random_heads(seed + 100, n, d), random_heads(seed + 200, n, e)

    ours = KEYS[key](q, k, v, mods=MODS[name], **tiled(key, tile))

    assert torch.allclose(ours, torchs_own(q, k, v, MODS[name]), atol=1e-12)


@each_key
@given(n=sizes, m=sizes, d=sizes, scale=st.floats(0, 2), tile=tiles)
def test_queries_may_ask_another_sequence_at_any_scale(key, n, m, d, scale, tile):
    q, k, v = random_heads(1, n, d), random_heads(2, m, d), random_heads(3, m, 5)

    ours = KEYS[key](q, k, v, scale=scale, **tiled(key, tile))

    assert torch.allclose(ours, scaled_dot_product_attention(q, k, v, scale=scale), atol=1e-12)


@each_key
@given(n=sizes, tile=tiles, dtype=st.sampled_from([torch.float32, torch.bfloat16, torch.float16]))
def test_the_type_that_went_in_comes_out(key, n, tile, dtype):
    q, k, v = (random_heads(seed, n, 8).to(dtype) for seed in (1, 2, 3))

    ours = KEYS[key](q, k, v, mods=(mask.causal,), **tiled(key, tile))

    assert ours.dtype == dtype
    assert torch.allclose(ours.double(), torchs_own(*(x.double() for x in (q, k, v)), (mask.causal,)), atol=0.03)


@each_key
def test_one_set_of_keys_may_serve_many_queries(key):
    q, k, v = random_heads(1, 7, 8), random_heads(2, 7, 8)[:, :1], random_heads(3, 7, 8)[:1, :1]

    ours = KEYS[key](q, k, v)

    assert torch.allclose(ours, KEYS[key](q, *(x.expand_as(q) for x in (k, v))), atol=1e-12)


@each_key
@given(hidden=st.sets(st.integers(0, 3)), tile=tiles)
def test_a_query_that_sees_nothing_attends_to_nothing_and_learns_nothing(key, hidden, tile):
    q, k, v = (random_heads(seed, 4, 8).requires_grad_() for seed in (1, 2, 3))
    rows = torch.tensor(sorted(hidden), dtype=torch.long)
    seen = torch.ones(4, 4, dtype=torch.bool).index_fill(0, rows, False)

    ours = KEYS[key](q, k, v, mods=(mask.from_bool(seen),), **tiled(key, tile))
    ours.square().sum().backward()

    assert (ours[..., rows, :] == 0).all()
    assert (q.grad[..., rows, :] == 0).all()
    assert all(x.isfinite().all() for x in (ours, q.grad, k.grad, v.grad))


@each_key
def test_scores_of_any_size_neither_overflow_nor_vanish(key):
    q, k, v = (1000 * random_heads(seed, 6, 8).float() for seed in (1, 2, 3))

    assert torch.allclose(KEYS[key](q, k, v), scaled_dot_product_attention(q, k, v), rtol=1e-4)


@each_mod
@each_key
def test_gradients_flow_through_as_finite_differences_say(key, name):
    q, k, v = (random_heads(seed, 5, 3).requires_grad_() for seed in (1, 2, 3))

    assert torch.autograd.gradcheck(partial(KEYS[key], mods=MODS[name], **tiled(key, (2, 3))), (q, k, v))


@given(n=sizes, m=sizes, tile=tiles, seed=st.integers(0, 9))
def test_the_recomputing_backward_pass_gives_the_gradients_of_the_standard_one(n, m, tile, seed):
    q, k, v = random_heads(seed, n, 4), random_heads(seed + 10, m, 4), random_heads(seed + 20, m, 6)
    gradients = []
    for key in (standard.attention, partial(flash.attention, tile=tile)):
        ours = [x.clone().requires_grad_() for x in (q, k, v)]
        key(*ours, mods=(mask.prefix(3),)).sin().sum().backward()
        gradients.append([x.grad for x in ours])

    for one, other in zip(*gradients, strict=True):
        assert torch.allclose(one, other, atol=1e-12)


@given(n=sizes, tile=tiles)
def test_flash_tells_the_logarithm_of_each_rows_sum(n, tile):
    q, k, v = (random_heads(seed, n, 8) for seed in (1, 2, 3))
    plan = Plan((mask.causal,), 0.5, tile, "queries")

    _, lse = flash.with_lse(q, k, v, plan)

    assert torch.allclose(lse, standard.scores(q, k, mods=(mask.causal,), scale=0.5).logsumexp(-1), atol=1e-12)


@each_key
@given(st.permutations(range(7)))
def test_shuffled_tokens_come_out_shuffled_the_same_way(key, order):
    x = random_heads(1, 7, 8)

    assert torch.allclose(KEYS[key](x, x, x)[..., order, :], KEYS[key](*3 * (x[..., order, :],)), atol=1e-12)


@each_key
@given(st.permutations(range(7)))
def test_a_query_does_not_notice_that_the_keys_were_shuffled_with_their_values(key, order):
    q, k, v = random_heads(1, 3, 8), random_heads(2, 7, 8), random_heads(3, 7, 8)

    assert torch.allclose(KEYS[key](q, k, v), KEYS[key](q, k[..., order, :], v[..., order, :]), atol=1e-12)


@each_key
def test_weights_that_are_all_equal_average_the_values(key):
    v = random_heads(3, 9, 4)
    q = k = torch.zeros_like(v)

    assert torch.allclose(KEYS[key](q, k, v), v.mean(-2, keepdim=True).expand_as(v))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("name", ["none", "causal", "alibi"])
def test_low_precision_costs_flash_no_more_than_twice_what_it_costs_standard_attention(name, dtype):
    exact = [random_heads(seed, 200, 32).to(dtype).double() for seed in (1, 2, 3)]
    low = [tensor.to(dtype) for tensor in exact]
    truth = standard.attention(*exact, mods=MODS[name])

    plain = (standard.attention(*low, mods=MODS[name]).double() - truth).abs().max()
    ours = (flash.attention(*low, mods=MODS[name], tile=(64, 64)).double() - truth).abs().max()

    assert ours <= 2 * plain


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

    assert torch.equal(standard.attention(q, k, v, mods=(mask.everything,)), standard.attention(q, k, v))
    assert math.isclose(float(standard.scores(q, k).std()), 1, rel_tol=0.2)
