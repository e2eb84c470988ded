"""The instruments measure what they say: against counting by hand, sampling, and what the designs promise."""

from fractions import Fraction
from itertools import combinations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention
from torch.utils.flop_counter import FlopCounterMode

from engine.attention import dots, mask, softness, tally
from engine.attention.design import signs, thirds


@given(st.integers(1, 40))
def test_sign_columns_are_balanced_and_uncorrelated(d):
    design = signs(d)

    assert design.shape[1] == d
    assert (design.abs() == 1).all()
    assert (design.sum(0) == 0).all()
    assert (design.T @ design == len(design) * torch.eye(d, dtype=torch.long)).all()


@given(st.integers(2, 20))
def test_any_two_ternary_columns_are_independent(d):
    design = thirds(d)

    assert design.shape[1] == d
    for one, other in combinations(design.T, 2):
        assert (torch.bincount(3 * one + other, minlength=9) == len(design) // 9).all()


def sampled(draw, pairs: int = 40_000) -> float:
    return float(draw(torch.Generator().manual_seed(1777), pairs).var())


@pytest.mark.parametrize(
    ("measured", "draw"),
    [
        (dots.variance(16), lambda g, n: (normal(g, n, 16) * normal(g, n, 16)).sum(1)),
        (dots.variance(16, 3, 2), lambda g, n: (3 * normal(g, n, 16) * 2 * normal(g, n, 16)).sum(1)),
        (dots.variance(16, mean=2), lambda g, n: ((2 + normal(g, n, 16)) * (2 + normal(g, n, 16))).sum(1)),
        (dots.gap_variance(16), lambda g, n: (normal(g, n, 16) * (normal(g, n, 16) - normal(g, n, 16))).sum(1)),
        (dots.self_variance(16), lambda g, n: normal(g, n, 16).pow(2).sum(1)),
        (dots.uniform_variance(18, 2), lambda g, n: (uniform(g, n, 18) * uniform(g, n, 18)).sum(1)),
        (dots.divided_variance(16, 16), lambda g, n: (normal(g, n, 16) * normal(g, n, 16)).sum(1) / 16),
    ],
    ids=["plain", "deviations", "mean", "gap", "self", "uniform", "divided"],
)
def test_a_design_measures_what_sampling_approaches(measured, draw):
    assert sampled(draw) == pytest.approx(float(measured.value), rel=0.05)  # five standard errors at d = 16


def normal(generator, n, d):
    return torch.randn(n, d, generator=generator)


def uniform(generator, n, d):
    return 4 * torch.rand(n, d, generator=generator) - 2


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=64))
def test_spread_is_the_exact_variance(numbers):
    mean = Fraction(sum(numbers), len(numbers))

    assert dots.spread(torch.tensor(numbers)) == sum((each - mean) ** 2 for each in numbers) / len(numbers)


@given(st.integers(1, 10**12))
def test_the_longest_sequence_fits_and_the_next_does_not(budget):
    longest = tally.longest(lambda n: n * n <= budget)

    assert longest**2 <= budget < (longest + 1) ** 2


@given(st.integers(1, 20), st.integers(1, 20))
def test_allowed_pairs_are_those_counted_by_hand(n, w):
    by_hand = sum(1 for i in range(n) for j in range(n) if i - w < j <= i)

    assert tally.allowed(mask.window(w), n).value == by_hand


def test_torchs_own_causal_mask_blocks_what_ours_does():
    assert tally.blocked_by_torch(9).value == 81 - tally.allowed(mask.causal, 9).value


def test_bytes_are_those_of_real_tensors():
    real = torch.empty(3, 2, 32, 32, dtype=torch.float16)

    assert tally.score_bytes(32, 3, 2, bytes_each=2).value == real.nbytes
    assert tally.cache_bytes(5, 2, 16, 32, 3).value == 10 * torch.empty(3, 2, 32, 16, dtype=torch.float16).nbytes


def test_multiply_adds_on_meta_are_those_of_a_real_run():
    q = torch.zeros(2, 32, 64)
    with FlopCounterMode(display=False) as counter:
        torch.softmax(q @ q.transpose(-2, -1), -1) @ q

    assert tally.core_macs(32, 128).value == counter.get_total_flops() // 2


def test_the_counter_sees_torchs_fused_attention_on_meta_as_it_sees_our_products():
    q = torch.empty(1, 2, 32, 64, device="meta")
    with FlopCounterMode(display=False) as counter:
        scaled_dot_product_attention(q, q, q)

    assert tally.core_macs(32, 128).value == counter.get_total_flops() // 2


def test_rows_of_the_jacobian_add_up_to_nothing():
    assert torch.allclose(softness.jacobian([0.2, 0.3, 0.5]).sum(1), torch.zeros(3, dtype=torch.float64))


def test_the_jacobian_is_what_finite_differences_say():
    s, step = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64).log(), 1e-6
    nudged = torch.stack([torch.softmax(s + step * direction, 0) for direction in torch.eye(3, dtype=torch.float64)])

    differences = ((nudged - torch.softmax(s, 0)) / step).T

    assert torch.allclose(softness.jacobian([0.2, 0.3, 0.5]), differences, atol=1e-5)
