"""The choice between two readings of one text."""

from __future__ import annotations

from bot.play.scene import Choice, Judged, Say
from quizbank.figures import restyled


def reading_choices(doubt: Judged | None) -> tuple[Choice, ...]:
    """Return one choice for each way a text can be read, none of them preferred."""
    readings = () if doubt is None else doubt.readings
    echoes = map(restyled, readings)
    return tuple(Choice(Say("bot", "reading.choice", {"echo": each}), str(at)) for at, each in enumerate(echoes))
