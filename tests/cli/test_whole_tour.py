"""`play tour --json`, the whole of it by pipe: every hall, the wall, the panorama, the path retold; through kills."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from quizbank.bank import Bank, open_bank
from quizbank.lines import Lines
from tests.cli.shell import Scene, Session, key_to, miss
from tests.cli.test_play import AWAITED, check_shape

pytestmark = [pytest.mark.slow, pytest.mark.durability, pytest.mark.again]

GAME = Lines.load(files("bot") / "lines")
KILLED_EVERY = 47  # scenes; no hall is as long, and halls differ in length, so that it falls on beats of every kind
MOST = 1_000  # scenes, far more than the tour has


@pytest.fixture(scope="module")
def bank() -> Bank:
    return open_bank()


def awaited(scene: Scene) -> tuple[object, ...]:
    """Return what a scene waits for, without what was said to the last line."""
    return scene["await"], scene["ask"], scene["choices"], scene["wall"]


class Pilgrim:
    """One who plays by pipe, and whose process is killed now and then."""

    def __init__(self, bank: Bank, lang: str) -> None:
        self.bank = bank
        self.lang = lang
        self.seen: list[Scene] = []
        self.tried = 0
        self.missed = False

    def begin(self) -> Session:
        return Session("tour", "--lang", self.lang)

    def between_halls(self, scene: Scene) -> bool:
        """Whether a scene ends one hall, so that whoever comes again is in the next."""
        return GAME.say("tour.hall_walked", self.lang) in scene["say"]

    def line(self, scene: Scene) -> str:
        """Return what to write: each choice and each value in turn, right answers, and one mistake at the wall."""
        match scene["await"]:
            case "answer":
                first_at_the_wall = scene["wall"] is not None and not self.missed
                self.missed |= first_at_the_wall
                return miss(scene) if first_at_the_wall else key_to(self.bank, scene)
            case "choose":
                return str(self.tried % len(scene["choices"]) + 1)
            case "turn":
                choices: list[str] = scene["choices"]
                return choices[self.tried % len(choices)]
        return ""

    def take_in(self, scene: Scene) -> Scene:
        """Look at a scene."""
        check_shape(scene)
        self.tried = self.tried + 1 if self.seen and awaited(self.seen[-1]) == awaited(scene) else 0
        self.seen.append(scene)
        assert len(self.seen) < MOST
        return scene

    def play(self) -> Iterator[Scene]:
        """Yield every scene until one awaits nothing."""
        session = self.begin()
        try:
            scene = self.take_in(session.scene())
            yield scene
            while scene["await"] != "nothing":
                if len(self.seen) % KILLED_EVERY == 0:
                    session.kill()
                    session = self.begin()
                    again = session.scene()
                    assert self.between_halls(scene) or awaited(again) == awaited(scene)
                    scene = again
                scene = self.take_in(session.answer(self.line(scene)))
                yield scene
            assert session.process.wait() == 0
        finally:
            session.kill()


def halls_walked(folder: Path) -> list[str]:
    """Return the halls walked to their end, as the game keeps them."""
    with sqlite3.connect(folder / "gauss.db") as db:
        return [hall for (hall,) in db.execute("select hall from walk where outcome = 'walked' order by id")]


@pytest.mark.parametrize("lang", ["zh-CN", "en"])
def test_the_tour_is_walked_by_pipe_to_the_path_retold(lang: str, bank: Bank, settings_of_nobody: Path) -> None:
    pilgrim = Pilgrim(bank, lang)
    at_the_wall = list(pilgrim.play())[-1]
    at_the_end = list(pilgrim.play())[-1]

    assert at_the_wall["wall"] == {"layers": [], "outcome": "broken"}
    assert {scene["await"] for scene in pilgrim.seen} == AWAITED
    assert halls_walked(settings_of_nobody) == list(bank.halls)
    told = [GAME.say(key, lang) for key in ("path.opening.slipped", "path.closing.mountain")]
    assert [line for line in at_the_end["say"] if line in told] == told
