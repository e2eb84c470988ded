"""`map`, `me`, closed doors and the path at a shell, for a person and for a program."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from bot.terminal import record
from quizbank.bank import Bank, open_bank
from tests.cli.shell import Scene, Session, key_to, miss, run

MOVES_IN_A_HALL = 60  # more than any hall has beats, wrong turns included


@pytest.fixture(scope="module")
def bank() -> Bank:
    return open_bank()


def break_the_wall(bank: Bank, *, slips: int = 0) -> None:
    """Fight and win, after some wrong answers."""
    with Session("wall", "--lang", "en", "--random", "7") as session:
        scene = session.scene()
        while scene["await"] == "answer":
            scene = session.answer(miss(scene) if slips > 0 else key_to(bank, scene))
            slips -= 1


def test_the_map_tells_a_program_every_door_and_what_opens_it(bank: Bank) -> None:
    told = run("map", "--json", "--lang", "en").json

    assert told["here"] is None
    assert [door["hall"] for door in told["doors"]] == list(bank.halls)
    assert {door["hall"]: tuple(door["missing"]) for door in told["doors"]} == {
        hall.id: hall.needs for hall in bank.halls.values()
    }


@pytest.mark.parametrize("lang", ["zh-CN", "en"])
def test_the_map_tells_a_person_every_door_in_a_line_that_fits(lang: str, bank: Bank) -> None:
    done = run("map", "--lang", lang, "--text", COLUMNS="40")
    lines = done.out.splitlines()

    assert (done.code, done.err) == (0, "")
    assert all(any(hall.lines.say("hall.name", lang) in line for line in lines) for hall in bank.halls.values())
    assert max(map(cell_len, lines)) <= 40


def test_the_map_is_drawn_into_the_data_folder(settings_of_nobody: Path) -> None:
    done = run("map", "--lang", "en", COLUMNS="400")

    (picture,) = (settings_of_nobody / "pictures").glob("*.png")
    assert str(picture) in done.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_record_tells_the_rank_the_slip_and_what_is_held(bank: Bank) -> None:
    break_the_wall(bank, slips=1)
    told = run("me", "--json", "--lang", "en").json
    spoken = run("me", "--lang", "en", "--text").out

    assert told["broke"] is not None
    assert [memory["slips"] for memory in told["path"]] == [1]
    assert sum(hall["percent"] > 0 for hall in told["halls"]) >= 2
    assert "Core Formation" in spoken
    assert "halls you have not passed" in spoken
    assert "1 slip" in spoken


@pytest.mark.parametrize("lang", ["zh-CN", "en"])
def test_the_record_of_one_who_did_nothing_says_so(lang: str) -> None:
    told = run("me", "--json", "--lang", lang).json

    assert told["broke"] is None
    assert told["path"] == []
    assert told["next"] == "gate"
    assert run("me", "--lang", lang, "--text").code == 0


def test_a_closed_hall_offers_the_way_to_it_and_the_proof(bank: Bank) -> None:
    with Session("decoder", "--lang", "en") as session:
        closed = session.scene()
        assert (closed["await"], len(closed["choices"]), closed["ask"]) == ("choose", 2, None)
        assert closed["choices"][0] == bank.halls["tablets"].lines.say("hall.name", "en")
        assert session.answer("9")["choices"] == closed["choices"]
        assert session.answer("1")["ask"] is None
    assert run("map", "--json").json["here"] == "tablets"


def test_a_hall_is_proved_by_right_answers_and_goes_on_after_a_kill(bank: Bank) -> None:
    with Session("prism", "--lang", "en") as session:
        session.scene()
        proof = session.answer("2")
        assert proof["await"] == "answer"
        second = session.answer(key_to(bank, proof))
    with Session("tour", "--lang", "en") as session:
        resumed = session.scene()
        assert resumed["ask"] == second["ask"]
        while resumed["await"] == "answer":
            resumed = session.answer(key_to(bank, resumed))

    doors = {door["hall"]: door["door"] for door in run("map", "--json").json["doors"]}
    assert (doors["prism"], doors["encoder"], doors["tablets"]) == ("cleared", "open", "open")


def test_a_failed_proof_opens_nothing_and_says_where_to_go(bank: Bank) -> None:
    with Session("prism", "--lang", "en") as session:
        session.scene()
        failed = session.answer(wrong(bank, session.answer("2")))

        assert failed["await"] == "next"
    doors = {door["hall"]: door["door"] for door in run("map", "--json").json["doors"]}
    assert doors["prism"] == "closed"


def wrong(bank: Bank, scene: Scene) -> str:
    """Return a wrong answer to whatever a proof asks: that of a trap."""
    certificate = bank.certificate(scene["ask"]["family"], scene["ask"]["numbers"])
    trap = next(iter(certificate.traps.values())).text
    return f"{trap} {certificate.unit}" if scene["ask"]["kind"] == "quantity" else trap


def test_the_panorama_walked_through_is_followed_by_the_path(bank: Bank) -> None:
    break_the_wall(bank, slips=1)
    with Session("panorama", "--lang", "en") as session:
        session.scene()
    with Session("tour", "--lang", "en") as session:
        scene, moves = session.scene(), 0
        while "1 slip" not in json.dumps(scene["say"]) and moves < MOVES_IN_A_HALL:
            scene, moves = session.answer(step(bank, scene, moves)), moves + 1

    assert moves < MOVES_IN_A_HALL
    assert "halls you have not passed" in scene["say"][-1]


def step(bank: Bank, scene: Scene, tried: int) -> str:
    """Return a line that leads on."""
    choices = scene["choices"]
    if scene["await"] == "answer":
        return key_to(bank, scene)
    if scene["await"] == "choose":
        return str(tried % len(choices) + 1)
    return str(choices[-1 - tried % len(choices)]) if scene["await"] == "turn" else ""


def test_worked_examples_hold() -> None:
    assert doctest.testmod(record).failed == 0
