"""Fixtures: the real bot on a simulated Discord, with a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import simcord.interactions

from bot.app import GaussElder, create_bot
from bot.play import Play
from bot.store.store import Store
from quizbank.bank import Bank, open_bank
from tests.databases import opened, sqlite_url
from tests.discord.acting import Room
from tests.discord.easel import Easel
from tests.discord.wire import bodies, faults, leads_on, private_bodies


@pytest.fixture(scope="session")
def bank() -> Bank:
    return open_bank()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(sqlite_url(tmp_path)) as store:
        yield store


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
async def make_bot(store: Store, bank: Bank, easel: Any) -> AsyncIterator[Callable[[], GaussElder]]:
    """Give a maker of bots that share nothing but their database; none is at work when that is closed."""
    made: list[GaussElder] = []

    def make() -> GaussElder:
        play = Play(store, bank, easel, clock=discord.utils.utcnow, secrets=Random(7).getrandbits)
        made.append(create_bot(play=play, bank=bank, store=store, workshop=easel))
        return made[-1]

    yield make
    for bot in made:  # the simulator leaves a bot as a kill would
        clockwork = bot.get_cog("Clockwork")
        if clockwork is not None:
            await clockwork.cog_unload()


@pytest.fixture
def simcord_bot(make_bot: Callable[[], GaussElder]) -> GaussElder:
    return make_bot()


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what sets the locale of every client; the simulator's own is always English."""
    original = simcord.interactions.base_payload

    def set_locale(locale: str) -> None:
        def base_payload(*args: Any, **kwargs: Any) -> Any:
            record, payload = original(*args, **kwargs)
            return record, {**payload, "locale": locale, "guild_locale": locale}

        monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)

    return set_locale


@pytest.fixture
def room(simcord_env: Any) -> Iterator[Room]:
    """A channel with two learners; when the test is over, all that was sent is held against Discord's laws."""
    guild = simcord_env.create_guild(name="Hall")
    channel = guild.create_text_channel("wall")
    ann, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("ann", "bob"))
    yield Room(simcord_env, guild, channel, ann, bob)

    broken = [(fault, body) for body in bodies(simcord_env.http_requests) for fault in faults(body)]
    assert not broken
    assert not [body for body in private_bodies(simcord_env.http_requests) if not leads_on(body)], "a dead end"
    assert not simcord_env.bot._connection._view_store._views, "discord.py was left with a view to remember"
    assert not simcord_env.bot._connection._view_store._modals, "discord.py was left with a modal to remember"
