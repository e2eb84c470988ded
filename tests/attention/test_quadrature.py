"""The quadrature averages as the integral does, and as sampling approaches."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

from engine.attention import quadrature
from engine.attention.performer import features
from engine.exact import gaussian

cosines = st.fractions(-1, 1, max_denominator=20)


def test_the_rule_has_the_moments_of_a_gaussian():
    at, weight = quadrature.rule(12)

    assert [float(weight @ at**order) for order in (0, 2, 4, 6)] == pytest.approx([1, 1, 3, 15])
    assert [float(weight @ at**order) for order in (1, 3, 5)] == pytest.approx([0, 0, 0], abs=1e-12)


@given(cosines)
def test_the_quadrature_meets_the_integral(c):
    assert quadrature.mean(float(c)).value == pytest.approx(float(gaussian.mean(Rational(c))), rel=1e-12)
    if c > -1:  # opposite q and k make a constant, whose variance is rounding
        variance = float(gaussian.variance(Rational(c)))
        assert quadrature.variance(float(c)).value == pytest.approx(variance, rel=1e-10)


@given(cosines)
def test_the_mean_is_the_softmax_kernel(c):
    assert float(gaussian.mean(Rational(c))) == pytest.approx(math.exp(c))


def test_sampling_approaches_what_the_quadrature_says():
    w = torch.randn(200_000, 2, generator=torch.Generator().manual_seed(1777), dtype=torch.float64)
    q, k = torch.tensor([[1.0, 0.0]], dtype=torch.float64), torch.tensor([[-0.5, math.sqrt(0.75)]], dtype=torch.float64)
    drawn = (features(q, w) * features(k, w)).squeeze() * len(w)

    assert float(drawn.mean()) == pytest.approx(quadrature.mean(-0.5).value, rel=0.02)
    assert float(drawn.var()) == pytest.approx(quadrature.variance(-0.5).value, rel=0.1)
