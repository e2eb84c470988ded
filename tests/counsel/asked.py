"""The questions of the tests, read from the files beside them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from quizbank.counsel.retrieval import index

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


def doubtful() -> str:
    """Return a question that may mean any of three things the elder teaches."""
    found = ((text, index().nearest(text)) for _, text in (*FRESH, *HELD_OUT))
    return next(text for text, each in found if each.unsure and len(each.kin) > 1)
