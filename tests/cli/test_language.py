"""The language of the command line: the one typed, else the one set, else the one played in, else the system's."""

from __future__ import annotations

import pytest

from bot.terminal.words import terminal_lines
from quizbank.bank import open_bank
from tests.cli.shell import Done, run

GATE = {language: open_bank().halls["gate"].lines.say("hall.name", language) for language in ("zh-CN", "en")}
WALL = {language: terminal_lines().say("wall.title", language, thickness=3) for language in ("zh-CN", "en")}


def spoken(done: Done) -> str:
    """Return the language of a map or of a wall."""
    (language,) = (each for each in GATE if GATE[each] in done.out or WALL[each] in done.out)
    return language


@pytest.mark.parametrize("command", ["map", "me"])
def test_whoever_only_looks_something_up_chooses_no_language(command: str) -> None:
    run(command, "--text", "--lang", "zh-CN")

    assert spoken(run("map", "--text")) == "en"


def test_what_is_typed_wins_over_what_is_set_and_that_over_what_was_played_in_and_that_over_the_system() -> None:
    assert spoken(run("play", "wall", "--text", LC_ALL="zh_CN.UTF-8")) == "zh-CN"
    assert spoken(run("play", "wall", "--text", "--lang", "zh-CN", GAUSS_LANG="en")) == "zh-CN"
    for command in (["play", "wall", "--text"], ["map", "--text"]):
        assert spoken(run(*command)) == "zh-CN"
        assert spoken(run(*command, GAUSS_LANG="en")) == "en"
        assert spoken(run(*command)) == "zh-CN"
    assert spoken(run("map", "--text", "--lang", "en", GAUSS_LANG="zh-CN")) == "en"
