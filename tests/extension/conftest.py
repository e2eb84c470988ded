"""Fixtures: someone else's bot on a simulated Discord, with the elder in it, and the extension's own database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import bot.workshop
from tests.discord.acting import Room
from tests.discord.wire import V2, bodies, faults
from tests.extension.landlord import Bench, Landlord


@pytest.fixture(autouse=True)
def benches(monkeypatch: pytest.MonkeyPatch) -> list[Bench]:
    """Have the guest work at benches; return all that were opened."""
    monkeypatch.setattr(bot.workshop, "Workshop", Bench)
    Bench.opened.clear()
    return Bench.opened


@pytest.fixture
def simcord_bot() -> Landlord:
    return Landlord()


@pytest.fixture
def room(simcord_env: Any) -> Iterator[Room]:
    """A channel of the landlord's with two learners; what the guest sent there is held against Discord's laws."""
    guild = simcord_env.create_guild(name="House")
    channel = guild.create_text_channel("yard")
    ann, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("ann", "bob"))
    yield Room(simcord_env, guild, channel, ann, bob)

    ours = [body for body in bodies(simcord_env.http_requests) if body.get("flags", 0) & V2]
    assert [(fault, body) for body in ours for fault in faults(body)] == []
