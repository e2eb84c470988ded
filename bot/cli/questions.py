"""`gauss-elder bank list` and `bank show`, carried out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console

from bot.cli.errors import WrongUseError
from bot.cli.options import Language
from bot.cli.settled import chosen_language, settings
from bot.terminal.ink import GOLD, MIST, inked
from bot.terminal.words import terminal_lines
from bot.terminal.wrapping import wrapped
from quizbank.bank import open_bank
from quizbank.certificate import Number
from quizbank.show import listing, showing

WIDTH = 76  # columns


def print_families(lang: Language | None, *, as_json: bool) -> None:
    """Print every family, hall by hall."""
    language = chosen_language(lang, settings())
    rows = listing(open_bank(), language)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    hall = None
    for row in rows:
        if row["hall_name"] != hall:
            hall = row["hall_name"]
            print(hall)
        print(f"  {terminal_lines().say('bank.row', language, **row)}")


def print_problem(family: str, lang: Language | None, numbers: str | None, *, as_json: bool) -> None:
    """Print one problem with its proofs; a WrongUseError if there is none of that name or those numbers."""
    bank = open_bank()
    if family not in bank.facts:
        raise WrongUseError("no_family", name=family)
    wanted = None if numbers is None else numbers_of(numbers)
    language = chosen_language(lang, settings())
    try:
        shown = showing(bank, family, language, wanted)
    except KeyError:
        raise WrongUseError("no_numbers", family=family, numbers=str(numbers)) from None
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
    else:
        print_shown(shown, language)


def numbers_of(text: str) -> Mapping[str, Number]:
    """Return a question's numbers from JSON; a WrongUseError if it is no object."""
    try:
        numbers = json.loads(text)
    except (ValueError, RecursionError):  # a number of too many digits, brackets in too many brackets
        numbers = None
    if not isinstance(numbers, dict):
        raise WrongUseError("not_json", text=text)
    return numbers


def print_shown(shown: Mapping[str, Any], language: Language) -> None:
    """Print a problem for a person to read."""
    console = Console(highlight=False)
    for title, text in sections(shown):
        named = terminal_lines().say(f"bank.{title}", language)
        console.print(inked(named, MIST if title == "trap" else f"bold {GOLD}"))
        for line in wrapped(inked(text), min(WIDTH, console.width) - 2):
            console.print("  ", line, sep="", soft_wrap=True)


def sections(shown: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what there is to say of a problem: the key of a title, and the text below it."""
    unit = f" {shown['unit']}" if shown["unit"] else ""
    yield "question", shown["question"]
    for label, option in shown["options"].items():
        yield "option", f"{label}. {option}"
    yield "derived", shown["key_shown"] + unit
    yield "measured", f"{shown['measured_shown']}{unit} ({shown['how']})"
    yield "hint", shown["hint"]
    yield "solution", shown["solution"]
    for trap in shown["traps"].values():
        yield "trap", f"{trap['shown']}{unit}: {trap['line']}"
