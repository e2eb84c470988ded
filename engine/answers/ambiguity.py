"""A text that means more than one thing, or something few would write so."""

from __future__ import annotations

from engine.answers.reading import Reading


class Ambiguous(ValueError):  # noqa: N818 - named by what the text is
    """The text has more than one sound reading, or one that must be confirmed; the caller asks back."""

    def __init__(self, readings: tuple[Reading, ...]) -> None:
        super().__init__(len(readings))
        self.readings = readings
