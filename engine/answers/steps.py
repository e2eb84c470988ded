"""Functions that whole numbers step by: rounding down and up, and the factorial."""

from __future__ import annotations

from engine.answers.values import BoundsError, Value, bounded


def factorial(value: Value) -> Value:
    """Multiply 1 to n, for n up to 170: the next is beyond 1e308."""
    if not isinstance(value, int) or value < 0:
        raise BoundsError("not_real")
    if value > 170:
        raise BoundsError("too_large")
    product = 1
    for factor in range(2, value + 1):
        product *= factor
    return bounded(product)


def floor(value: Value) -> Value:
    """Round down."""
    return value.__floor__()


def ceiling(value: Value) -> Value:
    """Round up."""
    return value.__ceil__()
