"""`gauss-elder ask` and `gauss-elder cost`, carried out: no store and no workshop, the sums are done right here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import typer
from rich.console import Console

from bot.cli.errors import DID_NOT_HOLD, WrongUseError
from bot.cli.options import Language
from bot.cli.settled import chosen_language, settings
from bot.play.counsel.cost import CostForm, CostSheet, UnreckonedError, cost, known_models
from bot.play.counsel.counsel import Counsel, answer
from bot.play.scene import Learner, Say
from bot.play.voice import Voice
from bot.terminal.ink import inked
from bot.terminal.wrapping import wrapped
from bot.workshop import trades
from quizbank.bank import Bank, open_bank

WIDTH = 76  # columns
KNOWN = ("computed", "told", "greeting")


class Slate:
    """Reckons in this very process: a command that ends with its answer need not spare it."""

    async def reckon(self, what: str, job: Mapping[str, Any], *, patience: float | None = None) -> Any:
        """Return the steps or the bill of a job."""
        return trades.reckon(what, job).message["reckoned"]


@dataclass(frozen=True)
class ShellDesk:
    """What answering needs, at a shell."""

    bank: Bank
    workshop: Slate


def print_counsel(text: str, lang: Language | None, *, as_json: bool) -> None:
    """Print an answer; the exit code is 1 where the elder does not know, or needs more to compute."""
    language = chosen_language(lang, settings())
    desk = ShellDesk(open_bank(), Slate())
    counsel = asyncio.run(answer(desk, Learner(0, language), text))
    told = counsel_told(counsel, Voice(desk.bank))
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        print_lines([*told["say"], *told["working"], *told["assumed"], *kin_asked(counsel, Voice(desk.bank))])
    if counsel.kind not in KNOWN:
        raise typer.Exit(DID_NOT_HOLD)


def counsel_told(counsel: Counsel, voice: Voice) -> dict[str, Any]:
    """Return an answer as a program reads it."""

    def spoken(says: Iterable[Say]) -> list[str]:
        return [voice.say(say, counsel.learner.language) for say in says]

    said = {"say": spoken(counsel.say), "working": spoken(counsel.working), "assumed": spoken(counsel.assumed)}
    known = {"kind": counsel.kind, "teaching": counsel.teaching, "hall": counsel.hall, "kin": counsel.kin}
    return {**known, **said}


def kin_asked(counsel: Counsel, voice: Voice) -> Iterator[str]:
    """Yield what may have been meant as well, as it would be asked."""
    for teaching in counsel.kin:
        asked = voice.book("teachings").spelled(f"{teaching}.asked", counsel.learner.language)[0]
        yield voice.say(Say("counsel", "talk.kin", {"asked": asked}), counsel.learner.language)


def print_cost(form: CostForm, lang: Language | None, *, as_json: bool) -> None:
    """Print a bill; a WrongUseError where the form lacks something."""
    language = chosen_language(lang, settings())
    desk = ShellDesk(open_bank(), Slate())
    voice = Voice(desk.bank)
    models = ", ".join(id for id, _ in known_models())
    if form.preset is not None and form.preset not in dict(known_models()):
        raise WrongUseError("no_model", name=form.preset, models=models)
    try:
        sheet = asyncio.run(cost(desk, Learner(0, language), form))
    except UnreckonedError as error:
        raise WrongUseError("no_bill", reason=voice.say(error.say, language)) from None
    told = sheet_told(sheet, voice)
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        rows = [f"{row['label']}  **{row['text']}**" for row in told["rows"]]
        print_lines([f"**{told['title']}**", told["setting"], *rows, *told["warned"], *told["assumed"], told["note"]])


def sheet_told(sheet: CostSheet, voice: Voice) -> dict[str, Any]:
    """Return a bill as a program reads it."""
    language = sheet.learner.language

    def spoken(key: str, **values: str) -> str:
        return voice.say(Say("counsel", key, values), language)

    return {
        "title": spoken("sheet.title", what=sheet.name or spoken("sheet.own")),
        "model": sheet.name,
        "setting": voice.say(sheet.setting, language),
        "rows": [
            {
                "key": row.label.key.removeprefix("sheet."),
                "label": voice.say(row.label, language),
                "exact": row.exact,
                "text": row.text,
            }
            for row in sheet.rows
        ],
        "warned": [voice.say(say, language) for say in sheet.warned],
        "assumed": [voice.say(say, language) for say in sheet.assumed],
        "note": spoken("sheet.note"),
        "alt": voice.alt(sheet.picture, sheet.picture_book, language),
    }


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for a person to read, the bold ones bold."""
    console = Console(highlight=False)
    for text in lines:
        for line in wrapped(inked(text), min(WIDTH, console.width)):
            console.print(line, soft_wrap=True)
