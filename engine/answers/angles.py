"""Sine and cosine of radians, by their series, to 60 digits."""

from __future__ import annotations

from decimal import Decimal

from engine.answers.values import DIGITS, REAL, BoundsError, Value, absolute, over, real

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")
MAX_ANGLE = 10**6  # radians, so that reducing by 2π keeps 60 digits
NOTHING = Decimal("1e-55")  # what the series leaves of an exact zero


def sine(value: Value) -> Value:
    """Take the sine of radians, by its series after reduction."""
    return cosine(REAL.subtract(real(value), REAL.divide(PI, Decimal(2)))) if value else 0


def cosine(value: Value) -> Value:
    """Take the cosine of radians, by its series after reduction to |x| ≤ π."""
    if not value:
        return 1
    if absolute(value) > MAX_ANGLE:
        raise BoundsError("too_large")
    angle = REAL.remainder_near(real(value), REAL.multiply(PI, Decimal(2)))
    square = REAL.multiply(angle, angle).copy_negate()
    term = total = Decimal(1)
    for step in range(1, 80, 2):
        term = REAL.divide(REAL.multiply(term, square), Decimal(step * (step + 1)))
        total = REAL.add(total, term)
        if not term or term.adjusted() < -DIGITS:
            break
    return total if abs(total) > NOTHING else 0


def tangent(value: Value) -> Value:
    """Take the tangent of radians."""
    return over(sine(value), cosine(value))
