"""`gauss-elder read TEXT`: how a text would be read as an answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import typer

from bot.cli.errors import DID_NOT_HOLD
from bot.cli.options import AsJson
from bot.cli.words import reading_line, say
from quizbank.figures import restyled

NUMERIC = ("number", "quantity")
AnswerKind = Literal["number", "quantity", "expression", "growth", "word"]


def read(
    text: Annotated[str, typer.Argument(help=say("help.text_argument"))],
    kind: Annotated[AnswerKind, typer.Option(help=say("help.kind"))] = "number",
    symbols: Annotated[list[str] | None, typer.Option("--symbol", help=say("help.symbols"), show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Print the reading, the readings, or why there is none; the exit code says whether there is exactly one."""
    from engine.answers import report

    found = report(text, kind, symbols or ())
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(spoken(found, text, numeric=kind in NUMERIC)))
    if "error" in found:
        raise typer.Exit(DID_NOT_HOLD)


def spoken(found: Mapping[str, Any], text: str, *, numeric: bool) -> Iterator[str]:
    """Yield the report for a person to read; what asks for a number has no letters to give."""
    match found.get("error"):
        case None:
            yield restyled(found["echo"])
        case "ambiguous":
            yield say("read.unusual" if len(found["readings"]) == 1 else "read.ambiguous")
            yield from (f"  {restyled(reading['echo'])}" for reading in found["readings"])
        case _:
            lines = "unlettered" if numeric and found["reason"] == "unknown_symbol" else "unreadable"
            yield reading_line(f"{lines}.{found['reason']}", part=text[found["start"] : found["end"]])
