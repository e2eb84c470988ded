"""What a learner typed where the scene offers a list to choose from or a dial to turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.play.scene import Choice, Dial
from quizbank.figures import Value


class NotOfferedError(Exception):
    """The line means nothing here, and the scene stands as it was; `key` is the terminal's line that says so."""

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def chosen(choices: Sequence[Choice], line: str) -> Choice:
    """Return the choice of the number typed, counted from 1.

    Raises NotOfferedError where there is none of that number.
    """
    numbered = {str(number): choice for number, choice in enumerate(choices, start=1)}
    choice = numbered.get(line.strip())
    if choice is None:
        raise NotOfferedError("game.no_choice")
    return choice


def turned(dial: Dial, line: str) -> str:
    """Return the value a dial is turned to, from "d_k=64" or the bare "64".

    Raises NotOfferedError where the dial has no such value.
    """
    typed = line.strip().removeprefix(dial.id).strip().removeprefix("=").strip()
    values = {str(value).casefold(): str(value) for value in dial.values}
    if typed.casefold() not in values:
        raise NotOfferedError("game.no_turn", values=" · ".join(values.values()))
    return values[typed.casefold()]
