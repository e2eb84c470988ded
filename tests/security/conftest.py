"""Fixtures: the real bot on a simulated Discord, with a stranger at its doors."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.discord.conftest import bank, easel, make_bot, room, simcord_bot, speak, store

__all__ = ["bank", "easel", "make_bot", "room", "simcord_bot", "speak", "store"]


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
