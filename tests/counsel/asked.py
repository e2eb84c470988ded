"""The questions of the tests, read from the files beside them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def read(name: str) -> Any:
    """Return one file of questions."""
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def questions(name: str) -> list[tuple[str, str]]:
    """Return one file of questions, each with the id of its answer."""
    return [(id, text) for hall in read(name).values() for id, texts in hall.items() for text in texts]


KNOWN = questions("known")
FRESH = questions("fresh")
HELD_OUT = questions("held_out")
UNKNOWN: list[str] = read("unknown")["asked"]
HOSTILE: list[str] = read("hostile")["asked"]
SUMS: list[dict[str, Any]] = read("computed")["sum"]
REFUSED: list[str] = read("refused")["asked"]
UNCLEAR: list[str] = read("refused")["unclear"]
