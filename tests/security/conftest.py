"""Fixtures: the real bot on a simulated Discord, with a stranger at its doors."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.counsel.abacus import Abacus
from tests.databases import store
from tests.discord.conftest import bank, make_bot, room, simcord_bot, speak

__all__ = ["bank", "make_bot", "room", "simcord_bot", "speak", "store"]


@pytest.fixture
def easel() -> Abacus:
    """A workshop that does what it is asked to, right here."""
    return Abacus()


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Hold against the test whatever went wrong by the log."""
    with caplog.at_level(logging.WARNING):
        yield
    told = [
        (record.getMessage(), str(record.exc_info[1]) if record.exc_info else "")
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING
    ]
    assert told == []
