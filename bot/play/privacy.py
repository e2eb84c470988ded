"""A learner's rights over their own record: to see it, to take it along, to be named nowhere, to be forgotten."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy.exc import DBAPIError

from bot.play.house import House
from bot.play.scene import Learner, Place
from bot.store import guilds, privacy
from bot.store.privacy import PersonRow

FORMAT: Final = 1  # of an export
GRACE: Final = timedelta(days=30)  # that a guild's record is kept after the bot was taken out of it
AT_ONCE: Final = 5  # guilds forgotten at one turn of the clock
TRIES: Final = 3  # at a deletion that another transaction stands in the way of


class Shown(NamedTuple):
    """What is kept of a learner."""

    person: PersonRow | None  # None: nothing
    counts: Mapping[str, int]  # rows by the name of their table


class Privacy:
    """The use cases of a learner's rights."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def shown(self, id: int) -> Shown:
        """Return what is kept of a learner, in counts."""
        async with self.house.store.reading() as db:
            return Shown(await privacy.person(db, id), await privacy.count(db, id))

    async def export(self, id: int) -> dict[str, Any]:
        """Return everything that is kept of a learner, as JSON: texts, verdicts, moments in UTC."""
        async with self.house.store.reading() as db:
            tables = await privacy.dump(db, id)
        kept = {name: [plainly(row) for row in rows] for name, rows in tables.items()}
        return {"format": FORMAT, "learner": id, "exported": self.house.clock().isoformat(), "kept": kept}

    async def hide(self, id: int, on: bool) -> None:
        """Have a learner named on no board and in no list, or named again."""
        async with self.house.store.writing() as db:
            await privacy.hide(db, id, hidden=on)

    async def forget(self, id: int) -> None:
        """Remove a learner from everywhere, all at once; once more does nothing.

        What they shared with others is handed to a stranger without a name, another in each game. An answer that
        arrives meanwhile is either removed with the rest or not taken.
        """
        for left in reversed(range(TRIES)):
            try:
                await self._forget(id)
                break
            except DBAPIError:  # two transactions stood in each other's way, and this one had to give way
                if not left:
                    raise

    async def placed(self, learner: Learner) -> tuple[Place, ...]:
        """Return where the learner's own walls stand in public."""
        async with self.house.store.reading() as db:
            return tuple(Place(*place) for place in await privacy.placed(db, learner.id))

    async def guild_left(self, id: int) -> None:
        """Take note that the bot was taken out of a guild: what was done there is kept for a while."""
        async with self.house.store.writing() as db:
            if (await guilds.settings(db, id)).left is None:
                await guilds.choose(db, id, left=self.house.clock())

    async def guild_joined(self, id: int) -> None:
        """Take note that the bot is in a guild: what is kept of it stays."""
        async with self.house.store.writing() as db:
            await privacy.enter_guilds(db, (id,))
            if (await guilds.settings(db, id)).left is not None:
                await guilds.choose(db, id, left=None)

    async def guilds_present(self, present: Collection[int]) -> None:
        """Take note of the guilds of this process that the bot is in, and so of those it was taken out of unseen."""
        async with self.house.store.reading() as db:
            known, left = await privacy.known_guilds(db), await privacy.left_guilds(db)
        if new := set(present) - known:
            async with self.house.store.writing() as db:
                await privacy.enter_guilds(db, new)
        for id in filter(self.house.shards.has, known - left - set(present)):
            await self.guild_left(id)
        for id in left & set(present):
            await self.guild_joined(id)

    async def retire(self) -> tuple[int, ...]:
        """Delete what was done in guilds that the bot was taken out of long enough ago; return those guilds."""
        async with self.house.store.reading() as db:
            gone = await privacy.left_before(db, self.house.shards, self.house.clock() - GRACE, AT_ONCE)
        for id in gone:
            async with self.house.store.writing() as db:
                await privacy.erase_guild(db, id)
        return tuple(gone)

    async def _forget(self, id: int) -> None:
        now = self.house.clock()
        async with self.house.store.writing() as db:
            if not await privacy.hold(db, id):
                return
            for game, each in await privacy.games(db, id):
                await privacy.hand_over(db, game, each, id, -1 - self.house.secret(), now)
            await privacy.erase(db, id)


def plainly(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON has it; moments by ISO 8601."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
