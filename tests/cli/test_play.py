"""`play --json`: the contract with a program that plays."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quizbank.bank import Bank, open_bank
from tests.cli.shell import PATIENCE, Scene, Session, key_to, miss, run

AWAITED = {"answer", "choose", "turn", "next", "nothing"}
MOVES_IN_A_HALL = 60  # more than any hall has beats, wrong turns included


@pytest.fixture(scope="module")
def bank() -> Bank:
    return open_bank()


def answers_kept(folder: Path) -> list[tuple[str, int | None]]:
    with sqlite3.connect(folder / "gauss.db") as db:
        return db.execute("select kind, attempt from answer order by id").fetchall()


def check_shape(scene: Scene) -> None:
    assert set(scene) == {"say", "verdict", "wall", "ask", "choices", "await"}
    assert scene["await"] in AWAITED
    assert all(isinstance(line, str) and line for line in scene["say"])
    assert scene["verdict"] is None or set(scene["verdict"]) == {"kind", "line"}
    assert scene["wall"] is None or set(scene["wall"]) == {"layers", "outcome"}
    keys = {"question", "family", "numbers", "kind", "unit", "attempt"}
    assert scene["ask"] is None or set(scene["ask"]) == keys


def test_three_right_answers_break_the_wall(bank: Bank) -> None:
    with Session("wall", "--lang", "en", "--random", "7") as session:
        scene = session.scene()
        thickness = [len(scene["wall"]["layers"])]
        while scene["await"] == "answer":
            scene = session.answer(key_to(bank, scene))
            check_shape(scene)
            thickness.append(len(scene["wall"]["layers"]))

        assert thickness == [3, 2, 1, 0]
        assert scene["wall"]["outcome"] == "broken"
        assert session.process.wait() == 0


def test_three_wrong_answers_end_it_at_six_layers() -> None:
    with Session("wall", "--lang", "zh-CN", "--random", "7") as session:
        scene = session.scene()
        asked = []
        while scene["await"] == "answer":
            asked.append((scene["ask"]["family"], str(scene["ask"]["numbers"])))
            scene = session.answer(miss(scene))

        assert scene["wall"] == {"layers": ["memory", "grid", "dot", "dot", "dot", "dot"], "outcome": "overgrown"}
        assert len(asked) == len(set(asked)) == 3


def test_a_text_that_cannot_be_read_costs_no_attempt(settings_of_nobody: Path) -> None:
    with Session("wall", "--lang", "en") as session:
        before = session.scene()
        after = session.answer("no idea at all")

        assert after["verdict"]["kind"] == "invalid"
        assert (after["ask"], after["wall"]) == (before["ask"], before["wall"])
        assert answers_kept(settings_of_nobody) == [("invalid", None)]


@pytest.mark.durability
@pytest.mark.parametrize("answered", [0, 1, 2])
def test_killed_after_any_scene_it_goes_on_where_it_was(answered: int, bank: Bank, settings_of_nobody: Path) -> None:
    with Session("wall", "--lang", "en") as session:
        scene = session.scene()
        for _ in range(answered):
            scene = session.answer(key_to(bank, scene))
    with Session("wall", "--lang", "en") as session:
        resumed = session.scene()

        assert (resumed["ask"], resumed["wall"]) == (scene["ask"], scene["wall"])
        assert len(answers_kept(settings_of_nobody)) == answered
        while resumed["await"] == "answer":
            resumed = session.answer(key_to(bank, resumed))
        assert resumed["wall"]["outcome"] == "broken"
        assert answers_kept(settings_of_nobody) == [("correct", 1)] * 3


@pytest.mark.durability
def test_killed_before_the_verdict_is_read_the_answer_counts_once(bank: Bank, settings_of_nobody: Path) -> None:
    with Session("wall", "--lang", "en") as session:
        scene = session.scene()
        session.send(key_to(bank, scene))
        session.scene()
    with Session("wall", "--lang", "en") as session:
        resumed = session.scene()

    assert len(resumed["wall"]["layers"]) == 2
    assert answers_kept(settings_of_nobody) == [("correct", 1)]


def children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")  # whichever thread gave birth to them
    return [int(child) for thread in threads for child in thread.read_text(encoding="ascii").split()]


def eventually(holds: Callable[[], bool]) -> bool:
    """Return whether something comes to hold within the patience of these tests."""
    deadline = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


@pytest.mark.durability
@pytest.mark.skipif(sys.platform != "linux", reason="looks for child processes in /proc")
def test_no_worker_outlives_a_killed_game() -> None:
    with Session("wall", "--lang", "en") as session:
        session.scene()
        assert eventually(lambda: bool(children(session.process.pid)))
        workers = children(session.process.pid)

    assert eventually(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_the_same_number_draws_the_same_questions(tmp_path: Path) -> None:
    first, again = (
        run("play", "wall", "--random", "11", "--json", GAUSS_DATA=str(tmp_path / name)).json for name in ("a", "b")
    )

    assert first == again


def test_without_a_target_the_wall_and_the_tour_are_offered() -> None:
    with Session("--lang", "en") as session:
        lobby = session.scene()
        check_shape(lobby)

        assert (lobby["await"], len(lobby["choices"])) == ("choose", 2)
        assert session.answer("3")["choices"] == lobby["choices"]
        assert session.answer("1")["wall"]["outcome"] == "standing"


def step(bank: Bank, scene: Scene, tried: int) -> str:
    """Return a line that leads on, trying one choice or value after the other."""
    match scene["await"]:
        case "answer":
            return key_to(bank, scene)
        case "choose":
            return str(tried % len(scene["choices"]) + 1)
        case "turn":
            choices: list[str] = scene["choices"]
            return choices[-1 - tried % len(choices)]
    return ""


@pytest.mark.parametrize("lang", [pytest.param("zh-CN", marks=pytest.mark.again), "en"])
def test_the_tour_leads_through_every_hall_to_the_wall(lang: str, bank: Bank) -> None:
    with Session("tour", "--lang", lang) as session:
        scene = session.scene()
        for tried in range(MOVES_IN_A_HALL * len(bank.halls)):
            check_shape(scene)
            if scene["wall"] is not None or scene["await"] == "nothing":
                break
            scene = session.answer(step(bank, scene, tried))

        assert scene["wall"] is not None
        assert scene["wall"]["outcome"] == "standing"
