"""What is owed to those who look on: walls that do not show how they stand, and messages put up but not remembered.

Only whoever died in between leaves any of it behind; whoever comes after puts it right.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from bot.play.house import House
from bot.play.scene import Place
from bot.store import battles, postings
from bot.store.battles import ShownRow

BYGONE: Final = timedelta(days=1)  # after its end, from which on a wall is left as it was last seen


class Posting(NamedTuple):
    """A public message that was being put up: what it shows, where, and what it takes the place of."""

    id: int
    sort: str
    home: int  # the id of what it shows
    place: Place
    replaced: Place
    token: str | None  # of the interaction that it answers


class ShownWall(NamedTuple):
    """What a public message shows of a battle: the turn it is at, and how it ended, if it has."""

    battle: int
    message: int | None
    turn: int
    ending: str | None


class Showings:
    """The use cases of showing: what was begun, and what was brought about."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def begin(self, sort: str, home: int, place: Place, replaced: Place, token: str | None = None) -> int:
        """Note down that a message is going to be put up there, and return the note's id."""
        assert place.channel is not None  # it is put up somewhere
        async with self._house.store.writing() as db:
            return await postings.begin(
                db,
                sort=sort,
                home=home,
                guild=place.guild or 0,
                channel=place.channel,
                token=token,
                replaced_channel=replaced.channel,
                replaced=replaced.message,
                at=self._house.clock(),
            )

    async def end(self, ids: Collection[int]) -> None:
        """Strike out notes whose message is remembered, and whose forerunner is gone."""
        async with self._house.store.writing() as db:
            await postings.end(db, ids)

    async def left(self) -> Sequence[Posting]:
        """Return every note of this process's guilds that stands."""
        async with self._house.store.reading() as db:
            rows = await postings.left(db, self._house.shards)
        return [
            Posting(
                id=row.id,
                sort=row.sort,
                home=row.home,
                place=Place(row.guild or None, row.channel),
                replaced=Place(row.guild or None, row.replaced_channel, row.replaced),
                token=row.token,
            )
            for row in rows
        ]

    async def show_walls(self, shown: Collection[ShownWall]) -> None:
        """Remember what walls show."""
        async with self._house.store.writing() as db:
            await battles.show(db, [ShownRow(each.battle, each.message, each.turn, each.ending) for each in shown])

    async def unshown_walls(self) -> Sequence[int]:
        """Return this process's battles whose public message may not show how they stand."""
        async with self._house.store.reading() as db:
            return await battles.unshown(db, self._house.shards, self._house.clock() - BYGONE)
