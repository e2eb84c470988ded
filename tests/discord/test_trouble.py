"""A store in trouble: the learner is told what it is in one sentence, nothing is damaged, and no log repeats a text."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.app import GaussElder
from bot.cogs.words import WORDS
from bot.play.trouble import TROUBLES
from bot.store.store import LostError, Store
from bot.watch.answering import End
from bot.watch.logs import set_up
from tests.discord.acting import Room, shown, text

HOSTILE = [
    "<@&1> hostile-7",
    "9" * 90 + "hostile",
    "';DROP TABLE answer;--hostile",
    "__import__('hostile')",
    "64 hostile",
]


@contextmanager
def beginning(store: Store, work: Callable[..., Any]) -> Iterator[None]:
    """Have something done whenever a transaction begins."""
    for engine in store.engines:
        event.listen(engine, "begin", work)
    yield
    for engine in store.engines:
        event.remove(engine, "begin", work)


def no_room(connection: Any) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count=1")  # as many as there are


def sealed(connection: Any) -> None:
    connection.exec_driver_sql("PRAGMA query_only=ON")


def unsealed(connection: Any) -> None:
    connection.exec_driver_sql("PRAGMA query_only=OFF")
    connection.exec_driver_sql("PRAGMA max_page_count=1000000")


def gone(connection: Any) -> None:
    raise LostError(111, "gone")


@pytest.mark.parametrize(("work", "trouble"), [(sealed, "readonly"), (gone, "lost")])
async def test_a_learner_is_told_what_ails_the_store_and_loses_nothing(
    room: Room, store: Store, work: Callable[..., Any], trouble: str
) -> None:
    wall = await room.fight(room.ann)
    before = await room.battle(room.ann)
    with beginning(store, work):
        told = text(shown(await room.answer(room.ann, wall, "-987654321")))
    with beginning(store, unsealed):
        after = await room.battle(room.ann)
        await room.answer(room.ann, wall, "-987654321")

    assert WORDS.say(f"error.{trouble}", "en") in told
    assert after == before
    assert len((await room.battle(room.ann)).attempts) == len(before.attempts) + 1


def test_each_trouble_has_its_sentence_and_what_to_do() -> None:
    for trouble in TROUBLES:
        for language in ("zh-CN", "en"):
            assert WORDS.say(f"error.{trouble}", language) != WORDS.say("error.unknown", language)
            assert "7" in WORDS.say(f"error.{trouble}_do", language, number="7")
