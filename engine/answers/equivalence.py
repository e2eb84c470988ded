"""Whether two expressions are the same function, tried at secret points: modulo a prime, or to 60 digits.

A difference at one point is proof; agreement at all leaves a chance below 2⁻⁵⁰ for expressions of this size.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from engine.answers.evaluate import evaluate
from engine.answers.points import Point, Secret, steps
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
    names,
    walk,
)
from engine.answers.values import BoundsError, Value, minus, real

MIN_POINTS = 3
BENT = frozenset(("abs", "min", "max", "floor", "ceiling", "factorial"))
AGREEMENT = -40  # digits, of the 60 carried


def equivalent(one: Node, other: Node, secret: Secret) -> bool | None:
    """Return whether two trees agree wherever both have a value; None where too few points decide."""
    letters = tuple(sorted(names(one) | names(other)))
    if polynomial(one) and polynomial(other):
        same = modular(one, other, secret, letters)
        if same is not None:
            return same
    points = secret.points(letters, steps(one) or steps(other))
    return pointwise(one, other, points if bent(one) or bent(other) else points[:MIN_POINTS])


def polynomial(tree: Node) -> bool:
    """Tell whether a tree is rational: whole literal exponents, no functions, no constants."""
    return not any(
        isinstance(each, (Call, Constant)) or (isinstance(each, Power) and whole_exponent(each.exponent) is None)
        for each in walk(tree)
    )


def bent(tree: Node) -> bool:
    """Tell whether a tree may agree with another on one side of a bend and not on the other."""
    return any(type(each) is Call and each.function in BENT for each in walk(tree))


def whole_exponent(node: Node) -> int | None:
    """Return a whole literal exponent, None if it is anything else."""
    sign = 1
    if isinstance(node, Negative):
        sign, node = -1, node.of
    return sign * node.value if isinstance(node, Number) and isinstance(node.value, int) else None


def modular(one: Node, other: Node, secret: Secret, letters: tuple[str, ...]) -> bool | None:
    """Compare residues at two secret points; None where a division by zero hides them."""
    for point in secret.residues(letters):
        try:
            if residue(one, point, secret.prime) != residue(other, point, secret.prime):
                return False
        except ZeroDivisionError:
            return None
    return True


def residue(node: Node, at: Mapping[str, int], prime: int) -> int:
    """Return the value of a rational tree modulo the prime."""
    match node:
        case Name(name):
            return at[name]
        case Number(value):
            return value % prime if type(value) is int else value.numerator * inverse(value.denominator, prime) % prime
        case Product(left, right):
            return residue(left, at, prime) * residue(right, at, prime) % prime
        case Power(base, exponent):
            raised = whole_exponent(exponent)
            assert raised is not None
            below = residue(base, at, prime)
            return pow(below if raised >= 0 else inverse(below, prime), abs(raised), prime)
        case Sum(left, right):
            return (residue(left, at, prime) + residue(right, at, prime)) % prime
    return residue_of_rest(node, at, prime)


def residue_of_rest(node: Node, at: Mapping[str, int], prime: int) -> int:
    """Return the residue of the rarer nodes."""
    match node:
        case Quotient(left, right):
            return residue(left, at, prime) * inverse(residue(right, at, prime), prime) % prime
        case Difference(left, right):
            return (residue(left, at, prime) - residue(right, at, prime)) % prime
        case Negative(of):
            return -residue(of, at, prime) % prime
        case Share(of, per):
            return residue(of, at, prime) * inverse(per, prime) % prime
    raise TypeError(type(node))


def inverse(value: int, prime: int) -> int:
    """Return 1/value modulo the prime."""
    if value % prime == 0:
        raise ZeroDivisionError
    return pow(value, -1, prime)


def pointwise(one: Node, other: Node, points: tuple[Point, ...]) -> bool | None:
    """Compare values at the points where both have one."""
    decided = 0
    for point in points:
        left, right = value_at(one, point), value_at(other, point)
        if left is None and right is None:
            continue
        if left is None or right is None:
            return None
        if not close(left, right):
            return False
        decided += 1
    return True if decided >= MIN_POINTS else None


def value_at(tree: Node, point: Point) -> Value | None:
    """Return the value at a point, None where there is none."""
    try:
        return evaluate(tree, point)
    except BoundsError:
        return None


def close(left: Value, right: Value) -> bool:
    """Compare exactly, or to 40 of 60 digits."""
    if not isinstance(left, Decimal) and not isinstance(right, Decimal):
        return left == right
    gap, size = abs(real(minus(left, right))), max(abs(real(left)), abs(real(right)))
    return gap <= size.scaleb(AGREEMENT) or size < Decimal("1e-45")
