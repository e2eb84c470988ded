"""What is read ahead: once it is, no first touch waits for a file or for a library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.play.reading_ahead import pieces
from bot.play.voice import Voice
from quizbank.bank import open_bank
from tests.databases import sqlite_url

ROOT = Path(__file__).resolve().parents[2]
LIVED = """
import asyncio, sys
from bot.play.reading_ahead import read_ahead
from bot.play.scene import Learner
from bot.play.voice import BOOKS, Voice
from bot.store import schema
from tests.play.stage import staged

async def main():
    store = await schema.ready(sys.argv[1])
    play = staged(store)
    bank = play.house.bank
    voice = Voice(bank)
    await play.meet(1)  # what the store loads for itself at the first statement is its own
    await play.speak(Learner(1, "en", ""), "zh-CN")
    if "ahead" in sys.argv:
        await read_ahead(bank, voice)
    waited_for = []
    def heed(event, told):
        if event == "import" or (event == "open" and str(told[0]).endswith((".toml", ".json"))):
            waited_for.append(str(told[0]))
    sys.addaudithook(heed)
    for language in ("zh-CN", "en"):
        learner = Learner(1, language, "")
        await play.enter(learner)
        await play.map(learner)
        await play.path(learner)
        await play.reviews.sit(learner)
        scene = await play.fight(learner)
        voice.question(scene.asked, language)
        voice.say((await play.ask(learner, "why divide by root d_k")).say[0], language)
        for book in (*BOOKS, *bank.halls):
            assert voice.book(book).keys
        assert all(hall.beats for hall in bank.halls.values())
    print(*waited_for)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("ahead", [True, False])
def test_what_was_read_ahead_is_waited_for_by_nobody(ahead: bool, tmp_path: Path) -> None:
    how = ["ahead"] if ahead else []
    done = subprocess.run(
        [sys.executable, "-c", LIVED, sqlite_url(tmp_path), *how],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    assert bool(done.stdout.split()) is not ahead, done.stdout


def test_it_is_read_in_many_small_pieces_so_that_a_touch_waits_for_one_at_most() -> None:
    bank = open_bank()
    there = list(pieces(bank, Voice(bank)))

    assert len(there) > 2 * len(bank.halls)
    for each in there:
        each()
