"""The bounded tree every answer becomes: ten kinds of node, nothing callable in any of them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias


class Number(NamedTuple):
    """A literal; `text` prints it so that it reads back to the same value with the same claim of exactness."""

    value: int | Fraction
    text: str
    rounded: bool  # may stand for a rounding: a decimal, a power-of-ten form, 万, M

    @property
    def last_place(self) -> Fraction:
        """The worth of one unit in the last place shown: of 22.6 a tenth, of 1.5e9 a hundred million."""
        significand, _, exponent = self.text.partition("e")
        return Fraction(10) ** (int(exponent or 0) - len(significand.partition(".")[2]))


class Name(NamedTuple):
    """A letter of the question."""

    name: str


class Constant(NamedTuple):
    """π, or the base of the exponential."""

    name: str


class Negative(NamedTuple):
    """−x."""

    of: Node


class Sum(NamedTuple):
    """x + y."""

    left: Node
    right: Node


class Difference(NamedTuple):
    """x − y."""

    left: Node
    right: Node


class Product(NamedTuple):
    """x · y."""

    left: Node
    right: Node


class Quotient(NamedTuple):
    """x / y."""

    left: Node
    right: Node


class Power(NamedTuple):
    """x ^ y."""

    base: Node
    exponent: Node


class Call(NamedTuple):
    """A function of the closed list, applied."""

    function: str
    arguments: tuple[Node, ...]


class Share(NamedTuple):
    """x percent (per = 100) or per mille (per = 1000)."""

    of: Node
    per: int


Node: TypeAlias = Number | Name | Constant | Negative | Sum | Difference | Product | Quotient | Power | Call | Share


TEN = Number(10, "10", False)
LEAVES = (Number, Name, Constant)
PAIRS = (Sum, Difference, Product, Quotient, Power)


def walk(node: Node) -> list[Node]:
    """Return `node` and all that is under it, parents first."""
    found = [node]
    for each in found:
        if isinstance(each, PAIRS):
            found += each
        elif isinstance(each, Call):
            found += each.arguments
        elif not isinstance(each, LEAVES):
            found.append(each.of)
    return found


def names(node: Node) -> frozenset[str]:
    """Return the question's letters that occur in `node`."""
    return frozenset(each.name for each in walk(node) if type(each) is Name)


def is_rounded(node: Node) -> bool:
    """Tell whether the text may stand for a rounded number: it holds a decimal, or a power of ten as scale.

    >>> is_rounded(Number(512, "512", False))
    False
    """
    if isinstance(node, Number):
        return node.rounded
    return any(
        (type(each) is Number and each.rounded) or (type(each) is Power and each.base == TEN) for each in walk(node)
    )
