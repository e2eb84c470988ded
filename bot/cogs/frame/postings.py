"""Notes of messages that are being put up, and which of them this very keeper made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from bot.cogs.frame.host import Host
from bot.play.scene import Place
from bot.play.showing import Posting

Key = tuple[str, int]  # which sort of placard, and the id of what it shows


class Postings:
    """Makes notes and strikes them out; tells those that others have left from its own."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._beginning: list[tuple[Key, str | None]] = []  # what notes are being made of, and what it answers
        self._begun: set[int] = set()  # made here, or taken over
        self._done: list[int] = []  # of these, those to be struck out
        self._looking = asyncio.Lock()  # a note struck out while all are being read would pass for another's

    async def begin(self, key: Key, place: Place, replaced: Place, token: str | None = None) -> int:
        """Note down that a message is going to be put up there, and return the note's id."""
        self._beginning.append((key, token))
        try:
            note = await self._host.play.showings.begin(*key, place, replaced, token)
            self._begun.add(note)
        finally:
            self._beginning.remove((key, token))
        return note

    def take_over(self, note: int) -> None:
        """Hold another's note for one's own."""
        self._begun.add(note)

    def done(self, notes: Iterable[int]) -> None:
        """Have notes struck out soon."""
        self._done += notes

    async def strike_out(self) -> None:
        """Strike out the notes of what is done."""
        async with self._looking:
            self._begun.difference_update(done := list(self._done))  # before: a store may give their ids anew
            if done:
                await self._host.play.showings.end(done)
            del self._done[: len(done)]

    async def left(self) -> Sequence[Posting]:
        """Return the notes that others have left, in the order they were made."""
        async with self._looking:
            return [each for each in await self._host.play.showings.left() if not self._own(each)]

    def _own(self, posting: Posting) -> bool:
        begun = (posting.sort, posting.home), posting.token
        return posting.id in self._begun or posting.id in self._done or begun in self._beginning
