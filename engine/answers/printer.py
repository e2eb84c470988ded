"""The printer: what is echoed is what is judged, and every echo reads back to the same value."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from engine.answers.literals import plain
from engine.answers.tree import (
    Call,
    Constant,
    Difference,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Share,
    Sum,
)
from engine.answers.values import Value, real

ADDED, MULTIPLIED, RAISED, CLOSED = range(4)
MAX_FIGURES = 40  # beyond this a whole number is not written out
SHOWN_DIGITS = 8  # of a number that has no end
UP = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SIGNS = {100: "%", 1000: "‰"}


def grouped(figures: str) -> str:
    """Set off thousands with spaces.

    >>> grouped("137438953472"), grouped("-1024.0625")
    ('137 438 953 472', '-1 024.0625')
    """
    whole, point, decimals = figures.partition(".")
    sign, whole = (whole[0], whole[1:]) if whole[:1] == "-" else ("", whole)
    if not whole.isdigit():
        return figures
    return sign + f"{int(whole):,}".replace(",", " ") + point + decimals


def show(value: Value) -> tuple[str, bool]:
    """Return the figures of a value, and whether they are exact.

    >>> show(Fraction(1, 3)), show(2**37)
    (('0.33333333', False), ('137 438 953 472', True))
    """
    if not isinstance(value, Decimal):
        if value.denominator == 1 and len(str(value)) <= MAX_FIGURES:
            return grouped(str(value)), True
        if value.denominator != 1 and terminates(value):
            return grouped(plain(value)), True
    return significant(real(value)), False


def terminates(value: int | Fraction) -> bool:
    """Tell whether a fraction has a short end as a decimal."""
    return value.denominator.bit_length() < 40 and 10**16 % value.denominator == 0 and value.numerator.bit_length() < 70


def significant(value: Decimal) -> str:
    """Write eight significant digits, as plain figures where they are short."""
    figures = f"{value:.{SHOWN_DIGITS - 1}e}"
    digits, _, exponent = figures.partition("e")
    if not -6 <= int(exponent) < SHOWN_DIGITS - 1:
        return f"{digits.rstrip('0').rstrip('.')}e{int(exponent)}" if "." in digits else figures
    return grouped(f"{value:.{SHOWN_DIGITS - 1 - int(exponent)}f}")


def write(node: Node, level: int = ADDED) -> str:
    """Write a tree in the reader's own grammar, with brackets wherever the text would be doubtful without them.

    >>> write(Quotient(Number(1, "1", False), Product(Number(2, "2", False), Name("n"))))
    '1/(2·n)'
    """
    text, own = written(node)
    return text if own >= level else f"({text})"


def written(node: Node) -> tuple[str, int]:
    """Return the text of a node and how tightly it holds together."""
    match node:
        case Number(value, text, rounded):
            return (text if rounded or value.denominator != 1 else grouped(text)), RAISED if "e" in text else CLOSED
        case Name(name):
            return name, CLOSED
        case Constant(name):
            return ("π", CLOSED) if name == "pi" else ("exp(1)", CLOSED)
        case Negative(of):
            return f"-{write(of, MULTIPLIED)}", ADDED
        case Power(base, exponent):
            return power(base, exponent), RAISED
        case Call(function, arguments):
            return call(function, arguments), CLOSED
        case Share(of, per) if per in SIGNS:
            return f"{write(of, CLOSED)}{SIGNS[per]}", RAISED
        case Share(of, per):
            return f"{write(of, CLOSED)}/{per}", MULTIPLIED
    return joined(node)


def joined(node: Node) -> tuple[str, int]:
    """Return the text of a sum, difference, product or quotient."""
    match node:
        case Sum(left, right):
            return f"{write(left)} + {after_sign(right)}", ADDED
        case Difference(Number(int(low), _, False), Number(int(high), _, False)) if low < high:
            return f"-{grouped(str(high))} + {grouped(str(low))}", ADDED  # 63 - 64 would read as a range
        case Difference(left, right):
            return f"{write(left)} - {after_sign(right)}", ADDED
        case Product(left, right):
            return f"{first_factor(left)}·{write(right, RAISED)}", MULTIPLIED
        case Quotient(left, right):
            return f"{first_factor(left)}/{write(right, CLOSED if type(right) is Share else RAISED)}", MULTIPLIED
    raise TypeError(type(node))


def first_factor(node: Node) -> str:
    """Write what stands first in a product: a sign there needs no brackets."""
    return write(node) if type(node) is Negative else write(node, MULTIPLIED)


def after_sign(node: Node) -> str:
    """Write what follows + or −: with brackets where it begins with a sign of its own."""
    text = write(node, MULTIPLIED)
    return f"({text})" if text[0] == "-" else text


def power(base: Node, exponent: Node) -> str:
    """Write a power: whole exponents as superscripts."""
    below = "e" if base == Constant("e") else write(base, CLOSED)
    match exponent:
        case Number(int(value), _, False) if value < 1000:
            return below + str(value).translate(UP)
        case Negative(Number(int(value), _, False)) if value < 1000:
            return below + f"-{value}".translate(UP)
        case Name():
            return f"{below}^{write(exponent, CLOSED)}"
    return f"{below}^({write(exponent)})"


def call(function: str, arguments: tuple[Node, ...]) -> str:
    """Write a function; a square root by its sign, a logarithm by its base."""
    inside = ", ".join(write(argument) for argument in arguments)
    if function == "sqrt":
        return f"√({inside})"
    if function != "log" or len(arguments) == 1:
        return f"{'ln' if function == 'log' else function}({inside})"
    return f"log({inside})"
