"""Sine and cosine against another's, to more digits than an answer can show."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answers.angles import MAX_ANGLE, cosine, sine
from engine.answers.values import REAL, BoundsError

NEAR = Decimal("1e-50")


def expected(name: str, angle: Fraction) -> Decimal:
    with mpmath.workdps(90):
        exact = getattr(mpmath, name)(mpmath.mpf(angle.numerator) / angle.denominator)
        return Decimal(mpmath.nstr(exact, 80))


@given(st.fractions(-(10**6), 10**6, max_denominator=10**6))
def test_sine_and_cosine_hold_fifty_digits(angle: Fraction) -> None:
    assert abs(REAL.subtract(Decimal(cosine(angle)), expected("cos", angle))) < NEAR
    assert abs(REAL.subtract(Decimal(sine(angle)), expected("sin", angle))) < NEAR


def test_an_angle_beyond_what_keeps_its_digits_is_refused() -> None:
    for angle in (Fraction(MAX_ANGLE) + 1, -Fraction(MAX_ANGLE) - 1, MAX_ANGLE * 2):
        with pytest.raises(BoundsError):
            cosine(angle)
