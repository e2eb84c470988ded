"""From a derived expression to the exact value a certificate holds, and whether two of them can be told apart.

sympy is not imported here: a family brings its expressions, and this module only asks them what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from quizbank.certificate import Exact

DIGITS = 50  # of an irrational value, as certificates keep it


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

    def expand(self) -> Any:
        """Return it multiplied out."""

    def __sub__(self, other: Any) -> Any: ...


def exact(expression: Derived) -> Exact:
    """Return the certificate's form: a rational, a closed form with 50 digits, or a closed form with letters."""
    text = str(expression).replace("**", "^")
    if expression.free_symbols:
        return Exact(text, None, rational=False)
    if expression.is_Rational:
        return Exact(text, Fraction(text))
    return Exact(text, Fraction(str(expression.evalf(DIGITS))), rational=False)


def apart(one: Derived, other: Derived, tolerance: Fraction) -> bool:
    """Tell whether no answer could be taken for both, each being accepted within the relative tolerance.

    Expressions with letters are apart unless they are the same polynomial.
    """
    left, right = exact(one).value, exact(other).value
    if left is None or right is None:
        return bool((one - other).expand() != 0)
    return abs(left - right) > tolerance * (abs(left) + abs(right))


def all_apart(key: Derived, traps: Mapping[str, Derived], tolerance: Fraction) -> bool:
    """Tell whether the key and all traps lie apart, each from each."""
    values = [key, *traps.values()]
    return all(apart(one, other, tolerance) for place, one in enumerate(values) for other in values[:place])
