"""Sine and cosine of radians, by their series, to 60 digits."""

from __future__ import annotations

from decimal import Decimal
from math import factorial

from engine.answers.values import REAL, BoundsError, Value, over, real

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")
ONE, TWO, EIGHT = Decimal(1), Decimal(2), Decimal(8)
TURN, QUARTER = REAL.multiply(PI, TWO), REAL.divide(PI, TWO)
TERMS = 18  # (π/8)³⁶ / 36! is below 10⁻⁵⁶ of what is summed
SERIES = tuple(REAL.divide(Decimal((-1) ** k), Decimal(factorial(2 * k))) for k in range(TERMS, -1, -1))
MAX_ANGLE = Decimal(10**6)  # radians, so that reducing by 2π keeps 60 digits
NOTHING = Decimal("1e-55")  # what the series leaves of an exact zero


def sine(value: Value) -> Value:
    """Take the sine of radians: the cosine of what lies a quarter of a turn behind."""
    return wave(REAL.subtract(angle_of(value), QUARTER)) if value else 0


def cosine(value: Value) -> Value:
    """Take the cosine of radians."""
    return wave(angle_of(value)) if value else 1


def angle_of(value: Value) -> Decimal:
    """Return radians as a real number; BoundsError where they are too many."""
    angle = real(value)
    if angle.copy_abs() > MAX_ANGLE:
        raise BoundsError("too_large")
    return angle


def wave(angle: Decimal) -> Value:
    """Return a cosine: reduced by 2π, thrice halved, by its series, thrice doubled."""
    eighth = REAL.divide(REAL.remainder_near(angle, TURN), EIGHT)
    square = REAL.multiply(eighth, eighth)
    total = Decimal(0)
    for coefficient in SERIES:
        total = REAL.fma(total, square, coefficient)
    for _ in range(3):
        total = REAL.subtract(REAL.multiply(TWO, REAL.multiply(total, total)), ONE)
    return total if abs(total) > NOTHING else 0


def tangent(value: Value) -> Value:
    """Take the tangent of radians."""
    return over(sine(value), cosine(value))
