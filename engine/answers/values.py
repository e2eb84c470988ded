"""Exact values: integers and fractions stay what they are, everything else is carried to 60 digits; all bounded.

No number here is beyond 1e±308, and none holds more than 8192 bits above or below the line.
"""

from __future__ import annotations

from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from fractions import Fraction
from math import log2
from typing import TypeAlias

from engine.answers.refusal import Reason, Unreadable

Value: TypeAlias = int | Fraction | Decimal

DIGITS = 60
MAX_BITS = 8192  # of an exact numerator or denominator
MAX_LOG2 = 1024  # 1e308 is about 2^1023
REAL = Context(prec=DIGITS, Emax=9999, Emin=-9999, traps=[DivisionByZero, InvalidOperation, Overflow])


class BoundsError(ValueError):
    """The value leaves what an answer can be; the reason is one of the reader's."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason

    def at(self, start: int, end: int) -> Unreadable:
        """Return the refusal of the span that holds it."""
        return Unreadable(self.reason, start, end)


def real(value: Value) -> Decimal:
    """Return `value` to 60 digits."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return REAL.create_decimal(value)
    return REAL.divide(Decimal(value.numerator), Decimal(value.denominator))


def bounded(value: Value) -> Value:
    """Return `value` if an answer may be so large or so small; a whole fraction becomes an int."""
    if isinstance(value, int):
        if value.bit_length() > MAX_LOG2:
            raise BoundsError("too_large")
        return value
    if isinstance(value, Decimal):
        return bounded_real(value)
    above, below = value.numerator.bit_length(), value.denominator.bit_length()
    if above - below > MAX_LOG2:
        raise BoundsError("too_large")
    if below - above > MAX_LOG2:
        raise BoundsError("too_small")
    if below == 1:
        return value.numerator
    return real(value) if max(above, below) > MAX_BITS else value


def bounded_real(value: Decimal) -> Decimal:
    """Return a real number within 1e±308."""
    if value and value.adjusted() > 308:
        raise BoundsError("too_large")
    if value and value.adjusted() < -308:
        raise BoundsError("too_small")
    return value


def plus(left: Value, right: Value) -> Value:
    """Add."""
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return bounded_real(REAL.add(real(left), real(right)))
    return bounded(left + right)


def minus(left: Value, right: Value) -> Value:
    """Subtract."""
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return bounded_real(REAL.subtract(real(left), real(right)))
    return bounded(left - right)


def gap(left: Value, right: Value) -> Decimal:
    """Return how far two values lie apart; unlike a difference that is read, it may be beyond 1e±308."""
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return REAL.subtract(real(left), real(right)).copy_abs()
    return real(Fraction(left - right)).copy_abs()


def times(left: Value, right: Value) -> Value:
    """Multiply."""
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return bounded_real(REAL.multiply(real(left), real(right)))
    return bounded(left * right)


def over(left: Value, right: Value) -> Value:
    """Divide."""
    if not right:
        raise BoundsError("division_by_zero")
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return bounded_real(REAL.divide(real(left), real(right)))
    return bounded(Fraction(left, right))


def negative(value: Value) -> Value:
    """Change the sign."""
    return value.copy_negate() if isinstance(value, Decimal) else -value


def absolute(value: Value) -> Value:
    """Drop the sign."""
    if isinstance(value, Decimal):
        return value.copy_abs()  # abs() would round to the ambient context
    return -value if value < 0 else value


def magnitude(value: Value) -> float:
    """Return log₂|value| of a value that is not zero, to double precision near 1 and roughly elsewhere."""
    if isinstance(value, Decimal):
        return float(value.logb()) * 3.3219280948873626 if abs(value.adjusted()) > 300 else log2(abs(float(value)))
    return log2(abs(value.numerator)) - log2(value.denominator)


def bits(value: int | Fraction) -> int:
    """Return the length of the longer of numerator and denominator."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())
