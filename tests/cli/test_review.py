"""Review at a shell: the same questions, one line each, and nothing where nothing is due."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.scene import Scene
from bot.play.voice import Voice
from bot.store.store import Store
from bot.terminal.game import REVIEW, Game, targets
from bot.terminal.teller import Teller
from bot.terminal.transcript import dump
from tests.cli.shell import Session
from tests.databases import store
from tests.play.a_life import BANK, Calendar, opened
from tests.play.stage import EN, right, send, trapped

pytestmark = pytest.mark.review

__all__ = ["store"]


async def missed(store: Store, calendar: Calendar) -> Game:
    """Return a shell's game the day after a slip at the wall."""
    play = opened(store, calendar)
    await play.meet(EN.id)
    scene = await play.fight(EN)
    await send(play, scene, trapped(scene.asked))
    calendar.now += timedelta(days=1)
    return Game(play, EN)


async def test_a_review_is_played_line_by_line_to_its_end(store: Store) -> None:
    game = await missed(store, Calendar())
    scene = await game.enter(REVIEW)
    seen: list[Scene] = [scene]
    for text in ("\u55b5", trapped(scene.asked)):
        scene = await game.move(scene, text)
        seen.append(scene)
    while scene.awaits == "answer":
        scene = await game.move(scene, right(scene.asked))
        seen.append(scene)

    assert [each.judged.kind for each in seen[1:] if each.judged is not None] == ["invalid", "diagnosed", "correct"]
    assert scene.awaits == "nothing"
    teller = Teller(Voice(BANK), "en")
    assert all(line for each in seen for line in dump(each, teller)["say"])


async def test_a_reading_is_chosen_by_its_number_and_a_hint_is_remembered(store: Store) -> None:
    game = await missed(store, Calendar())
    scene = await game.enter(REVIEW)
    await game.hint(scene)
    doubt = await game.move(scene, "22,6")
    after = await game.move(doubt, "1")

    assert doubt.awaits == "choose"
    assert after.judged is not None
    assert after.judged.counts
    assert (await game.play.privacy.shown(EN.id)).counts["hint"] == 1


def test_a_shell_where_nothing_was_missed_says_so_and_ends() -> None:
    assert REVIEW in targets(BANK.halls)
    with Session(REVIEW, "--lang", "en") as session:
        scene = session.scene()
        assert (scene["await"], scene["ask"]) == ("nothing", None)
        assert session.process.wait() == 0
