"""Fixtures: the bot of Discord's tests, whose workshop can reckon too."""

from __future__ import annotations

import pytest

from tests.counsel.abacus import Abacus
from tests.discord.conftest import bank, make_bot, room, simcord_bot, speak, store

__all__ = ["bank", "make_bot", "room", "simcord_bot", "speak", "store"]


@pytest.fixture
def easel() -> Abacus:
    return Abacus()
