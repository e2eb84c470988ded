"""What help says of an option, in lines that break where Chinese may be broken: typer would cut it off there."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from bot.terminal.wrapping import wrapped


class Folded:
    """Parts of a text, one after another, in the room there is; it stands in for rich's Columns."""

    def __init__(self, parts: Iterable[Text]) -> None:
        self.text = Text(" ").join(parts)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        yield from wrapped(self.text, options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return how wide it may be."""
        return Measurement.get(console, options, self.text)
