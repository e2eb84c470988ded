"""`python -m tests.answers.page` writes docs/answers.md: what the reader makes of the texts listed in page.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from engine.answers import Ambiguous, Unreadable, read
from quizbank.figures import restyled

SOURCE = Path(__file__).with_name("page.toml")
PAGE = Path(__file__).parents[2] / "docs" / "answers.md"


def code(text: str) -> str:
    """Write a text as code inside a table: its own backticks and bars must not end either."""
    fence = "``" if "`" in text else "`"
    pad = " " if fence == "``" else ""
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|") if text else "*(nothing)*"


def outcome(text: str, kind: str, symbols: Sequence[str]) -> str:
    """Return what the reader makes of a text, as a cell."""
    try:
        return code(restyled(read(text, kind, symbols=symbols).echo))
    except Ambiguous as doubt:
        return " or ".join(code(restyled(reading.echo)) for reading in doubt.readings) + "?"
    except Unreadable as refusal:
        where = f" at {code(refusal.text)}" if refusal.text and refusal.text != text else ""
        return refusal.reason.replace("_", " ") + where


def page() -> str:
    """Return the whole page."""
    source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    parts = [f"# {source['title']}\n", source["intro"]]
    for section in source["section"]:
        parts.append(f"## {section['title']}\n\n| typed | read as |\n|---|---|")
        parts += [
            f"| {code(text)} | {outcome(text, section['kind'], section.get('symbols', ()))} |"
            for text in section["texts"]
        ]
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
