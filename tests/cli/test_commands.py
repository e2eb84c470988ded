"""Every command: its exit code, its words, and that no error is ever a traceback."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from bot.cli import options
from bot.play import scene
from bot.store import schema
from bot.terminal.words import terminal_lines
from tests.cli.shell import COMMAND, Done, environment, run

FULL = Path("/dev/full")  # a device on which there is never room
TOKEN = "MTIzNDU2.not-a-token.but-a-secret"


def refused(done: Done, code: int) -> None:
    """Hold a failure to its form: the exit code, what was wrong, what to do next, and no traceback."""
    assert done.code == code
    assert "Traceback" not in done.err + done.out
    assert len(done.err.strip().splitlines()) >= 2


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (["play", "nowhere"], {}),
        (["play", "--lang", "fr"], {}),
        (["play", "--random", "seven"], {}),
        (["play", "--random", str(2**63)], {}),
        (["plya"], {}),
        (["bank", "show", "no.such"], {}),
        (["bank", "show", "dial.var", "--numbers", "{"], {}),
        (["bank", "show", "dial.var", "--numbers", "[" * 5000], {}),
        (["bank", "show", "dial.var", "--numbers", f'{{"d": {"1" * 5000}}}'], {}),
        (["bank", "show", "dial.var", "--numbers", '{"d": 63}'], {}),
        (["bank", "verify", "--sample", "1", "--write"], {}),
        (["play", "--json"], {"GAUSS_WORKERS": "none"}),
        (["play", "--json"], {"GAUSS_DATABASE": "not a url"}),
        (["db", "upgrade"], {"GAUSS_DATABASE": "mysql+nodriver://elder@127.0.0.1/elder"}),
    ],
)
def test_wrong_use_exits_2_and_says_what_is_right(arguments: list[str], settings: dict[str, str]) -> None:
    refused(run(*arguments, **settings), code=2)


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (["run"], {}),
        (["play", "--json"], {"GAUSS_DATABASE": "postgresql://elder:secret@127.0.0.1:9/elder"}),
        (["db", "backup", "copy.db"], {"GAUSS_DATABASE": "postgresql://elder:secret@127.0.0.1:9/elder"}),
        (["play", "--json"], {"GAUSS_DATA": "/dev/null/folder"}),
        (["doctor"], {"GAUSS_DATA": "/dev/null/folder"}),
    ],
)
def test_what_cannot_be_done_exits_1_and_says_what_to_do(arguments: list[str], settings: dict[str, str]) -> None:
    done = run(*arguments, **settings)

    assert done.code == 1
    assert "Traceback" not in done.err + done.out
    assert len((done.err + done.out).strip().splitlines()) >= 2
    assert "secret" not in done.err + done.out


def test_where_the_log_is_for_programs_the_reason_for_ending_is_one_of_its_lines() -> None:
    logged, told = (run("run", GAUSS_LOG=form).err.splitlines() for form in ("json", "text"))

    assert json.loads(logged[0])["message"] == told[0]
    assert logged[1:] == told


@pytest.mark.parametrize("arguments", [["bank", "list"], ["doctor"], ["--help"], ["read", "5"], ["cost", "--json"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
def test_what_cannot_be_written_out_is_told_and_exits_1(arguments: list[str], unbuffered: str) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        terminal_lines().say(f"{part}.unwritten", "en") for part in ("problem", "remedy")
    ]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_leaves_early_is_no_fault(unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "bank", "list"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        check=False,
    )
    os.close(writing)

    assert done.stderr == ""


def test_the_doctor_tells_of_a_token_only_that_there_is_one() -> None:
    done = run("doctor", DISCORD_TOKEN=TOKEN)
    told = run("doctor", "--json", DISCORD_TOKEN=TOKEN)

    assert TOKEN not in done.out + done.err + told.out + told.err
    assert told.json["token"]["well"] is True
    assert run("doctor", "--json").json["token"]["well"] is False


def test_the_doctor_speaks_chinese_to_a_chinese_system() -> None:
    assert "样样齐备" in run("doctor", LC_ALL="zh_CN.UTF-8", DISCORD_TOKEN=TOKEN).out


def test_a_fresh_database_is_upgraded_and_then_current(settings_of_nobody: Path) -> None:
    before = run("db", "current", "--json")
    upgraded = run("db", "upgrade", "--json")
    after = run("db", "current", "--json")

    assert (before.code, before.json["revision"]) == (0, None)  # SQLite: nobody has to do anything
    assert upgraded.json["revision"] == schema.head()
    assert (after.code, after.json) == (0, {"revision": schema.head(), "head": schema.head()})


def test_a_backup_is_the_whole_database_and_overwrites_nothing(tmp_path: Path) -> None:
    run("play", "wall", "--json")
    copy = tmp_path / "copy.db"
    made, refusal = run("db", "backup", str(copy)), run("db", "backup", str(copy))

    assert made.code == 0
    refused(refusal, code=1)
    with sqlite3.connect(copy) as db:
        assert db.execute("select count(*) from battle").fetchone() == (1,)


def test_a_text_is_read_as_the_game_would_read_it() -> None:
    told = run("read", "1.5×10⁹ 字节", "--kind", "quantity", "--json")
    unread = run("read", "no idea", "--json")

    assert told.code == 0
    assert (told.json["value"], told.json["unit"]) == ("1500000000", "B")
    assert unread.code == 1
    assert set(unread.json) >= {"error", "reason"}


@pytest.mark.parametrize("text", ["-0", "-5", "-2.5e3", "-(1+2)", "-1/2"])
def test_a_text_may_begin_with_a_minus(text: str) -> None:
    before, behind = run("read", text, "--json"), run("read", "--kind", "number", "--json", "--", text)

    assert (before.code, before.json) == (0, behind.json)
    assert run("ask", text).err == ""


def test_a_number_is_said_back_as_it_is_written_everywhere() -> None:
    said = [run("read", text).out.strip() for text in ("1600", "16384", "4*sqrt(2)")]

    assert said == ["1600", "16\u202f384", "4√2 ≈ 5.65685"]


def test_the_bank_is_listed_and_shown_in_both_languages() -> None:
    rows = run("bank", "list", "--json").json
    english, chinese = (run("bank", "show", rows[0]["id"], "--json", "--lang", lang).json for lang in ("en", "zh-CN"))

    assert {"question", "key", "traps", "derived", "measured", "solution"} <= set(english)
    assert english["numbers"] == chinese["numbers"]
    assert english["question"] != chinese["question"]


def test_a_shown_problem_can_be_asked_for_by_its_numbers() -> None:
    shown = run("bank", "show", "dial.var", "--json").json
    again = run("bank", "show", "dial.var", "--json", "--numbers", json.dumps(shown["numbers"]))

    assert again.json == shown


@pytest.mark.slow
def test_a_sample_of_the_bank_is_proved_again() -> None:
    report = run("bank", "verify", "--family", "grid.elements", "--sample", "2", "--json")

    assert report.code == 0
    assert (report.json["families"], report.json["problems"], report.json["agreed"]) == (1, 2, 2)
    assert report.json["disagreed"] == []


def test_the_words_of_the_options_are_those_of_the_game() -> None:
    assert get_args(options.Language) == get_args(scene.Language)
    assert get_args(options.Tier) == get_args(scene.Tier)
