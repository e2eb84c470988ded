"""The shapes a pack's files may hold: each function returns a value that has the shape, TypeError if it has not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizbank.certificate import Number


def text(value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """Return a list of texts; one text is no list."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(text(each) for each in value)


def number(value: Any) -> Number:
    """Return a whole number, or a text such as "9/10"."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"{value!r} is no number")
    return value


def numbers(value: Any) -> Mapping[str, Number]:
    """Return the numbers of a problem."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no table of numbers")
    return {name: number(each) for name, each in value.items()}


def tables(value: Any) -> list[dict[str, Any]]:
    """Return a list of tables."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise TypeError("is no list of tables")
    return value
