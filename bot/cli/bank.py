"""`gauss-elder bank`: the questions listed, looked at, proved again, set on paper, and its answers judged again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from bot.cli.options import AsJson, Lang
from bot.cli.words import say

app = typer.Typer(no_args_is_help=True, help=say("help.bank"))


@app.command("list", help=say("help.bank_list"))
def list_families(lang: Lang = None, as_json: AsJson = False) -> None:
    """Print every family with its difficulty and how many problems it has."""
    from bot.cli import questions

    questions.print_families(lang, as_json=as_json)


@app.command("show", help=say("help.bank_show"))
def show(
    family: Annotated[str, typer.Argument(help=say("help.family"))],
    lang: Lang = None,
    numbers: Annotated[str | None, typer.Option(help=say("help.numbers"), metavar="JSON", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Print one problem with everything that was proved about it."""
    from bot.cli import questions

    questions.print_problem(family, lang, numbers, as_json=as_json)


@app.command("verify", help=say("help.bank_verify"))
def verify(
    family: Annotated[list[str] | None, typer.Option(help=say("help.families"), show_default=False)] = None,
    sample: Annotated[int | None, typer.Option(help=say("help.sample"), min=1, metavar="N", show_default=False)] = None,
    write: Annotated[bool, typer.Option("--write", help=say("help.write"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=say("help.resume"))] = False,
    as_json: AsJson = False,
) -> None:
    """Derive and measure afresh; the exit code says whether every certificate held."""
    from bot.cli import proving

    if not proving.prove(family, sample, write=write, resume=resume, as_json=as_json):
        raise typer.Exit(1)


@app.command("paper", help=say("help.bank_paper"))
def paper(
    families: Annotated[list[str] | None, typer.Option(help=say("help.paper_families"), show_default=False)] = None,
    random: Annotated[int, typer.Option(help=say("help.paper_random"), metavar="N")] = 1,
    form: Annotated[Literal["markdown", "html"], typer.Option("--format", help=say("help.format"))] = "markdown",
    out: Annotated[
        Path | None, typer.Option(help=say("help.file"), metavar="FILE", dir_okay=False, show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    """Print a problem sheet and its key; the same number, the same sheet."""
    from bot.cli import printing

    printing.print_paper(families, random, lang, form=form, out=out)


@app.command("regrade", help=say("help.bank_regrade"))
def regrade(
    dry_run: Annotated[bool, typer.Option("--dry-run", help=say("help.dry_run"))] = False, as_json: AsJson = False
) -> None:
    """Judge every stored answer again by today's reader; what was judged before stays on record."""
    from bot.cli import regrading

    regrading.judge_again(dry_run=dry_run, as_json=as_json)
