"""The derivations, held against counting on fingers and sums of fractions, without torch."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, log

from engine.exact import counts, memory, moments, softmax

small = st.integers(1, 12)


@given(small)
def test_causal_pairs(n):
    pairs = [(i, j) for i in range(n) for j in range(n)]

    assert counts.causal_allowed(n) == sum(1 for i, j in pairs if j <= i)
    assert counts.causal_blocked(n) == sum(1 for i, j in pairs if j > i)


@given(small, small)
def test_window_and_prefix_pairs(n, part):
    part = min(n, part)
    pairs = [(i, j) for i in range(n) for j in range(n)]

    assert counts.window_allowed(n, part) == sum(1 for i, j in pairs if i - part < j <= i)
    assert counts.prefix_allowed(n, part) == sum(1 for i, j in pairs if j <= i or max(i, j) < part)


@given(st.integers(1, 10**9))
def test_the_longest_that_fits(budget):
    longest = int(counts.longest(budget))

    assert longest**2 <= budget < (longest + 1) ** 2


def variance(values: list[int]) -> Fraction:
    mean = Fraction(sum(values), len(values))
    return sum((each - mean) ** 2 for each in values) / len(values)


@pytest.mark.parametrize(("d", "a", "c", "u"), [(1, 1, 1, 0), (2, 2, 3, 0), (2, 1, 1, 3), (3, 1, 1, 1)])
def test_the_variance_of_a_dot_product_of_coins(d, a, c, u):
    coins = list(product((-1, 1), repeat=d))
    dots = [sum((u + a * x) * (u + c * y) for x, y in zip(q, k, strict=True)) for q in coins for k in coins]

    assert moments.dot_variance(d, a, c, u) == variance(dots)


def test_the_variance_of_a_gap_of_coins():
    coins = list(product((-1, 1), repeat=2))
    gaps = [sum(x * (y - z) for x, y, z in zip(*rows, strict=True)) for rows in product(coins, repeat=3)]

    assert moments.gap_variance(2) == variance(gaps)


def test_moments_of_the_laws():
    assert [moments.gaussian_moment(order) for order in (1, 2, 3, 4, 6)] == [0, 1, 0, 3, 15]
    assert moments.uniform_square(3) == 3
    assert moments.self_variance(5) == 10


@given(st.lists(st.integers(1, 9), min_size=2, max_size=4))
def test_the_jacobian_is_diag_p_minus_p_p_transposed(parts):
    weights = [Rational(part, sum(parts)) for part in parts]
    jacobian = softmax.jacobian(weights)

    for (i, p), (j, r) in product(enumerate(weights), repeat=2):
        assert jacobian[i, j] == (p if i == j else 0) - p * r


def test_entropy_of_equal_weights_in_bits():
    assert softmax.largest_entropy(8) == 3
    assert softmax.largest_entropy(6).equals(log(6) / log(2))


def test_sizes_of_the_tale():
    assert memory.grown(1, 512, 8192) == 256
    assert memory.grown(1, 512, 8192, narrower=2) == 128
    assert memory.score_bytes(4096, 4) / memory.MIB == 64
    assert memory.cache_bytes(80, 8, 128, 4096, 1) / memory.GIB == Rational(5, 4)
    assert memory.longest(4 * memory.GIB, 48) == 9459
    assert counts.core_macs(512, 768, 24) == Integer(9_663_676_416)
