"""A store in trouble: the learner is told what it is in one sentence, nothing is damaged, and no log repeats a text."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from sqlalchemy import event

from bot.cogs.frame.words import WORDS
from bot.play.trouble import TROUBLES
from bot.store.store import LostError, Store
from bot.watch.answering import End
from bot.watch.logs import Form, set_up
from tests.discord.acting import Room, press, shown, text

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


def confused(connection: Any) -> None:
    raise ZeroDivisionError(HOSTILE[0])


def gone(connection: Any) -> None:
    raise LostError(111, "gone")


@pytest.mark.parametrize(("work", "trouble"), [(sealed, "readonly"), (gone, "lost")])
async def test_a_learner_is_told_what_ails_the_store_and_loses_nothing(
    room: Room, store: Store, work: Callable[..., Any], trouble: str
) -> None:
    wall = await room.fight(room.ann)
    before = await room.battle(room.ann)
    sheet = await press(room.ann, wall, "ask")
    with beginning(store, work):
        told = text(shown(await room.ann.submit_modal(sheet, {"answer": "-987654321"})))
    with beginning(store, unsealed):
        after = await room.battle(room.ann)
        await room.answer(room.ann, wall, "-987654321")

    assert WORDS.say(f"error.{trouble}", "en") in told
    assert after == before
    assert len((await room.battle(room.ann)).strikes) == 1


@pytest.mark.parametrize(("work", "ailing"), [(sealed, "readonly"), (gone, "lost"), (confused, None)])
async def test_the_log_tells_what_ails_the_store_in_a_line_and_of_a_fault_of_ours_all(
    room: Room, store: Store, caplog: pytest.LogCaptureFixture, work: Callable[..., Any], ailing: str | None
) -> None:
    wall = await room.fight(room.ann)
    sheet = await press(room.ann, wall, "ask")
    with caplog.at_level(logging.WARNING, "bot.cogs.frame.audience"), beginning(store, work):
        await room.ann.submit_modal(sheet, {"answer": "-987654321"})
    with beginning(store, unsealed):
        await room.battle(room.ann)
    (told,) = [record for record in caplog.records if record.name == "bot.cogs.frame.audience"]

    assert told.getMessage().startswith("interaction ")
    assert told.levelno == (logging.ERROR if ailing is None else logging.WARNING)
    assert (told.exc_info is None) is (ailing is not None)
    assert told.getMessage().endswith("said" if ailing is None else f", said: the store is {ailing}")


async def test_a_full_disk_is_told_and_what_was_kept_stays(room: Room, store: Store) -> None:
    wall = await room.fight(room.ann)
    before = await room.battle(room.ann)
    told = ""
    for _ in range(50):  # until the pages that are there are full
        sheet = await press(room.ann, wall, "ask")
        with beginning(store, no_room):
            told = text(shown(await room.ann.submit_modal(sheet, {"answer": "no number " * 19})))
        if WORDS.say("error.full", "en") in told:
            break
    with beginning(store, unsealed):
        assert len((await room.battle(room.ann)).strikes) == len(before.strikes)
    assert WORDS.say("error.full", "en") in told


@pytest.mark.parametrize("form", ["text", "json"])
async def test_no_log_repeats_what_a_learner_sent(room: Room, store: Store, form: Form) -> None:
    stream = io.StringIO()
    handler = set_up(form, (), stream)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        wall = await room.fight(room.ann)
        for work, answer in product((unsealed, sealed, gone, confused), HOSTILE):
            with beginning(store, unsealed):
                sheet = await press(room.ann, wall, "ask")
            with beginning(store, work):
                await room.ann.submit_modal(sheet, {"answer": answer})
        with beginning(store, unsealed):
            await room.battle(room.ann)
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(logging.WARNING)
    told = stream.getvalue()

    assert "hostile" not in told
    assert "99999999" not in told
    assert "ZeroDivisionError" in told
    assert told.count("bot.cogs.frame.audience") >= len(HOSTILE)


async def test_each_interaction_is_measured_by_its_kind_and_end(
    room: Room, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    meter = Notes()
    object.__setattr__(room.bot.host, "meter", meter)
    wall = await room.fight(room.ann)
    await room.answer(room.ann, wall, "-987654321")
    sheet = await press(room.ann, wall, "ask")
    with beginning(store, gone):
        await room.ann.submit_modal(sheet, {"answer": "-987654321"})
    with beginning(store, unsealed):
        await room.battle(room.ann)

    assert ("wall fight", "answered") in meter.ends
    assert [end for _, end in meter.ends].count("failed") == len(meter.faults) >= 1
    assert set(meter.faults) == {"LostError"}
    assert min(meter.seconds) >= 0


class Notes:
    """A meter that writes down what it is told."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, End]] = []
        self.faults: list[str] = []
        self.seconds: list[float] = []

    def answered(self, kind: str, end: End, *, since_touched: float, took: float) -> None:
        self.ends.append((kind, end))
        self.seconds += [since_touched, took]

    def failed(self, kind: str, fault: BaseException) -> None:
        self.faults.append(type(fault).__name__)


def test_each_trouble_has_its_sentence_and_what_to_do() -> None:
    for trouble in TROUBLES:
        for language in ("zh-CN", "en"):
            assert WORDS.say(f"error.{trouble}", language) != WORDS.say("error.unknown", language)
            assert "7" in WORDS.say(f"error.{trouble}_do", language, number="7")
