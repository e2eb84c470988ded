"""Where Linformer and Performer agree with standard attention, how far they stray elsewhere, and what they refuse."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import linformer, mask, performer, standard
from tests.attention.heads import random_heads

sizes = st.integers(1, 20)


def small_heads(n: int, size: float) -> list[torch.Tensor]:
    """Return q, k and v, the first two of that norm, which is what Performer needs."""
    q, k, v = (random_heads(seed, n, 16) for seed in (1, 2, 3))
    return [size * x / x.norm(dim=-1, keepdim=True) for x in (q, k)] + [v]


def drawn(r: int, d: int, seed: int = 0) -> torch.Tensor:
    return performer.orthogonal(r, d, torch.Generator().manual_seed(seed))


@given(n=sizes, d=sizes)
def test_linformer_that_keeps_every_row_is_standard_attention(n, d):
    q, k, v = (random_heads(seed, n, d) for seed in (1, 2, 3))

    assert torch.allclose(linformer.attention(q, k, v), standard.attention(q, k, v), atol=1e-12)


@given(n=st.integers(1, 200), kept=st.integers(1, 80))
def test_averaging_gives_every_token_to_one_row_and_every_row_the_same_weight(n, kept):
    rows = linformer.averaging(n, kept)

    assert rows.shape == (min(n, kept), n)
    assert torch.allclose(rows.sum(1), torch.ones(len(rows), dtype=torch.float64))
    assert ((rows != 0).sum(0) == 1).all()


@given(n=st.integers(9, 20), kept=st.integers(1, 6))
def test_linformers_map_has_no_greater_rank_than_the_rows_it_keeps(n, kept):
    q, k, shorten = random_heads(1, n, 8)[0, 0], random_heads(2, n, 8)[0, 0], random_heads(3, kept, n)[0, 0]

    stands_for_all = linformer.attention(q, k, torch.eye(n, dtype=torch.float64), e=shorten, f=shorten)

    assert torch.linalg.matrix_rank(stands_for_all, rtol=1e-10) <= kept


def test_linformer_can_hide_nothing():
    q, k, v = (random_heads(seed, 4, 8) for seed in (1, 2, 3))

    with pytest.raises(ValueError, match="hidden"):
        linformer.attention(q, k, v, mods=(mask.causal,))


@given(r=st.integers(1, 40), d=st.integers(1, 12))
def test_directions_are_orthogonal_in_blocks(r, d):
    w = drawn(r, d)

    assert w.shape == (r, d)
    for block in w.split(d):
        products = block @ block.T
        assert torch.allclose(products, products.diagonal().diag(), atol=1e-9)


def test_directions_have_the_moments_of_gaussian_vectors():
    w = drawn(64_000, 8)

    assert torch.allclose(w.mean(0), torch.zeros(8, dtype=torch.float64), atol=0.02)
    assert torch.allclose(w.T @ w / len(w), torch.eye(8, dtype=torch.float64), atol=0.02)
    assert float(w.square().sum(1).var()) == pytest.approx(2 * 8, rel=0.05)


@pytest.mark.parametrize("cosine", [0.0, 0.8, -0.5])
def test_features_average_to_the_exponential_of_the_dot_product(cosine):
    q = torch.tensor([1.0, 0.0, 0.0, 0.0], dtype=torch.float64)
    k = torch.tensor([cosine, math.sqrt(1 - cosine**2), 0.0, 0.0], dtype=torch.float64)
    w = drawn(100_000, 4)

    kernel = performer.features(q, w) @ performer.features(k, w)

    assert float(kernel) == pytest.approx(math.exp(cosine), rel=0.05)  # five standard errors


@pytest.mark.parametrize("mods", [(), (mask.causal,)], ids=["all", "causal"])
def test_more_features_bring_performer_nearer_to_standard_attention(mods):
    q, k, v = small_heads(20, 2.0)
    truth = standard.attention(q, k, v, mods=mods)

    errors = [float((performer.attention(q, k, v, w=drawn(r, 16), mods=mods) - truth).norm()) for r in (16, 256, 4096)]

    assert errors[0] > 2 * errors[1] > 4 * errors[2]
    assert errors[2] < 0.05 * float(truth.norm())


@given(n=sizes, scale=st.floats(0.01, 2))
def test_performers_weights_are_a_ratio_so_that_equal_values_come_out_as_they_went_in(n, scale):
    q, k, v = small_heads(n, 1.0)

    out = performer.attention(q, k, torch.ones_like(v), mods=(mask.causal,), scale=scale)

    assert torch.allclose(out, torch.ones_like(v))


def test_a_causal_performer_does_not_see_what_comes_later():
    q, k, v = small_heads(8, 1.0)
    later = [torch.cat([x[..., :5, :], x[..., 5:, :] + 1], dim=-2) for x in (q, k, v)]

    now, then = (performer.attention(*qkv, mods=(mask.causal,)) for qkv in ((q, k, v), later))

    assert torch.allclose(now[..., :5, :], then[..., :5, :], atol=1e-12)


def test_performer_knows_no_other_mask():
    q, k, v = small_heads(4, 1.0)

    with pytest.raises(ValueError, match="causal"):
        performer.attention(q, k, v, mods=(mask.window(2),))


def test_performer_draws_the_same_features_each_time():
    q, k, v = small_heads(4, 1.0)

    assert torch.equal(performer.attention(q, k, v), performer.attention(q, k, v))
