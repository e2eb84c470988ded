"""`gauss-elder bank paper`, carried out: a problem sheet and its key, on the terminal or in a new file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.options import Language
from bot.cli.settled import chosen_language, settings
from bot.cli.unwritten import unwritten
from bot.cli.words import say
from quizbank.bank import open_bank
from quizbank.paper import paper
from quizbank.typeset import as_html, as_markdown

Form = Literal["markdown", "html"]
FORMS = {"markdown": as_markdown, "html": as_html}


def print_paper(
    families: Sequence[str] | None, seed: int, lang: Language | None, *, form: Form, out: Path | None
) -> None:
    """Print one problem of each family named, or of every family; names may also be parted by commas."""
    bank = open_bank()
    named = list(bank.facts) if families is None else names(families)
    unknown = next((name for name in named if name not in bank.facts), None)
    if unknown is not None:
        raise WrongUseError("no_family", name=unknown)
    text = FORMS[form](paper(bank, named, seed, chosen_language(lang, settings())))
    if out is None:
        print(text, end="")
    else:
        write_new(out, text)
        print(say("bank.written", file=str(out)))


def names(families: Sequence[str]) -> list[str]:
    """Return the names that were typed; a WrongUseError if that is none at all."""
    named = [name.strip() for each in families for name in each.split(",") if name.strip()]
    if not named:
        raise WrongUseError("no_family_named")
    return named


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet; a CommandError if it is, or cannot be, and then nothing is left of it."""
    begun = False
    try:
        with file.open("x", encoding="utf-8") as opened:
            begun = True
            opened.write(text)
    except FileExistsError:
        raise CommandError("file_exists", file=str(file)) from None
    except OSError as error:
        if begun:
            file.unlink(missing_ok=True)
        raise unwritten(file, error) from None
