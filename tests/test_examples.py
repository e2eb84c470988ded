"""Every example in the documents can be typed as it stands: at a shell, in Python, in TOML."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import textwrap
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.ext import commands

import bot.workshop
from bot.cogs.wall.wall import WallCog
from bot.settings import NAMES, variable
from engine.attention import tally
from tests.extension.landlord import Bench
from tests.test_documents import PAGES, READMES, ROOT, fences, read, shell_lines, skeleton
from tests.typed import amiss

PROSE = (*READMES, "CONTRIBUTING.md", *(f"docs/{page}{tongue}.md" for page in PAGES for tongue in ("", ".zh-CN")))
LANGUAGES = {"sh", "bat", "python", "toml"}
OURS = re.compile(r"\b(GAUSS_[A-Z_]+|DISCORD_TOKEN)\b")
BESIDES = re.compile(r"GAUSS_(CONFIG|DEBUG|TEST_[A-Z]+)\Z")  # read before there are settings, or by tests alone

each_document = pytest.mark.parametrize("document", PROSE)


def examples(document: str, language: str) -> list[str]:
    """Return the examples in a language, as they would be typed."""
    return [textwrap.dedent(block) for block in fences(document, language)]


@each_document
def test_every_example_is_in_a_language_that_is_looked_at(document: str) -> None:
    fenced = re.findall(r"^ *```(\w+)$", read(document), re.MULTILINE)

    assert set(fenced) <= LANGUAGES


@each_document
def test_every_line_that_is_typed_at_a_shell_is_one_that_can_be(document: str) -> None:
    wrong = {shlex.join(words): told for words in shell_lines(document) if (told := amiss(words))}

    assert wrong == {}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("gauss-elder db backup", "MissingParameter"),
        ("gauss-elder run --shard 0-3/16", "NoSuchOption"),
        ("gauss-elder play --lang fr", "BadParameter"),
        ("gauss-elder db rescue", "UsageError"),
        ("make instal", "no such targets: ['instal']"),
        ("make install EXTRAS=postgress", "no such extras: ['postgress']"),
        ("docker compose run --rm elders doctor", "no such services: ['elders']"),
        ("docker compose run --rm elder doctr", "UsageError"),
        ("sudo systemctl restart gauss", "no such units: ['gauss']"),
        ("pip install gauss_elder-0.0.9-py3-none-any.whl", "no such wheels"),
        ("sudo GAUSS_DATA=/var/lib/x /opt/x/gauss-elder db currant", "UsageError"),
        ("python -m tests.load --guild 5", "no such options: ['--guild']"),
        ("cp deploy/gauss.service /etc", "no such files"),
        ("curl https://example.org | sh", "nobody knows curl"),
    ],
)
def test_a_line_that_cannot_be_typed_is_found_out(line: str, told: str) -> None:
    assert told in (amiss(shlex.split(line)) or "")


@each_document
def test_every_shell_example_is_whole_for_a_shell(document: str) -> None:
    for example in examples(document, "sh"):
        done = subprocess.run(["bash", "-n"], input=example, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@each_document
def test_every_setting_that_is_named_is_there(document: str) -> None:
    named = {name for name in OURS.findall(read(document)) if not BESIDES.match(name)}

    assert named <= {*map(variable, NAMES)}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_the_same_examples_in_both_languages(page: str) -> None:
    english, chinese = (f"docs/{page}{tongue}.md" for tongue in ("", ".zh-CN"))
    for language in ("python", "toml"):
        assert examples(english, language) == examples(chinese, language)
    assert skeleton(english)["typed"] == skeleton(chinese)["typed"]
    assert skeleton(english)["headings"] == skeleton(chinese)["headings"]


@each_document
def test_every_toml_example_is_toml(document: str) -> None:
    assert [example for example in examples(document, "toml") if not tomllib.loads(example)] == []


# --- Python --------------------------------------------------------------------------------------------------------


def awaited() -> Iterator[Any]:
    """Yield each Python example for those who have a bot; where a block shows ways to choose from, each of them."""
    for document in PROSE:
        for at, example in enumerate(examples(document, "python")):
            tree = ast.parse(example)
            ways = [[line] for line in tree.body] if all(map(is_awaited, tree.body)) else [tree.body]
            for way in ways if "await " in example else []:
                yield pytest.param(ast.Module(way, []), id=f"{document}-{at}-{ast.unparse(way[0])[:40]}")


def is_awaited(line: ast.stmt) -> bool:
    """Whether a line does nothing but wait for something."""
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Await)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> commands.Bot:
    """Someone else's bot, which is connected to nothing."""
    monkeypatch.setattr(bot.workshop, "Workshop", Bench)
    return commands.Bot("!", intents=discord.Intents.default())


@pytest.mark.parametrize("example", [*awaited()])
async def test_every_example_for_a_bot_is_carried_out_as_it_stands(
    example: ast.Module, house: commands.Bot, tmp_path: Path
) -> None:
    named = {each.value for each in ast.walk(example) if isinstance(each, ast.Constant)} - {None}
    if elsewhere := [name for name in named if str(name).startswith("gauss_elder.")]:
        assert all(find_spec(str(name)) for name in elsewhere)  # what it does is told by tests/extension/test_namesake
        return
    code = compile(example, "<document>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    async with house:
        await eval(code, {"bot": house, "folder": tmp_path})
        there = {command.name for command in house.tree.get_commands()}
        for cog in tuple(house.cogs):
            await house.remove_cog(cog)

    assert {WallCog.__cog_group_name__.message, "elder", "study", "teach"} == there


def test_the_family_that_is_shown_agrees_with_its_witness() -> None:
    [family] = [each for each in examples("CONTRIBUTING.md", "python") if "(Family)" in each]
    there = dict(vars(import_module("quizbank.halls.corridor.mask_problems")))
    exec(compile(family, "<document>", "exec"), there)
    for n in (4, 8):
        problem = there["Hidden"](n)
        assert Fraction(str(problem.answer())) == Fraction(problem.witness().value)
        assert Fraction(str(problem.answer())) not in {Fraction(str(each)) for each in problem.traps().values()}


def test_the_exhibit_that_is_shown_makes_a_picture() -> None:
    [exhibit] = [each for each in examples("CONTRIBUTING.md", "python") if "def beds" in each]
    there = {**vars(import_module("quizbank.halls.gate.exhibit")), "tally": tally}
    exec(compile(exhibit, "<document>", "exec"), there)

    assert there["beds"]({"n": 8}).values == {"n": 8, "entries": 64}


def test_every_page_is_looked_at() -> None:
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("docs/*.md")} == {
        "docs/answers.md",  # which is made by running the reader
        *(page for page in PROSE if page.startswith("docs/")),
    }
