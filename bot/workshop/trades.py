"""What a worker can do. Each trade is imported when it is first prepared, so that drawing need not wait for torch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bot.folders import LINES
from bot.workshop.frames import Frame
from quizbank.lines import Lines
from quizbank.picture import Picture

if TYPE_CHECKING:
    from quizbank.bank import Bank

OWN_BOOK = "bot"  # any other book is a hall's


def work(job: Mapping[str, Any]) -> Frame:
    """Do one job, named by its `do`."""
    match job:
        case {"do": "prepare", "trade": "pictures"}:
            return prepare_pictures()
        case {"do": "prepare", "trade": "proofs"}:
            return prepare_proofs()
        case {"do": "measure", "family": family, "numbers": numbers}:
            return measure(family, numbers)
        case {"do": "exhibit", "hall": hall, "name": name, "turns": turns}:
            return exhibit(hall, name, turns)
        case {"do": "reckon", "what": "steps" | "bill" as what, "job": asked}:
            return reckon(what, asked)
        case {"do": "draw", "picture": picture, "book": book, "language": language}:
            return draw(Picture.load(picture), book, language)
        case _:
            raise ValueError(f"no such job: {job}")


def prepare_pictures() -> Frame:
    """Import matplotlib and read the fonts, which together take longer than a drawing."""
    from bot import pictures

    pictures.warm()
    return Frame({})


def prepare_proofs() -> Frame:
    """Import torch, where it is installed, and every hall's problems with it; tell whether it is."""
    if not torch_is_here():
        return Frame({"torch": False})
    import torch

    torch.set_num_threads(1)  # more of them spin at each barrier and are slower on small tensors
    assert bank().families
    return Frame({"torch": True})


def measure(family: str, numbers: Mapping[str, Any]) -> Frame:
    """Take a problem's witness and hold it against the committed certificate, as strictly as its family does."""
    from quizbank.testimony import Disagreement, Testimony, agree

    problem = bank().families[family](**numbers)
    certificate = bank().certificate(family, numbers)
    measured = problem.witness()
    testimony = Testimony(family, numbers, certificate.key, certificate.traps, problem.slack)
    try:
        agree(testimony, measured.value, measured.bound, measured.how)
        agrees = True
    except Disagreement:
        agrees = False
    told = {"value": str(measured.value), "bound": f"{measured.bound:g}", "how": measured.how, "agrees": agrees}
    return Frame({"measured": told})


def exhibit(hall: str, name: str, turns: Mapping[str, Any]) -> Frame:
    """Run a hall's exhibit; no picture without torch."""
    if not torch_is_here():
        return Frame({"picture": None})
    return Frame({"picture": bank().halls[hall].exhibit(name)(turns).dump()})


def reckon(what: str, asked: Mapping[str, Any]) -> Frame:
    """Reckon what was asked in figures: step by step, or as a whole bill."""
    from quizbank.counsel import reckoning, sheet

    return Frame({"reckoned": sheet.bill(asked) if what == "bill" else reckoning.reckon(asked)})


def draw(picture: Picture, book: str, language: str) -> Frame:
    """Draw a picture with the words of a book."""
    from bot import pictures

    def say(key: str) -> str:
        other, _, own = key.rpartition(":")
        return words_of(other or book).say(own, language, **picture.values)

    return Frame({}, pictures.draw(picture, say))


def words_of(book: str) -> Lines:
    """Return a book of words: the pictures' own, or a hall's by its id."""
    return own_lines() if book == OWN_BOOK else bank().halls[book].lines


def torch_is_here() -> bool:
    """Tell whether torch is installed, without importing it."""
    return find_spec("torch") is not None


@cache
def bank() -> Bank:
    """Return the shipped bank, opened once."""
    from quizbank.bank import open_bank

    return open_bank()


@cache
def own_lines() -> Lines:
    """Return the words of the pictures that belong to no hall."""
    return Lines.load(LINES, "picture")
