"""From our tree to sympy, node by node, for those who load sympy anyway: the workshop and the tests."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, cast

import sympy

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

FUNCTIONS = {
    "sqrt": sympy.sqrt,
    "cbrt": sympy.cbrt,
    "exp": sympy.exp,
    "log": sympy.log,
    "floor": sympy.floor,
    "ceiling": sympy.ceiling,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "factorial": sympy.factorial,
}
OPERATIONS: dict[type[Any], Callable[..., sympy.Expr]] = {
    Sum: operator.add,
    Difference: operator.sub,
    Product: operator.mul,
    Quotient: operator.truediv,
    Power: operator.pow,
    Negative: operator.neg,
    Share: operator.truediv,
}


def build(node: Node) -> sympy.Expr:
    """Return the sympy expression of a tree; the question's letters become plain symbols."""
    match node:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Name(name):
            return sympy.Symbol(name)
        case Constant(name):
            return sympy.pi if name == "pi" else sympy.E
        case Call(function, arguments):
            return FUNCTIONS[function](*(build(argument) for argument in arguments))
    return OPERATIONS[type(node)](
        *(child if isinstance(child, int) else build(child) for child in cast("tuple[Node | int, ...]", node))
    )
