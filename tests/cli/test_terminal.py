"""The terminal: lines that fit, text that a terminal does not obey, and a kind way out."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from bot.terminal.ink import inked
from bot.terminal.words import terminal_lines
from bot.terminal.wrapping import CLOSING, UNIT, wrapped
from quizbank.figures import write
from tests.cli.shell import COMMAND, ROOT, environment, run

PROSE = st.text(st.sampled_from("壁厚三层问答，。「」；an wall²·√ \n"), max_size=80)


@given(PROSE, st.integers(4, 40))
def test_no_line_is_wider_than_asked_unless_a_single_word_is(prose: str, width: int) -> None:
    for line in wrapped(Text(prose), width):
        units = [unit for unit in UNIT.findall(line.plain) if unit.strip()]

        assert cell_len(line.plain) <= width or len(units) == 1


@given(PROSE, st.integers(4, 40))
def test_wrapping_loses_nothing_but_blanks(prose: str, width: int) -> None:
    lines = [line.plain for line in wrapped(Text(prose), width)]

    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", prose)


@given(st.integers(10_000, 10**15), st.integers(4, 40))
def test_no_line_breaks_within_a_number(number: int, width: int) -> None:
    lines = [line.plain for line in wrapped(Text(f"读作 {write(number)} B，是 {write(number)} 倍"), width)]

    assert sum(line.count(write(number)) for line in lines) == 2


@given(st.text(st.sampled_from("壁厚三层问答"), min_size=1, max_size=40), st.integers(6, 20))
def test_no_line_begins_with_a_closing_mark(prose: str, width: int) -> None:
    lines = list(wrapped(Text("，".join(prose) + "。"), width))

    assert not any(line.plain.startswith(tuple(CLOSING)) for line in lines)


@given(st.text(max_size=200))
def test_nothing_typed_is_obeyed_by_the_terminal(typed: str) -> None:
    shown = inked(typed).plain

    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)


@pytest.mark.parametrize(
    ("lang", "farewell"), [("en", "To come back, run: gauss-elder play"), ("zh-CN", "再来时运行：gauss-elder play")]
)
def test_the_end_of_input_is_a_kind_farewell(lang: str, farewell: str) -> None:
    done = run("play", "wall", "--text", "--lang", lang, COLUMNS="200")

    assert (done.code, done.err) == (0, "")
    assert farewell in done.out


def test_ctrl_c_leaves_kindly_and_says_how_to_come_back() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "wall", "--text", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
    )
    assert process.stdout is not None
    while "Question" not in process.stdout.readline():
        time.sleep(0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")
    assert "To come back, run: gauss-elder play" in out


def test_a_person_is_told_the_hint_and_the_working_and_may_abandon() -> None:
    done = run("play", "wall", "--text", "--lang", "en", lines="/why\n/hint\n7\n/why\n/abandon\n", COLUMNS="200")

    assert done.code == 0
    assert "first a question, then an answer" in done.out
    assert "Read as 7" in done.out
    assert "The question before this one:" in done.out
    assert "deserted" in done.out


def test_ctrl_c_while_it_is_still_loading_ends_quietly(tmp_path: Path) -> None:
    for module in ("typer", "rich"):  # the first things that the command line and a game load
        breaking = tmp_path / module
        breaking.mkdir()
        (breaking / f"{module}.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\n")
        done = run("play", "wall", "--text", PYTHONPATH=f"{breaking}{os.pathsep}{ROOT}")

        assert (done.code, done.out, done.err) == (130, "", "")


def test_a_word_after_a_slash_that_is_none_of_ours_is_no_answer_and_the_known_ones_are_listed(
    settings_of_nobody: Path,
) -> None:
    typed = ["/help", "/nosuch", "/Why me", "/提示", "/2", "1/2"]
    done = run("play", "wall", "--text", "--lang", "en", lines="\n".join(typed), COLUMNS="200")
    with sqlite3.connect(settings_of_nobody / "gauss.db") as db:
        kept = [text for (text,) in db.execute("select text from answer order by id")]

    assert kept == [b"/2", b"1/2"]
    said = " ".join(done.out.split())
    assert said.count(terminal_lines().say("game.commands", "en")) == 1 + 4
    for word in typed[1:4]:
        assert terminal_lines().say("game.no_word", "en", word=word) in said


@pytest.mark.parametrize("text", ["1/0", "0/0", "-1/0"])
def test_what_divides_by_nothing_is_refused_and_the_game_goes_on(text: str) -> None:
    done = run("play", "wall", "--text", "--lang", "en", lines=f"{text}\n7\n", COLUMNS="200")

    assert (done.code, done.err) == (0, "")
    assert "divides by zero" in done.out
    assert "Read as 7" in done.out


def test_at_26_columns_no_line_runs_over() -> None:
    done = run("play", "--text", "--lang", "zh-CN", lines="2\n\n", COLUMNS="26")

    assert max(cell_len(line) for line in done.out.splitlines()) <= 26


def test_a_wrong_answer_in_a_hall_gives_no_proof_away_while_the_question_is_still_asked() -> None:
    done = run("play", "gate", "--text", "--lang", "en", lines="\n2\n\n1 step\n", COLUMNS="200")

    assert "Read as 1 step" in done.out
    assert "derived" not in done.out
