"""The page for whoever runs the bot says the same in both languages, and names only what is there."""

from __future__ import annotations

import re
from typing import cast

import pytest

from bot.app import INTENTS
from bot.cli.words import say
from bot.settings import NAMES, variable
from bot.store.store import Store
from bot.watch.gauges import Gauges
from bot.watch.health import Patient
from bot.watch.server import look_at
from tests.test_deploy import ROOT
from tests.test_documents import MAKEFILE, read, shell_lines, skeleton, strays, targets
from tests.watch.test_server import Client, Workers

PAGES = ("docs/running.md", "docs/running.zh-CN.md")
LANGUAGES = dict(zip(PAGES, ("en_US.UTF-8", "zh_CN.UTF-8"), strict=True))

each_page = pytest.mark.parametrize("page", PAGES)


def test_both_languages_have_the_same_headings_rows_and_lines() -> None:
    english, chinese = ({**skeleton(page), "links": []} for page in PAGES)

    assert english == chinese


@each_page
def test_every_command_line_is_one_that_can_be_typed(page: str) -> None:
    made = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    lines = [list(words) for words in shell_lines(page)]
    ours = [words[place:] for words in lines for place, word in enumerate(words) if word.endswith("bin/gauss-elder")]

    assert ours
    assert [words for words in lines if words[0] == "gauss-elder" and strays(words)] == []
    assert [words for words in ours if strays(words)] == []
    assert [words for words in lines if words[0] == "make" and not made.issuperset(targets(words))] == []


@each_page
def test_every_setting_is_in_the_table_and_no_other(page: str) -> None:
    listed = re.findall(r"^\| `([A-Z_]+)` \|", read(page), re.MULTILINE)

    assert sorted(listed) == sorted([*map(variable, NAMES), "GAUSS_CONFIG", "GAUSS_DEBUG"])


@each_page
async def test_every_figure_it_names_is_told(page: str) -> None:
    gauges = Gauges()
    assert Client(connected=True).intents == INTENTS
    look_at(Patient(Client(), cast(Store, None), Workers(), set()), gauges)
    told = set(re.findall(r"# TYPE (\w+) ", gauges.page().decode()))

    assert set(re.findall(r"`(gauss_\w+)`", read(page))) <= told


@each_page
def test_what_it_quotes_is_what_the_command_line_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", LANGUAGES[page])
    names = {"database": "", "revision": ""}
    for key in ("database_full", "database_readonly", "database_corrupt", "behind", "newer", "bad_token"):
        line = say(f"problem.{key}", **names)

        assert any(quoted in line for quoted in re.findall("“(.+?)”", read(page))), key


@each_page
def test_every_file_it_names_is_there(page: str) -> None:
    named = re.findall(r"\b(deploy/[\w.-]+|compose\.yaml|docs/[\w.-]+)", read(page))

    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []
