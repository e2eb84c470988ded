"""Discord's shards: which of the guilds are a process's own, for it alone looks after them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Integer, literal, true

TIME: Final = 22  # the bits of an id below its moment; Discord parts the guilds by what is above them


@dataclass(frozen=True)
class Shards:
    """The shards that one process serves, of all there are; what happens in no guild belongs to the first of all."""

    first: int = 0
    last: int = 0
    count: int = 1

    @property
    def whole(self) -> bool:
        """Whether these are all there are."""
        return self.last - self.first + 1 == self.count

    @property
    def ids(self) -> range:
        """Their numbers."""
        return range(self.first, self.last + 1)

    def has(self, guild: int | None) -> bool:
        """Whether a guild is one of theirs; None or 0 is a direct message.

        >>> Shards(0, 3, 16).has(4 << 22), Shards(4, 7, 16).has(4 << 22), Shards(0, 3, 16).has(None)
        (False, True, True)
        """
        return ((guild or 0) >> TIME) % self.count in self.ids

    def within(self, ids: Collection[int], count: int) -> bool:
        """Whether whoever serves some shards, of so many there are, serves every guild of these."""
        return len(set(ids)) == count or (self.count == count and set(self.ids) <= set(ids))

    def own(self, guild: ColumnElement[Any]) -> ColumnElement[bool]:
        """Return the condition that a column holds a guild of theirs."""
        if self.whole:
            return true()
        shard = guild.bitwise_rshift(literal(TIME, Integer())) % literal(self.count, BigInteger())
        return shard.between(self.first, self.last)

    def __str__(self) -> str:
        """Return them as they are typed: `0-3/16`."""
        return f"{self.first}-{self.last}/{self.count}"


WHOLE: Final = Shards()
