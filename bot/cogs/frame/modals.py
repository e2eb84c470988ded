"""The sheet for an answer: the question once more, for the keyboard covers it, and one empty field or one choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from discord import RadioGroupOption, ui

from bot.cogs.frame import escape
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, unmarked
from bot.cogs.frame.screen import small
from bot.play.scene import Asked

FIELD: Final = "answer"
TITLE: Final = 45  # characters
LABEL: Final = 45
DESCRIPTION: Final = 100
QUESTION: Final = 3_000
ANSWER: Final = 200  # more than any answer needs; what is longer, the reader refuses in words
OPTION: Final = 100


def sheet(pen: Pen, touch: Touch, asked: Asked, title: str) -> ui.Modal:
    """Return the modal, stopped: its submission is known by its custom_id, which must be new at each opening.

    Phones show again whatever they first opened under a custom_id (discord-api-docs#7554).
    """
    form = unmarked(pen.form(asked))
    fits = len(form) <= DESCRIPTION
    options = pen.options(asked)
    question = escape.cut(pen.stem(asked) if options else pen.question(asked), QUESTION)
    field = choice(options) if options else line()
    label = escape.cut(pen.word("modal.answer"), LABEL)
    modal = ui.Modal(title=escape.cut(title, TITLE), custom_id=str(touch))
    modal.add_item(ui.TextDisplay(question if fits else f"{question}\n{small(form)}"))
    modal.add_item(ui.Label(text=label, description=form if fits else None, component=field))
    modal.stop()
    return modal


def line() -> ui.TextInput[ui.Modal]:
    """Return an empty field."""
    return ui.TextInput(custom_id=FIELD, required=True, min_length=1, max_length=ANSWER)


def choice(options: Mapping[str, str]) -> ui.RadioGroup[ui.Modal]:
    """Return a choice, none of it made; what is sent in is the option's id, which the reader of answers knows."""
    listed = [RadioGroupOption(label=escape.cut(text, OPTION), value=id) for id, text in options.items()]
    return ui.RadioGroup(custom_id=FIELD, required=True, options=listed)


def written(components: Iterable[Mapping[str, Any]]) -> str | None:
    """Return what a submitted sheet says, or None if it holds no such field.

    >>> written([{"type": 18, "component": {"type": 4, "custom_id": "answer", "value": "64"}}])
    '64'
    """
    for component in components:
        field = component.get("component", component)
        if field.get("custom_id") == FIELD and isinstance(field.get("value"), str):
            return str(field["value"])
    return None
