"""What is being answered just now, and whoever takes the measure of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, Protocol

End = Literal["answered", "refused", "older", "failed"]  # how an interaction ended

current: Final[ContextVar[int | None]] = ContextVar("interaction", default=None)


@contextmanager
def answering(interaction: int) -> Iterator[None]:
    """Have all that is logged within bear the interaction's id, in the tasks begun there too."""
    token = current.set(interaction)
    try:
        yield
    finally:
        current.reset(token)


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
