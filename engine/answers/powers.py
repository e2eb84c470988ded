"""Powers, roots and logarithms: exact where rational, else to 60 digits; nothing is computed before it is bounded."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isqrt, log2

from engine.answers.values import (
    MAX_BITS,
    MAX_LOG2,
    REAL,
    BoundsError,
    Value,
    bits,
    bounded,
    bounded_real,
    magnitude,
    negative,
    real,
)

MAX_EXPONENT = Decimal(710)  # of e: beyond it lies nothing that an answer may be


def raised(base: Value, exponent: Value) -> Value:
    """Raise to a power: exact for whole exponents and perfect roots, else to 60 digits."""
    if not base:
        return zero_raised(exponent)
    if isinstance(exponent, int):
        return whole_power(base, exponent)
    if base < 0:
        raise BoundsError("not_real")
    if isinstance(exponent, Fraction) and not isinstance(base, Decimal) and exponent.denominator <= 64:
        rooted = exact_root(base, exponent.denominator)
        if rooted is not None:
            return whole_power(rooted, exponent.numerator)
        if exponent.denominator == 2:
            return whole_power(root(base), exponent.numerator)
    return exponential(REAL.multiply(natural_log(base), real(exponent)))


def zero_raised(exponent: Value) -> Value:
    """Raise zero to a positive power."""
    if exponent > 0:
        return 0
    raise BoundsError("division_by_zero" if exponent < 0 else "not_real")


def whole_power(base: Value, exponent: int) -> Value:
    """Raise to a whole power, with the size of the result bounded first."""
    if exponent == 1:
        return base
    if base in (1, -1):
        return 1 if base == 1 or exponent % 2 == 0 else -1
    scale = magnitude(base) * exponent
    if abs(scale) > MAX_LOG2 + 1:
        raise BoundsError("too_large" if scale > 0 else "too_small")
    if isinstance(base, Decimal) or bits(base) * abs(exponent) > MAX_BITS:
        if abs(exponent) > 10**15:
            raise BoundsError("too_many_digits")
        return bounded_real(REAL.power(real(base), exponent))
    if exponent < 0:
        return bounded(Fraction(1, base) ** -exponent)
    return bounded(base**exponent)


def exact_root(value: int | Fraction, degree: int) -> int | Fraction | None:
    """Return the exact root of a positive number, None if it is irrational.

    >>> exact_root(Fraction(1, 64), 3), exact_root(512, 2)
    (Fraction(1, 4), None)
    """
    if isinstance(value, int):
        return whole_root(value, degree)
    above, below = whole_root(value.numerator, degree), whole_root(value.denominator, degree)
    return None if above is None or below is None else Fraction(above, below)


def whole_root(value: int, degree: int) -> int | None:
    """Return the exact whole root of a positive integer, None if there is none."""
    if degree == 2:
        found = isqrt(value)
    elif value.bit_length() <= degree:
        found = 1
    else:
        found = round(2 ** (log2(value) / degree)) if value.bit_length() < 50 * degree else 0
    return found if found**degree == value else None


def root(value: Value) -> Value:
    """Take the square root."""
    if value < 0:
        raise BoundsError("not_real")
    if not isinstance(value, Decimal) and value:
        exact = exact_root(value, 2)
        if exact is not None:
            return exact
    return REAL.sqrt(real(value)) if value else 0


def cube_root(value: Value) -> Value:
    """Take the cube root, of a negative number too."""
    return negative(raised(negative(value), Fraction(1, 3))) if value < 0 else raised(value, Fraction(1, 3))


@lru_cache(maxsize=512)  # bounded; the points where expressions are compared, and 2 and 10, come again and again
def natural_log(value: Value) -> Decimal:
    """Take the natural logarithm."""
    if value <= 0:
        raise BoundsError("not_real")
    return REAL.ln(real(value))


def exponential(value: Value) -> Value:
    """Raise e to a power."""
    if not value:
        return 1
    exponent = real(value)
    if exponent.copy_abs() > MAX_EXPONENT:
        raise BoundsError("too_large" if value > 0 else "too_small")
    return bounded_real(REAL.exp(exponent))


def logarithm(value: Value, base: Value) -> Value:
    """Take the logarithm to a base; exact where the value is a rational power of the base.

    >>> logarithm(512, 2), logarithm(8, Fraction(1, 4))
    (9, Fraction(-3, 2))
    """
    if value <= 0 or base <= 0:
        raise BoundsError("not_real")
    if base == 1:
        raise BoundsError("division_by_zero")
    if not isinstance(value, Decimal) and not isinstance(base, Decimal):
        guess = Fraction(magnitude(value) / magnitude(base)).limit_denominator(64)
        if same_power(value, base, guess):
            return bounded(guess)
    return REAL.divide(natural_log(value), natural_log(base))


def same_power(value: int | Fraction, base: int | Fraction, exponent: Fraction) -> bool:
    """Tell whether base^exponent is exactly value, without computing anything larger than allowed."""
    if max(bits(value) * exponent.denominator, bits(base) * abs(exponent.numerator)) > MAX_BITS:
        return False
    return Fraction(value) ** exponent.denominator == Fraction(base) ** exponent.numerator
