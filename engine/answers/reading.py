"""A reading: what a text was read as, exactly, and how that is said back."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.answers import units
from engine.answers.printer import SIGNS, show, write
from engine.answers.tree import Negative, Node, Number, Share, is_rounded
from engine.answers.values import Value

if TYPE_CHECKING:
    import sympy


class Reading(NamedTuple):
    """A learner's answer, read."""

    kind: str  # "number", "quantity", "expression", "growth", "word"
    text: str  # as it was typed, byte for byte
    tree: Node | None  # None for a word
    number: Value | None = None  # in base units, exact or to 60 digits; None if it holds letters
    unit: str | None = None
    hedged: bool = False  # said to be about so much
    word: str | None = None

    @property
    def value(self) -> Fraction | float | None:
        """The value in base units: exact where it is rational, else the nearest float, None if it holds letters."""
        if self.number is None:
            return None
        return float(self.number) if isinstance(self.number, Decimal) else Fraction(self.number)

    @property
    def rational(self) -> bool:
        """Tell whether the number is exact."""
        return self.number is not None and not isinstance(self.number, Decimal)

    @property
    def written_out(self) -> bool:
        """Tell whether the text claims every digit: no decimal, no power of ten as scale, no hedge."""
        return not self.hedged and self.tree is not None and not is_rounded(self.tree)

    @property
    def last_place(self) -> Fraction | None:
        """One unit in the last place that a rounded literal shows, in base units; None where every digit is claimed.

        Of 1.5e9 that is 10⁸; of 22.6 GiB a tenth of a GiB in bytes.
        """
        if self.tree is None:
            return None
        shown = literal(self.tree.of if type(self.tree) is Share else self.tree)
        if shown is None or not (shown.rounded or self.hedged):
            return None
        place = shown.last_place
        if type(self.tree) is Share:
            return place / self.tree.per
        return place * units.BYTES[self.unit] if self.kind == "quantity" and self.unit else place

    @property
    def echo(self) -> str:
        """How it was read, said back in full; it reads back to the same value."""
        if self.word is not None or self.tree is None:
            return self.word or ""
        if self.kind == "growth":
            return f"O({write(self.tree)})"
        form = ("≈ " if self.hedged else "") + write(self.tree)
        if self.number is None or self.kind == "expression":
            return f"{form} {self.unit}" if self.unit else form
        return echo_quantity(self, form) if self.kind == "quantity" else echo_number(self, form)

    def sympy(self) -> sympy.Expr:
        """Build the sympy expression node by node; no text ever reaches a parser of sympy."""
        from engine.answers.bridge import build  # sympy costs half a second, and judging never needs it

        if self.tree is None:
            raise TypeError(self.kind)
        return build(self.tree)


def literal(node: Node) -> Number | None:
    """Return the literal a tree is, with or without a sign."""
    inner = node.of if type(node) is Negative else node
    return inner if type(inner) is Number else None


def echo_number(reading: Reading, form: str) -> str:
    """Say a number back: the form it was given in, then its figures where they differ."""
    assert reading.tree is not None
    assert reading.number is not None
    tail = f" {reading.unit}" if reading.unit and reading.unit not in SIGNS.values() else ""
    if literal(reading.tree) is not None and "e" not in form:
        return form + tail
    figures, exact = show(reading.number)
    if figures == form.removeprefix("≈ "):
        return form + tail
    return f"{form} {'=' if exact else '≈'} {figures}{tail}"


def echo_quantity(reading: Reading, form: str) -> str:
    """Say a size back: as it was given, then in bytes."""
    assert reading.number is not None
    figures, exact = show(reading.number)
    given = f"{form} {reading.unit}"
    if reading.unit == "B" and figures == form:
        return given
    return f"{given} {'=' if exact else '≈'} {figures} B"
