"""The sides of an equality must agree, exactly or as roundings of one another; the most exact one is the answer."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from engine.answers import values
from engine.answers.lexer import Token
from engine.answers.reading import Reading, literal
from engine.answers.refusal import Unreadable
from engine.answers.tree import Node
from engine.answers.values import Value


@dataclass(slots=True)
class Side:
    """One side of an equality, evaluated."""

    tree: Node
    value: Value  # in base units
    unit: str | None
    hedged: bool
    factor: int | Fraction  # base units in one of its own unit


def reading_of(kind: str, text: str, sides: list[Side], tokens: list[Token]) -> Reading:
    """Return the most exact side, once all sides are found to agree."""
    if not sides:
        raise Unreadable("number_missing", tokens[0].start, tokens[-1].end)
    if kind == "quantity":
        take_units(sides)
    best = sides[0]
    for side in sides[1:]:
        if not agree(best, side):
            raise Unreadable("contradiction", tokens[0].start, tokens[-1].end)
        best.unit = best.unit or side.unit
        if finer(side, best) and not same_value(best.value, side.value):
            best = Side(side.tree, side.value, side.unit or best.unit, side.hedged or best.hedged, side.factor)
    return Reading(kind, text, best.tree, best.value, unit=best.unit, hedged=best.hedged)


def finer(side: Side, than: Side) -> bool:
    """Tell whether a side shows the number to more digits: an exact one to all."""
    shown, other = ulp(side), ulp(than)
    return other is not None and (shown is None or shown < other)


def take_units(sides: list[Side]) -> None:
    """Give a side of working the unit of the next side that has one."""
    for side, after in reversed(list(pairwise(sides))):
        if side.unit is None:
            side.value, side.unit, side.factor = values.times(side.value, after.factor), after.unit, after.factor


def agree(one: Side, other: Side) -> bool:
    """Tell whether two sides are equal, or one is a rounding of the other to the digits it shows."""
    if same_value(one.value, other.value):
        return True
    gap = values.gap(one.value, other.value)
    allowed = [room for room in (ulp(one), ulp(other)) if room is not None]
    return bool(allowed) and gap <= values.real(max(allowed))


def same_value(one: Value, other: Value) -> bool:
    """Compare exactly, or to 45 of 60 digits where one side is irrational."""
    if not isinstance(one, Decimal) and not isinstance(other, Decimal):
        return one == other
    return values.gap(one, other) <= abs(values.real(one)).scaleb(-45)


def ulp(side: Side) -> Fraction | None:
    """Return one unit in the last place that a rounded literal shows, in base units; None for an exact side."""
    shown = literal(side.tree)
    if shown is None or not (shown.rounded or side.hedged):
        return None
    return shown.last_place * side.factor
