"""A rational expression modulo a secret prime of 81 bits: what it leaves at a secret point tells it from any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.answers.points import Secret
from engine.answers.tree import Difference, Name, Negative, Node, Number, Power, Product, Quotient, Share, Sum


class IrrationalError(ValueError):
    """The tree holds a function, a constant, an exponent that is no whole literal, or divides by what vanishes here."""


def residue_of(tree: Node, secret: Secret) -> int | None:
    """Return the residue of a tree at the secret point, None if it is not rational."""
    try:
        return residue(tree, secret.residues, secret.prime)
    except IrrationalError:
        return None


def residue(node: Node, at: Mapping[str, int], prime: int) -> int:
    """Return the value of a rational tree modulo the prime."""
    rule = RULES.get(type(node))
    if rule is None:
        raise IrrationalError
    return rule(node, at, prime)


def inverse(value: int, prime: int) -> int:
    """Return 1/value modulo the prime."""
    if value % prime == 0:
        raise IrrationalError
    return pow(value, -1, prime)


def number(node: Number, _at: Mapping[str, int], prime: int) -> int:
    """Return a literal's residue."""
    if isinstance(node.value, int):
        return node.value % prime
    return node.value.numerator * inverse(node.value.denominator, prime) % prime


def quotient(node: Quotient, at: Mapping[str, int], prime: int) -> int:
    """Divide."""
    return residue(node.left, at, prime) * inverse(residue(node.right, at, prime), prime) % prime


def power(node: Power, at: Mapping[str, int], prime: int) -> int:
    """Raise to a whole literal exponent."""
    exponent = whole(node.exponent)
    base = residue(node.base, at, prime)
    return pow(base if exponent >= 0 else inverse(base, prime), abs(exponent), prime)


def whole(node: Node) -> int:
    """Return a whole literal exponent."""
    if isinstance(node, Negative):
        return -whole(node.of)
    if isinstance(node, Number) and isinstance(node.value, int):
        return node.value
    raise IrrationalError


RULES: dict[type[Any], Callable[[Any, Mapping[str, int], int], int]] = {
    Number: number,
    Name: lambda node, at, prime: at[node.name],
    Product: lambda node, at, prime: residue(node.left, at, prime) * residue(node.right, at, prime) % prime,
    Sum: lambda node, at, prime: (residue(node.left, at, prime) + residue(node.right, at, prime)) % prime,
    Difference: lambda node, at, prime: (residue(node.left, at, prime) - residue(node.right, at, prime)) % prime,
    Negative: lambda node, at, prime: -residue(node.of, at, prime) % prime,
    Share: lambda node, at, prime: residue(node.of, at, prime) * inverse(node.per, prime) % prime,
    Quotient: quotient,
    Power: power,
}
