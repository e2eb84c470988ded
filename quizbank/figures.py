"""Writes a number as a reader sees it, so that the reader of answers reads the very same number back.

One form serves both languages: groups of three parted by a narrow no-break space, a point before decimals. A comma
would be read by half the world as a decimal sign, and the reader of answers asks back about it.
"""

from __future__ import annotations

import re
from fractions import Fraction

from quizbank.certificate import Exact

GROUP = "\u202f"  # narrow no-break space, as ISO 80000 parts thousands
PLACES = 6  # decimals beyond this are written as a fraction instead
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FAMILIAR = 9  # the largest denominator of a fraction that needs no digits beside it
READABLE = 24  # characters of a closed form that is still told beside its digits
DIGITS = 6  # significant digits of what is only approximate

Value = int | float | Fraction | Exact | str


def write(value: Value) -> str:
    """Return the text of a value; a text stays as it is, except a rational such as "9/10", which is a number.

    >>> write(4096), write(16777216).replace(GROUP, " "), write(Fraction(1, 32)), write(Fraction(1, 3))
    ('4096', '16 777 216', '0.03125', '1/3')
    """
    match value:
        case Exact():
            return write_exact(value)
        case str():
            return write_fraction(Fraction(value)) if re.fullmatch(r"-?\d+/\d+", value) else value
        case float():
            return write_float(value)
        case _:
            return write_fraction(Fraction(value))


def write_exact(exact: Exact) -> str:
    """Return a proved value, with digits where its form says too little: "4√2 ≈ 5.65685", "28/13 ≈ 2.15385"."""
    if exact.value is None:
        return pretty(exact.text)
    digits = write_float(float(exact.value))
    if exact.rational:
        plain = write_fraction(exact.value)
        return f"{plain} ≈ {digits}" if "/" in plain and exact.value.denominator > FAMILIAR else plain
    closed = pretty(exact.text)
    return f"{closed} ≈ {digits}" if len(closed) <= READABLE else digits


def write_fraction(value: Fraction) -> str:
    """Return whole numbers grouped, short decimals as decimals, everything else as a fraction."""
    if value.denominator == 1:
        return grouped(value.numerator)
    if (value * 10**PLACES).denominator == 1:
        whole, decimals = divmod(abs(value), 1)
        tail = f"{int(decimals * 10**PLACES):0{PLACES}d}".rstrip("0")
        return f"{'-' if value < 0 else ''}{grouped(int(whole))}.{tail}"
    return f"{grouped(value.numerator)}/{grouped(value.denominator)}"


def write_float(value: float) -> str:
    """Return a measured or rounded value to six significant digits; whole ones as whole numbers."""
    if value.is_integer() and abs(value) < 1e15:
        return grouped(int(value))
    return f"{value:.{DIGITS}g}"


def grouped(number: int) -> str:
    """Return an integer in groups of three once it has five digits: 4096 needs no parting."""
    return str(number) if abs(number) < 10_000 else f"{number:_}".replace("_", GROUP)


def pretty(text: str) -> str:
    """Return a closed form as it is written by hand: "4*sqrt(2)" is 4√2, "n^2*d" is n²·d."""
    text = re.sub(r"sqrt\((\w+)\)", r"√\1", text)
    text = re.sub(r"(\d)\*√", r"\1√", text)
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), text).replace("*", "·").replace("pi", "π")


def write_points(measured: str) -> str:
    """Return what was counted at several sizes as the first two: "n=64: 4096; n=128: 16384; …"."""
    first, second, *more = measured.split("; ")
    return "; ".join((first, second, "…") if more else (first, second))
