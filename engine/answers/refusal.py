"""How reading can end without an answer: every reason has one sentence in the lines of both languages."""

from __future__ import annotations

from typing import Literal, get_args

Reason = Literal[
    "empty",
    "too_long",
    "too_many_digits",
    "too_deep",
    "too_large",
    "too_small",
    "not_real",
    "division_by_zero",
    "hidden_character",
    "unknown_character",
    "unknown_word",
    "unknown_symbol",
    "unknown_unit",
    "unit_missing",
    "unit_unexpected",
    "number_missing",
    "operand_missing",
    "argument_missing",
    "bracket",
    "grouping",
    "double_sign",
    "two_answers",
    "contradiction",
    "comparison",
    "equation",
    "several_lines",
    "struck_out",
    "given_up",
    "not_growth",
    "not_listed",
]
REASONS: tuple[str, ...] = get_args(Reason)


class Unreadable(ValueError):  # noqa: N818 - named by what happened to the text
    """Nothing in the text can be such an answer, it holds two, or it is beyond 1e±308; it costs no attempt."""

    def __init__(self, reason: Reason, start: int = 0, end: int = 0, text: str = "") -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.start = start
        self.end = end
        self.text = text  # what stands at [start:end] in the raw text; escape it before saying it
