"""What a public message shows: each sort of placard knows where its own stand, and what is to be seen there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bot.cogs.frame.screen import Screen
from bot.play.scene import Place


class Sight(NamedTuple):
    """A placard as it is to be seen: where it stands, what it shows, and how its sort remembers that, if it does."""

    place: Place
    screen: Screen
    state: Any = None


class Showing(Protocol):
    """One sort of placard: what it shows, where it stands, and who is told when it stands elsewhere or cannot."""

    async def placed(self, id: int) -> Place | None:
        """Return where it stands; None if there is none of that id, or it stands nowhere."""
        ...

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and what it shows now, read together; None as above."""
        ...

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        ...

    async def lost(self, id: int, failure: Exception) -> None:
        """Take note that it can be neither edited nor put up anew: the channel is gone, or a permission."""
        ...


@runtime_checkable
class Heeding(Showing, Protocol):
    """One that heeds being seen: it has a clock that starts by that, or remembers what it showed."""

    async def shown(self, id: int, sight: Sight) -> bool:
        """Take note that it stands like that; whether it is to show something else by that."""
        ...


@runtime_checkable
class Owing(Showing, Protocol):
    """One that knows what it owes at a start."""

    async def owed(self) -> Sequence[int]:
        """Return the ids of those that may show something else than is stored."""
        ...
