"""What is being answered just now, and whoever takes the measure of it."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final, Literal, Protocol

End = Literal["answered", "refused", "older", "failed"]  # how an interaction ended

current: Final[ContextVar[int | None]] = ContextVar("interaction", default=None)


class Answering:
    """A context manager: all that is logged within bears the interaction's id, in the tasks begun there too."""

    __slots__ = ("_interaction", "_token")

    def __init__(self, interaction: int) -> None:
        self._interaction = interaction

    def __enter__(self) -> None:
        self._token = current.set(self._interaction)

    def __exit__(self, *error: object) -> None:
        current.reset(self._token)


class Meter(Protocol):
    """Whoever takes the measure of interactions."""

    def answered(self, kind: str, end: End, *, since_touched: float, took: float) -> None:
        """Take note of one that ended: seconds since Discord took it in, and since it came here."""
        ...

    def failed(self, kind: str, fault: BaseException) -> None:
        """Take note of a fault."""
        ...


class Unmeasured:
    """A meter that takes no note."""

    def answered(self, kind: str, end: End, *, since_touched: float, took: float) -> None:
        """Let it pass."""

    def failed(self, kind: str, fault: BaseException) -> None:
        """Let it pass."""
