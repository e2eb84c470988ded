"""Whether an expression in letters can be answered with: real and bounded at a sample point, found in double precision.

Its value never enters a verdict; that is computed exactly elsewhere. This only refuses √(−n²) and 2^(20000·n).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from engine.answers.refusal import Reason
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

Sample = Mapping[str, float]
SAMPLES = (5.0, 3.0, 7.0, 2.0, 4.0, 6.0, 9.0)
SHIFTS = (0, 5, 3)  # three assignments of the samples, so that n − d is tried with either sign


def fault(tree: Node, letters: list[str], *, positive: bool) -> Reason | None:
    """Return why a tree has no value at any sample; None if it has one (above zero, where asked)."""
    found: Reason = "not_growth"
    for shift in SHIFTS:
        sample = {letter: SAMPLES[(index * 2 + shift) % len(SAMPLES)] for index, letter in enumerate(letters)}
        try:
            value = estimate(tree, sample)
        except OverflowError:
            return "too_large"
        except ZeroDivisionError:
            found = "division_by_zero"
        except (ValueError, TypeError):  # math's domain error; a comparison with a complex power
            found = "not_real"
        else:
            if isinstance(value, complex):
                found = "not_real"
            elif not positive or value > 0:
                return None
    return found


def estimate(node: Node, at: Sample) -> float:
    """Return the value of a tree in double precision."""
    return RULES[type(node)](node, at)


def raised(node: Power, at: Sample) -> float:
    """Raise; a float's power overflows where an integer's would fill the memory."""
    value: float = float(estimate(node.base, at)) ** estimate(node.exponent, at)
    return value


def called(node: Call, at: Sample) -> float:
    """Apply a function."""
    return FUNCTIONS[node.function](*(estimate(argument, at) for argument in node.arguments))


def factorial(value: float) -> float:
    """Multiply 1 to n; 171! is beyond a float."""
    if value > 170:
        raise OverflowError
    return math.gamma(value + 1) if value == int(value) and value >= 0 else math.nan


FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "cbrt": math.cbrt,
    "exp": math.exp,
    "log": math.log,
    "floor": math.floor,
    "ceiling": math.ceil,
    "abs": abs,
    "min": min,
    "max": max,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "factorial": factorial,
}
RULES: dict[type[Any], Callable[[Any, Sample], float]] = {
    Number: lambda node, at: float(node.value),
    Name: lambda node, at: at[node.name],
    Constant: lambda node, at: math.pi if node.name == "pi" else math.e,
    Negative: lambda node, at: -estimate(node.of, at),
    Sum: lambda node, at: estimate(node.left, at) + estimate(node.right, at),
    Difference: lambda node, at: estimate(node.left, at) - estimate(node.right, at),
    Product: lambda node, at: estimate(node.left, at) * estimate(node.right, at),
    Quotient: lambda node, at: estimate(node.left, at) / estimate(node.right, at),
    Power: raised,
    Call: called,
    Share: lambda node, at: estimate(node.of, at) / node.per,
}
