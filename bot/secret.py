"""A text that no log, no screen and no traceback may show."""

from __future__ import annotations


class Secret:
    """A token or a password: it prints as nothing, and is told to whoever asks for it by name."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def reveal(self) -> str:
        """Return the text itself."""
        return self._text
