"""The bill of attention: a model or one's own numbers, and what they cost with FlashAttention and without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.play.counsel.counsel import Desk, assumptions, counsel_lines, hall_of, how, reckoned
from bot.play.refusals import RefusalError
from bot.play.scene import Language, Learner, Say
from quizbank.counsel.grammar import setting
from quizbank.counsel.presets import presets
from quizbank.counsel.query import ASSUMED_DTYPE, Query, Unclear
from quizbank.figures import Value, write
from quizbank.picture import Picture

DEFAULT_PRESET = "llama2_7b"
DEFAULT_LENGTH = 4096
LARGEST = 10**9  # of any size on a form
DTYPES = ("fp32", "bf16", "fp16", "fp8", "int8")


@dataclass(frozen=True)
class CostForm:
    """What is to be billed: a preset, or sizes of one's own by letter (n, b, L, h, g, e), which outweigh it."""

    preset: str | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    dtype: str | None = None


class Row(NamedTuple):
    """One row of the bill."""

    label: Say
    exact: str  # the number alone: bytes, MAC or entries
    text: str  # written out, with units


class CostSheet(NamedTuple):
    """The bill."""

    learner: Learner
    name: str | None  # the model; None for numbers of one's own
    setting: Say
    rows: tuple[Row, ...]
    assumed: tuple[Say, ...]
    warned: tuple[Say, ...]  # of a length at which the model was never trained
    picture: Picture
    picture_book: str = "bot"
    hall: str | None = None  # where it is taught


class UnreckonedError(RefusalError):
    """The bill cannot be drawn up: something is missing or beyond all measure, or the workshop was too slow."""

    def __init__(self, say: Say) -> None:
        super().__init__("no_such_move")
        self.say = say


def known_models() -> list[tuple[str, str]]:
    """Return the presets a bill can be drawn up for, each with its name."""
    return [(id, preset.name) for id, preset in presets().items() if preset.single]


async def cost(desk: Desk, learner: Learner, form: CostForm) -> CostSheet:
    """Return the bill of a form; raises UnreckonedError where it cannot be drawn up."""
    preset = form.preset or (None if form.sizes.keys() - {"n", "b"} else DEFAULT_PRESET)
    sizes = {"n": DEFAULT_LENGTH, "b": 1, **form.sizes}
    if preset not in {None, *dict(known_models())} or not all(0 < size <= LARGEST for size in sizes.values()):
        raise UnreckonedError(how(learner.language))
    query = every_head_keeping(Query("whole", sizes, preset, form.dtype))
    missing = [letter for letter in "Lhge" if letter not in query.full]
    if missing:
        raise UnreckonedError(wanting(missing, learner.language))
    return await drawn_up(desk, learner, query)


async def cost_of_text(desk: Desk, learner: Learner, text: str) -> CostSheet:
    """Return the bill of numbers typed freely, such as "n=4096 h=32 d=4096 L=32 bf16"."""
    query = setting(text)
    if isinstance(query, Unclear):
        raise UnreckonedError(wanting(query.missing, learner.language))
    if query is None or not all(0 < size <= LARGEST for size in query.sizes.values()):
        raise UnreckonedError(how(learner.language))
    return await drawn_up(desk, learner, every_head_keeping(replace(query, sizes={"b": 1, **query.sizes})))


def every_head_keeping(query: Query) -> Query:
    """Return a query with a KV head for each head named, where its model is like that, or there is none."""
    shape = presets()[query.preset].shape if query.preset else {}
    if "h" not in query.sizes or "g" in query.sizes or shape.get("g") != shape.get("h"):
        return query
    return replace(query, sizes={**query.sizes, "g": query.sizes["h"]})


async def drawn_up(desk: Desk, learner: Learner, query: Query) -> CostSheet:
    """Have a bill reckoned; raises UnreckonedError where the heads cannot share their keys and values evenly."""
    heads, kept = query.full["h"], query.full["g"]
    if heads % kept:
        raise UnreckonedError(Say("counsel", "talk.uneven", {"h": write(heads), "g": write(kept)}))
    found = await reckoned(desk, "bill", query)
    if found is None:
        raise UnreckonedError(Say("counsel", "talk.slow"))
    name = presets()[query.preset].name if query.preset else None
    rows = tuple(Row(Say("counsel", f"sheet.{row['key']}"), row["exact"], row["text"]) for row in found["rows"])
    said = Say("counsel", "sheet.setting", setting_values(query))
    drawn = Picture.load(found["picture"])
    hall = hall_of(desk, "whole")
    return CostSheet(learner, name, said, rows, assumptions(query), warnings(query), drawn, hall=hall)


def warnings(query: Query) -> tuple[Say, ...]:
    """Return that a model was never trained at the length that is billed, where it was not."""
    places = query.full.get("P")
    if places is None or query.full["n"] <= places:
        return ()
    return (Say("counsel", "working.beyond_places", {"places": write(places)}),)


def setting_values(query: Query) -> dict[str, Value]:
    """Return what the bill was drawn up for."""
    sizes = {letter: write(query.full[letter]) for letter in "nbLhge"}
    return {**sizes, "dtype": query.dtype or ASSUMED_DTYPE}


def wanting(letters: list[str] | tuple[str, ...], language: Language) -> Say:
    """Return that some sizes are wanting."""
    lines = counsel_lines()
    names = lines.say("talk.separator", language).join(lines.say(f"letter.{each}", language) for each in letters)
    return Say("counsel", "talk.unclear", {"missing": names})
