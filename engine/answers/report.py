"""One reading as plain JSON, for programs that ask how a text is read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.answers.ambiguity import Ambiguous
from engine.answers.reader import read
from engine.answers.reading import Reading
from engine.answers.refusal import Unreadable


def report(text: str, kind: str = "number", symbols: Collection[str] = ()) -> dict[str, Any]:
    """Return what `read` makes of `text`, whatever its outcome.

    >>> report("1.5×10⁹ 字节", "quantity")["value"]
    '1500000000'
    """
    try:
        return described(read(text, kind, symbols=symbols))
    except Ambiguous as doubt:
        return {"error": "ambiguous", "reason": "ambiguous", "readings": [described(each) for each in doubt.readings]}
    except Unreadable as refusal:
        return {"error": "unreadable", "reason": refusal.reason, "start": refusal.start, "end": refusal.end}


def described(reading: Reading) -> dict[str, Any]:
    """Return a reading as JSON: its value exact as text, "9/10" where it is a fraction."""
    value = reading.value
    return {
        "value": None if value is None else str(value),
        "unit": reading.unit,
        "echo": reading.echo,
        **({"word": reading.word} if reading.word is not None else {}),
    }
