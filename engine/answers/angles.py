"""Sine and cosine of radians, by their series, to 60 digits."""

from __future__ import annotations

from decimal import Decimal

from engine.answers.values import REAL, BoundsError, Value, absolute, over, real

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")
ONE, TWO, EIGHT = Decimal(1), Decimal(2), Decimal(8)
TURN = REAL.multiply(PI, TWO)
TERMS = 18  # (π/8)³⁶ / 36! is below 10⁻⁵⁶ of what is summed
INVERSES = tuple(REAL.divide(ONE, Decimal((2 * k - 1) * 2 * k)) for k in range(1, TERMS + 1))
MAX_ANGLE = 10**6  # radians, so that reducing by 2π keeps 60 digits
NOTHING = Decimal("1e-55")  # what the series leaves of an exact zero


def sine(value: Value) -> Value:
    """Take the sine of radians, by its series after reduction."""
    return cosine(REAL.subtract(real(value), REAL.divide(PI, TWO))) if value else 0


def cosine(value: Value) -> Value:
    """Take the cosine of radians: reduced by 2π, thrice halved, by its series, thrice doubled."""
    if not value:
        return 1
    if absolute(value) > MAX_ANGLE:
        raise BoundsError("too_large")
    angle = REAL.divide(REAL.remainder_near(real(value), TURN), EIGHT)
    square = REAL.multiply(angle, angle).copy_negate()
    term = total = ONE
    for inverse in INVERSES:
        term = REAL.multiply(REAL.multiply(term, square), inverse)
        total = REAL.add(total, term)
    for _ in range(3):
        total = REAL.subtract(REAL.multiply(TWO, REAL.multiply(total, total)), ONE)
    return total if abs(total) > NOTHING else 0


def tangent(value: Value) -> Value:
    """Take the tangent of radians."""
    return over(sine(value), cosine(value))
