"""Decides a question of choice from derived values: the option that is the largest, the smallest, or as asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sympy import Expr, Max, Min, Symbol


def largest(candidates: Mapping[str, Expr]) -> Symbol:
    """The option whose value is the largest, as a symbol; a tie is no answer and raises ValueError."""
    return only(candidates, lambda value: value == Max(*candidates.values()))


def smallest(candidates: Mapping[str, Expr]) -> Symbol:
    """The option whose value is the smallest, as a symbol; a tie is no answer and raises ValueError."""
    return only(candidates, lambda value: value == Min(*candidates.values()))


def only(candidates: Mapping[str, Expr], holds: Callable[[Expr], bool]) -> Symbol:
    """The one option of whose value something holds; ValueError where it holds of none or of several."""
    found = [name for name, value in candidates.items() if holds(value)]
    if len(found) != 1:
        raise ValueError(f"decides for {found} of {list(candidates)}")
    return Symbol(found[0])
