"""Writes a number as a reader sees it, so that the reader of answers reads the very same number back.

One form serves both languages: groups of three parted by a narrow no-break space, a point before decimals, a true
minus, powers of ten raised. A comma would be read by half the world as a decimal sign, and the reader of answers asks
back about it. Whatever shows a figure asks here, the pictures and what was read as well.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from quizbank.certificate import Exact

GROUP = "\u202f"  # narrow no-break space, as ISO 80000 parts thousands
MINUS = "−"
PLACES = 6  # decimals beyond this are written as a fraction instead
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
WHOLE = re.compile(r"(?<![\d.^])\d+(?: \d{3})*(?!\d)")  # with its groups, or without
DASH = re.compile(r"(?<!e)-")  # but not the one of 1e-9·n
APPROXIMATED = re.compile(r"(?:^(-?\d[\d ]*/\d[\d ]*) )?≈ (-?\d+(?: \d{3})*\.\d+)")  # and the fraction it is of
ROOT = re.compile(r"√\((\w+)\)(?![\w/^(⁰¹²³⁴-⁹⁻])")  # of one thing, and nothing behind it that might belong to it
TIMES_ROOT = re.compile(r"(?<![\w/^.\u202f⁰¹²³⁴-⁹])(\d+)·√")  # but not 1/2·√2, which would divide by the root
FAMILIAR = 9  # the largest denominator of a fraction that needs no digits beside it
READABLE = 24  # characters of a closed form that is still told beside its digits
DIGITS = 6  # significant digits of what is only approximate
RESTYLED = 4096  # texts written here last and kept so: many are read as the same

Value = int | float | Fraction | Exact | str


def write(value: Value) -> str:
    """Return the text of a value; a text stays as it is, whoever wrote it and whatever it looks like.

    >>> write(4096), write(16777216).replace(GROUP, " "), write(Fraction(1, 32)), write(Fraction(1, 3))
    ('4096', '16 777 216', '0.03125', '1/3')
    """
    match value:
        case Exact():
            return write_exact(value)
        case str():
            return value
        case int():
            return grouped(int(value))
        case float():
            return write_float(value)
        case _:
            return write_fraction(value)


def write_exact(exact: Exact) -> str:
    """Return a proved value, with digits where its form says too little: "4√2 ≈ 5.65685", "1/256 = 0.00390625"."""
    if exact.value is None:
        return pretty(exact.text)
    digits = write_float(float(exact.value))
    if exact.rational:
        plain = write_fraction(exact.value)
        whole = Fraction(f"{float(exact.value):.{DIGITS}g}") == exact.value
        known = "/" not in plain or exact.value.denominator <= FAMILIAR
        return plain if known else f"{plain} {'=' if whole else '≈'} {digits}"
    closed = pretty(exact.text)
    return f"{closed} ≈ {digits}" if len(closed) <= READABLE else digits


def write_fraction(value: Fraction) -> str:
    """Return whole numbers grouped, short decimals as decimals, everything else as a fraction."""
    if value.denominator == 1:
        return grouped(value.numerator)
    if (value * 10**PLACES).denominator == 1:
        whole, decimals = divmod(abs(value), 1)
        tail = f"{int(decimals * 10**PLACES):0{PLACES}d}".rstrip("0")
        return f"{MINUS if value < 0 else ''}{grouped(int(whole))}.{tail}"
    return f"{grouped(value.numerator)}/{grouped(value.denominator)}"


def write_float(value: float) -> str:
    """Return a measured or rounded value to six significant digits; whole ones as whole numbers."""
    if value.is_integer() and abs(value) < 1e15:
        return grouped(int(value))
    digits, mark, exponent = f"{value:.{DIGITS}g}".partition("e")
    return power_of_ten(digits, int(exponent)) if mark else restyled(digits)


def grouped(number: int) -> str:
    """Return an integer in groups of three once it has five digits: 4096 needs no parting."""
    text = str(number) if abs(number) < 10_000 else f"{number:_}".replace("_", GROUP)
    return text.replace("-", MINUS)


def power_of_ten(digits: str, exponent: int) -> str:
    """Return a number as some digits times a power of ten.

    >>> power_of_ten("3.8", -16), power_of_ten("1", -12)
    ('3.8×10⁻¹⁶', '10⁻¹²')
    """
    power = f"10{str(exponent).translate(RAISED)}"
    return power if digits == "1" else f"{digits.replace('-', MINUS)}×{power}"


@lru_cache(maxsize=RESTYLED)
def restyled(text: str) -> str:
    """Return a text, such as the echo of a reading, with its figures as they are written here; it reads back the same.

    A power of ten stays as it was typed: 1e40 is rounded to the reader, 10⁴⁰ is exact.

    >>> restyled("1 600"), restyled("12 345.5 - n"), restyled("16·√(2) ≈ 22.627417")
    ('1600', '12\\u202f345.5 − n', '16√2 ≈ 22.6274')
    """
    if "≈" in text:
        text = APPROXIMATED.sub(shortened, text)
    text = WHOLE.sub(lambda found: grouped(int(found[0].replace(" ", ""))), text)
    if "√" in text:
        text = TIMES_ROOT.sub(r"\1√", ROOT.sub(r"√\1", text))
    return DASH.sub(MINUS, text)


def shortened(found: re.Match[str]) -> str:
    """Return a rounded value with as many digits as one that was proved is written with.

    A fraction is rounded once, and not what was made of it by rounding: 3423/251 is 13.63745 and 13.6375.
    """
    value = str(found[1] or found[2]).replace(" ", "")
    digits = f"{float(Fraction(value)):.{DIGITS}g}"
    return found[0] if "e" in digits else found[0].replace(found[2], digits)


def pretty(text: str) -> str:
    """Return a closed form as it is written by hand: "4*sqrt(2)" is 4√2, "n^2*d" is n²·d."""
    text = re.sub(r"sqrt\((\w+)\)", r"√\1", restyled(text))
    text = re.sub(r"(\d)\*√", r"\1√", text)
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), text).replace("*", "·").replace("pi", "π")


def write_points(measured: str) -> str:
    """Return what was counted at several sizes as the first two: "n=64: 4096; n=128: 16 384; …"."""
    first, second, *more = map(restyled, measured.split("; "))
    return "; ".join((first, second, "…") if more else (first, second))
