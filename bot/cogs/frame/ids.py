"""What a touch means, written in its custom_id: `ge1:<kind>:<argument>:…`.

A custom_id is visible to whoever looks, and comes back from a client that may have made it up: it holds ids, never an
answer, and every id in it is looked up again when it is touched.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

Argument = int | str

SCHEMA: Final = "ge1"
LIMIT: Final = 100  # characters in a custom_id
LARGEST: Final = 2**63 - 1  # a number that every database holds; so is a snowflake, until the year 2084
OLDER: Final = "older"  # the kind of what was ours once, or was bent on its way

OURS: Final = re.compile(r"ge[0-9]+:")
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
NUMBER: Final = re.compile(r"0|-?[1-9a-z][0-9a-z]*")
KIND: Final = re.compile(r"[a-z]+")
KEPT: Final = 4096  # numbers written last: a screen names the same few on each of its buttons


class Touch(NamedTuple):
    """What was touched, and what it is about."""

    kind: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        return encode(self)


def encode(touch: Touch) -> str:
    """Return the custom_id of a touch; numbers in base 36, texts marked by `~`.

    >>> encode(Touch("ask", (71, 0, "d_k")))
    'ge1:ask:1z:0:~d_k'

    Raises ValueError if Discord would not take it.
    """
    if not KIND.fullmatch(touch.kind):
        raise ValueError(f"not a kind: {touch.kind!r}")
    custom_id = ":".join((SCHEMA, touch.kind, *map(_encode_argument, touch.arguments)))
    if len(custom_id) > LIMIT:
        raise ValueError(f"{len(custom_id)} characters in {custom_id!r}, at most {LIMIT}")
    return custom_id


def decode(custom_id: str) -> Touch | None:
    """Return the touch, `Touch("older")` for what is ours but of another age, or None for what is not ours.

    >>> decode("ge1:ask:1z:0:~d_k")
    Touch(kind='ask', arguments=(71, 0, 'd_k'))
    """
    if not OURS.match(custom_id):
        return None
    schema, kind, *arguments = custom_id.split(":")
    if schema != SCHEMA or not KIND.fullmatch(kind) or len(custom_id) > LIMIT:
        return Touch(OLDER)
    try:
        return Touch(kind, tuple(map(_decode_argument, arguments)))
    except ValueError:
        return Touch(OLDER)


def _encode_argument(argument: Argument) -> str:
    return "~" + quote(argument, safe="") if isinstance(argument, str) else _in_base_36(argument)


@lru_cache(maxsize=KEPT)
def _in_base_36(number: int) -> str:
    sign, rest, digits = "-" if number < 0 else "", abs(fitting(number)), ""
    while rest:
        rest, digit = divmod(rest, len(DIGITS))
        digits = DIGITS[digit] + digits
    return sign + (digits or "0")


def _decode_argument(text: str) -> Argument:
    if text.startswith("~"):
        plain = unquote(text[1:], errors="strict")
        if _encode_argument(plain) != text:
            raise ValueError(text)
        return plain
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    return fitting(int(text, len(DIGITS)))


def id_of(text: str) -> int:
    """Return the id that a menu's value is; ValueError if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))):
        raise ValueError("not an id")
    return fitting(int(text))


def fitting(number: int) -> int:
    """Return a number that a database holds; ValueError if it is larger."""
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(f"{number} is larger than any id")
    return number
