"""Literals: figures, Chinese numerals and ½ become exact numbers, bounded before they are computed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.answers import numerals
from engine.answers.doubt import Doubts
from engine.answers.lexer import Token
from engine.answers.refusal import Unreadable
from engine.answers.tree import Negative, Node, Number, Quotient

MAX_DIGITS = 40
MAX_EXPONENT = 400
SEPARATORS = str.maketrans("", "", ", '_{}\\")
VULGAR = {
    **dict(zip("½⅓⅔¼¾⅕⅖⅗", ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5)), strict=True)),
    **dict(
        zip(
            "⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒", ((4, 5), (1, 6), (5, 6), (1, 8), (3, 8), (5, 8), (7, 8), (1, 7), (1, 9), (1, 10)), strict=True
        )
    ),
}


def number(token: Token) -> Number:
    """Read figures with groups, a decimal point and an exponent.

    >>> number(Token("number", "1,000.5e3", 0, 9, False))
    Number(value=1000500, text='1000.5e3', rounded=True)
    """
    text = token.text
    if text.isdigit():
        if len(text) > MAX_DIGITS:
            raise Unreadable("too_many_digits", token.start, token.end)
        return Number(int(text), text.lstrip("0") or "0", False)
    return scaled(text.lower().translate(SEPARATORS), token)


def alone(tokens: Sequence[Token]) -> Node | None:
    """Return figures with nothing around them but a minus, which most answers are; None where there is more."""
    if not tokens or tokens[-1].kind != "number":
        return None
    if len(tokens) == 1:
        return number(tokens[0])
    return Negative(number(tokens[1])) if len(tokens) == 2 and tokens[0].text == "-" else None


def scaled(text: str, token: Token) -> Number:
    """Read plain figures that may hold a point and an exponent."""
    significand, mark, exponent = text.partition("e")
    whole, _, decimals = significand.partition(".")
    if len(whole) + len(decimals) > MAX_DIGITS:
        raise Unreadable("too_many_digits", token.start, token.end)
    if len(exponent) > 6 or abs(int(exponent or 0)) > MAX_EXPONENT:
        raise Unreadable("too_small" if exponent[0] == "-" else "too_large", token.start, token.end)
    shift = int(exponent or 0) - len(decimals)
    value = int(whole + decimals) * 10**shift if shift >= 0 else Fraction(int(whole + decimals), 10**-shift)
    shown = (whole.lstrip("0") or "0") + (f".{decimals}" if decimals else "") + (f"e{int(exponent)}" if mark else "")
    return Number(whole_if_whole(within(value, token)), shown, bool(decimals or mark))


def within(value: int | Fraction, token: Token) -> int | Fraction:
    """Return a literal that lies within 1e±308."""
    above, below = value.numerator, value.denominator
    if above > below * 10**308:
        raise Unreadable("too_large", token.start, token.end)
    if above and above * 10**308 < below:
        raise Unreadable("too_small", token.start, token.end)
    return value


def whole_if_whole(value: int | Fraction) -> int | Fraction:
    """Return an int where the fraction is one: ints compute five times faster."""
    return value.numerator if value.denominator == 1 else value


def with_comma(token: Token, doubts: Doubts) -> Number:
    """Read a decimal comma (22,6), to be confirmed; 0,342 is neither that nor a group of thousands."""
    whole, _, rest = token.text.partition(",")
    if whole == "0" and len(rest) == 3:
        raise Unreadable("grouping", token.start, token.end)
    return doubts.choose(number(token._replace(text=f"{whole}.{rest}")))


def dotted(token: Token, doubts: Doubts) -> Number:
    """Read thousands set off by points (1.048.576), to be confirmed."""
    return doubts.choose(number(token._replace(text=token.text.replace(".", "").replace(",", "."))))


def chinese(token: Token, doubts: Doubts) -> Number:
    """Read a Chinese or mixed numeral; an elided unit (一百二) is asked about."""
    if sum(character.isdigit() for character in token.text) > MAX_DIGITS or len(token.text) > MAX_DIGITS:
        raise Unreadable("too_many_digits", token.start, token.end)
    try:
        found = numerals.spell(token.text)
    except numerals.SpellingError:
        raise Unreadable("grouping", token.start, token.end) from None
    value = whole_if_whole(doubts.choose(*found) if len(found) > 1 else found[0])
    if len(str(value)) > MAX_DIGITS:
        raise Unreadable("too_many_digits", token.start, token.end)
    rounded = token.text[-1] in numerals.BIG or value.denominator != 1
    return Number(value, scientific(value) if rounded else plain(value), rounded)


def plain(value: int | Fraction) -> str:
    """Write a number whose denominator divides a power of ten as plain figures.

    >>> plain(Fraction(5, 4))
    '1.25'
    """
    if value.denominator == 1:
        return str(value.numerator)
    if value < 0:
        return "-" + plain(-value)
    shift = max(value.denominator.bit_length(), 1)
    digits = str(value.numerator * (10**shift // value.denominator)).rjust(shift + 1, "0")
    return f"{digits[:-shift]}.{digits[-shift:].rstrip('0')}"


def scientific(value: int | Fraction) -> str:
    """Write a number in the form that claims no more digits than it shows.

    >>> scientific(16780000)
    '1.678e7'
    """
    if value.denominator != 1 or not value:
        return plain(value)
    figures = str(value)
    shown = figures.rstrip("0")
    return f"{shown[0]}{'.' if shown[1:] else ''}{shown[1:]}e{len(figures) - 1}"


def vulgar(token: Token) -> Node:
    """Read ½ and its like."""
    above, below = VULGAR[token.text]
    return Quotient(Number(above, str(above), False), Number(below, str(below), False))
