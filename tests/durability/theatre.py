"""Where campaigns are held: a fresh database of either kind, a stand-in, and the same store seen from outside."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy.engine import make_url

from bot.play import Play
from tests.databases import opened, postgres_url, sqlite_url
from tests.durability.campaign import Account, Campaign
from tests.durability.outage import Locked, Outage, Relay
from tests.durability.scenario import World
from tests.play.stage import staged
from tests.standin.nursery import Nursery
from tests.standin.server import Standin

SETTLING = 600.0  # seconds after a soak: each game that ended in its last quarter of an hour is shown once more
REST = 0.1  # seconds a learner takes between two things, in a soak: so many walls as Discord lets a channel show


@dataclass(frozen=True)
class Stage:
    """One database: the bot's settings that lead there, what takes it away, and a game that looks on."""

    settings: Mapping[str, str]
    outage: Outage
    play: Play


def settings_of(url: str, folder: Path) -> dict[str, str]:
    """Return the settings of a bot with this database."""
    return {
        "DISCORD_TOKEN": "the-stand-ins",
        "GAUSS_DATABASE": url,
        "GAUSS_DATA": str(folder),
        "GAUSS_CONFIG": os.devnull,
    }


@asynccontextmanager
async def on_sqlite(folder: Path) -> AsyncIterator[Stage]:
    """Give a stage on a SQLite file."""
    url = sqlite_url(folder)
    async with opened(url) as store:
        yield Stage(settings_of(url, folder), Locked(folder / "elder.sqlite3"), staged(store))


@asynccontextmanager
async def on_postgres(folder: Path) -> AsyncIterator[Stage]:
    """Give a stage on PostgreSQL, which the bot reaches over a line that can be cut."""
    async with postgres_url() as url, opened(url) as store:
        there = make_url(url)
        async with Relay(there.host or "127.0.0.1", there.port or 5432) as relay:
            through = there.set(host="127.0.0.1", port=relay.port).render_as_string(hide_password=False)
            yield Stage(settings_of(through, folder), relay, staged(store))


STAGES = {"sqlite": on_sqlite, "postgres": on_postgres}


async def soaked(database: str, seconds: float, folder: Path, seed: int, *, nursery: Nursery) -> tuple[Account, float]:
    """Let one bot be played on, on a kind of database, unharmed; see `Campaign.soak`."""
    async with STAGES[database](folder) as stage, Standin() as discord:
        world = World(discord, stage.play, Random(seed), rest=REST, settling=SETTLING)
        return await Campaign(world, nursery, stage.settings, stage.outage).soak(seconds)


async def held(database: str, kills: int, folder: Path, seed: int, *, nursery: Nursery, kind: str = "bot") -> Account:
    """Hold a campaign on a kind of database."""
    async with STAGES[database](folder) as stage, Standin() as discord:
        random = Random(seed)
        discord.gateway.disorder = Random(random.random())
        world = World(discord, stage.play, random)
        return await Campaign(world, nursery, stage.settings, stage.outage, kind).run(kills)
