"""From a derived expression to the exact value a certificate holds, and whether two of them can be told apart.

sympy is not imported here: a family brings its expressions, and this module only asks them what they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Protocol

from quizbank.certificate import Exact, Kind
from quizbank.symbolic import told_apart

EULER = re.compile(r"\bE\b")
DIGITS = 50  # of an irrational value, as certificates keep it
Letters = Collection[str]


class Derived(Protocol):
    """What is asked of a sympy expression."""

    @property
    def free_symbols(self) -> set[Any]:
        """The letters in it."""

    @property
    def is_Rational(self) -> bool | None:  # noqa: N802 - sympy's own name
        """Whether it is a rational number, already reduced to one."""

    def evalf(self, digits: int) -> Any:
        """Return it as a decimal number of that many digits."""


def exact(expression: Derived) -> Exact:
    """Return the certificate's form: a rational, a closed form with 50 digits, or a closed form with letters."""
    text = str(expression).replace("**", "^")
    if expression.free_symbols:
        return Exact(text, None, rational=False)
    text = EULER.sub("exp(1)", text)  # sympy's E, which the reader of answers takes for a letter
    if expression.is_Rational:
        return Exact(text, Fraction(text))
    return Exact(text, Fraction(str(expression.evalf(DIGITS))), rational=False)


def apart(one: Derived, other: Derived, tolerance: Fraction, kind: Kind = "number", symbols: Letters = ()) -> bool:
    """Tell whether no answer could be taken for both, each being accepted within the relative tolerance.

    Expressions and orders of growth are apart where the judge tells them apart; words, where they are two words.
    """
    left, right = exact(one), exact(other)
    if kind in ("expression", "growth"):
        return told_apart(left.text, right.text, kind, symbols)
    if left.value is None or right.value is None:
        return left.text != right.text
    return abs(left.value - right.value) > tolerance * (abs(left.value) + abs(right.value))


def all_apart(
    key: Derived, traps: Mapping[str, Derived], tolerance: Fraction, kind: Kind = "number", symbols: Letters = ()
) -> bool:
    """Tell whether the key and all traps lie apart, each from each."""
    values = [key, *traps.values()]
    pairs = ((one, other) for place, one in enumerate(values) for other in values[:place])
    return all(apart(one, other, tolerance, kind, symbols) for one, other in pairs)
