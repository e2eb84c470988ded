"""`gauss-elder ask TEXT` and `gauss-elder cost`: the elder's answers and the bill of attention, at a shell."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bot.cli.options import AsJson, Lang
from bot.cli.words import say

DType = Literal["fp32", "bf16", "fp16", "fp8", "int8"]
LARGEST = 10**9  # that of `bot.play.counsel.cost`, spelt out: importing it would load the bank
Size = Annotated[int | None, typer.Option(min=1, max=LARGEST, help=say("help.size"), show_default=False)]


def ask(
    text: Annotated[str, typer.Argument(help=say("help.question"))], lang: Lang = None, as_json: AsJson = False
) -> None:
    """Print what the elder answers; the exit code says whether he knew."""
    from bot.cli.counselling import print_counsel

    print_counsel(text, lang, as_json=as_json)


def cost(
    model: Annotated[str | None, typer.Option(help=say("help.model"), show_default=False)] = None,
    n: Size = None,
    batch: Size = None,
    layers: Size = None,
    heads: Size = None,
    kv_heads: Size = None,
    head_width: Size = None,
    dtype: Annotated[DType | None, typer.Option(help=say("help.dtype"), show_default=False)] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Print the bill of a model, or of numbers of one's own."""
    from bot.cli.counselling import print_cost
    from bot.play.counsel.cost import CostForm

    given = {"n": n, "b": batch, "L": layers, "h": heads, "g": kv_heads, "e": head_width}
    sizes = {letter: size for letter, size in given.items() if size is not None}
    print_cost(CostForm(model, sizes, dtype), lang, as_json=as_json)
