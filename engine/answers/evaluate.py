"""From a tree to its value: one small function a node, the names of the question at given points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from engine.answers import angles, powers, steps, values
from engine.answers.angles import PI
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
from engine.answers.values import REAL, Value

Point = Mapping[str, Value]
NOWHERE: Point = {}
E = REAL.exp(Decimal(1))


def evaluate(node: Node, at: Point = NOWHERE) -> Value:
    """Return the value of `node` with its names at `at`; raise BoundsError where it has none an answer may have.

    >>> evaluate(Power(Number(2, "2", False), Number(10, "10", False)))
    1024
    """
    return RULES[type(node)](node, at)


def quotient(node: Quotient, at: Point) -> Value:
    """Divide; a quotient of two logarithms is one logarithm, exact where it can be."""
    left, right = node
    if (
        type(left) is type(right) is Call
        and left.function == right.function == "log"
        and len(left.arguments) == len(right.arguments) == 1
    ):
        return powers.logarithm(evaluate(left.arguments[0], at), evaluate(right.arguments[0], at))
    return values.over(evaluate(left, at), evaluate(right, at))


def power(node: Power, at: Point) -> Value:
    """Raise; e^x is the exponential."""
    exponent = evaluate(node.exponent, at)
    if type(node.base) is Constant and node.base.name == "e":
        return powers.exponential(exponent)
    return powers.raised(evaluate(node.base, at), exponent)


def call(node: Call, at: Point) -> Value:
    """Apply a function of the closed list."""
    arguments = [evaluate(argument, at) for argument in node.arguments]
    if node.function == "log" and len(arguments) == 1:
        return powers.natural_log(arguments[0]) if arguments[0] != 1 else 0
    return FUNCTIONS[node.function](*arguments)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "sqrt": powers.root,
    "cbrt": powers.cube_root,
    "exp": powers.exponential,
    "log": powers.logarithm,
    "floor": steps.floor,
    "ceiling": steps.ceiling,
    "abs": values.absolute,
    "min": min,
    "max": max,
    "sin": angles.sine,
    "cos": angles.cosine,
    "tan": angles.tangent,
    "factorial": steps.factorial,
}
RULES: dict[type[Any], Callable[[Any, Point], Value]] = {
    Number: lambda node, at: node.value,
    Name: lambda node, at: at[node.name],
    Constant: lambda node, at: PI if node.name == "pi" else E,
    Negative: lambda node, at: values.negative(evaluate(node.of, at)),
    Sum: lambda node, at: values.plus(evaluate(node.left, at), evaluate(node.right, at)),
    Difference: lambda node, at: values.minus(evaluate(node.left, at), evaluate(node.right, at)),
    Product: lambda node, at: values.times(evaluate(node.left, at), evaluate(node.right, at)),
    Quotient: quotient,
    Power: power,
    Call: call,
    Share: lambda node, at: values.over(evaluate(node.of, at), node.per),
}
