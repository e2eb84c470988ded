"""Whether two expressions are the same function, tried at secret points: modulo a prime, or to 60 digits.

A difference at one point is proof; agreement at all leaves a chance below 2⁻⁵⁰ for expressions of this size.
"""

from __future__ import annotations

from decimal import Decimal

from engine.answers.evaluate import evaluate
from engine.answers.points import POINTS, Point, Secret
from engine.answers.residues import residue_of
from engine.answers.tree import Call, Node, walk
from engine.answers.values import BoundsError, Value, gap, real

ENOUGH = 1  # points, where nothing bends: agreement to 40 digits at one leaves a chance below 2⁻²⁵ times its degree
STEPS = frozenset(("floor", "ceiling", "factorial"))  # meant for whole numbers
BENDS = STEPS | {"abs", "min", "max"}  # may agree on one side of a bend and not on the other
MOST = POINTS // 2  # of the points, where a bend hides some
AGREEMENT = -40  # digits, of the 60 carried


class Function:
    """An expression as a function of its letters; what it is worth at the secret points is computed once."""

    def __init__(self, tree: Node, secret: Secret) -> None:
        self.tree = tree
        self.secret = secret
        self.residue = residue_of(tree, secret)  # None where it is not rational
        self.worth: dict[tuple[bool, int], Value | None] = {}

    def calls(self, functions: frozenset[str]) -> bool:
        """Tell whether any of these functions occurs."""
        return any(isinstance(each, Call) and each.function in functions for each in walk(self.tree))

    def at(self, whole: bool, index: int) -> Value | None:
        """Return the value at one of the secret points, None where there is none."""
        if (whole, index) not in self.worth:
            points = self.secret.whole if whole else self.secret.points
            self.worth[whole, index] = value_at(self.tree, points[index])
        return self.worth[whole, index]


def equivalent(one: Function, other: Function) -> bool | None:
    """Return whether two functions agree wherever both have a value; None where too few points decide."""
    if one.residue is not None and other.residue is not None:
        return one.residue == other.residue and pointwise(one, other, whole=True, enough=1) is not False
    whole = one.calls(STEPS) or other.calls(STEPS)
    smooth = not (one.calls(BENDS) or other.calls(BENDS))
    return pointwise(one, other, whole=whole, enough=ENOUGH if smooth else POINTS)


def pointwise(one: Function, other: Function, *, whole: bool, enough: int) -> bool | None:
    """Compare values at the points where both have one, until `enough` agree; None where none decides."""
    decided = 0
    for index in range(POINTS):
        left, right = one.at(whole, index), other.at(whole, index)
        if left is None and right is None:
            continue
        if left is None or right is None:
            return None
        if not close(left, right):
            return False
        decided += 1
        if decided == enough:
            return True
    return True if decided >= MOST else None


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
    size = max(abs(real(left)), abs(real(right)))
    return gap(left, right) <= size.scaleb(AGREEMENT) or size < Decimal("1e-45")
