"""Where the files lie that come with the bot: its lines in the package, documents and migrations in it or beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
ROOT: Final = PACKAGE.parent  # of a checkout, or what an interpreter looks for `bot` in
LINES: Final = PACKAGE / "lines"


def shipped(name: str) -> Path:
    """Return a folder that ships with the bot: inside the package when installed, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else ROOT / name
