"""A workshop with real workers, shared by the tests that leave it as they found it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot.play.wall.wall_picture import wall_picture
from bot.workshop import Workshop
from engine.rules.wall import Wall
from quizbank.picture import Picture


@pytest.fixture(scope="package")
def real() -> Iterator[Workshop]:
    """A workshop whose worker really runs."""
    workshop = Workshop(limit=60)
    workshop.warm()
    yield workshop
    asyncio.run(workshop.close())


@pytest.fixture
def wall() -> Picture:
    """The picture of the wall as it first stands."""
    return wall_picture(Wall(), [])
