"""Whether the elder is well: connected to Discord, with a database that answers and workers that are ready."""

from __future__ import annotations

import asyncio
from collections.abc import Sized
from dataclasses import asdict, dataclass
from typing import Final, Protocol

import discord
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store import live
from bot.store.store import Store

PATIENCE: Final = 2.0  # seconds that the database is given to answer


class Workers(Protocol):
    """The workshop, as far as its health goes."""

    @property
    def ready(self) -> bool:
        """Whether every worker has imported what it needs."""
        ...

    @property
    def backlog(self) -> int:
        """How many jobs are waited for or under way."""
        ...


@dataclass(frozen=True)
class Patient:
    """All that is looked at."""

    client: discord.Client
    store: Store
    workers: Workers
    underway: Sized  # interactions being answered


@dataclass(frozen=True)
class Health:
    """How each part is. Without its workers the elder still plays, in words and by the certificates."""

    discord: bool
    database: bool
    workshop: bool

    @property
    def ready(self) -> bool:
        """Whether learners can be answered."""
        return self.discord and self.database

    def dump(self) -> dict[str, bool]:
        """Return it as JSON."""
        return {"ready": self.ready, **asdict(self)}


async def examine(patient: Patient) -> Health:
    """Look at every part."""
    connected = patient.client.is_ready() and not patient.client.is_closed()
    return Health(connected, await answers(patient.store), patient.workers.ready)


async def answers(store: Store) -> bool:
    """Whether the database answers in time."""
    try:
        async with asyncio.timeout(PATIENCE), store.reading() as db:
            return (await db.execute(select(literal(1)))).scalar_one() == 1
    except (SQLAlchemyError, OSError):
        return False


async def underway(store: Store) -> dict[str, int]:
    """Return how many games of each kind are open; none are told of if the database does not answer in time."""
    try:
        async with asyncio.timeout(PATIENCE), store.reading() as db:
            return await live.counts(db)
    except (SQLAlchemyError, OSError):
        return {}
