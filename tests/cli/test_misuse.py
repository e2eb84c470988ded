"""What is typed wrong is told in the language that is set, in a sentence of ours; so are the fixed words of help."""

from __future__ import annotations

import doctest
import os
import sys
from pathlib import Path
from typing import Annotated

import pytest
import typer

from bot.cli import carry_out, misuse
from bot.cli.misuse import KINDS, MisuseError
from bot.terminal.words import terminal_lines
from tests.cli.shell import run

LANGUAGES = ("zh-CN", "en")
Mistake = tuple[str, dict[str, str | tuple[str, ...]]]  # its key, and what it names

TIERS, LARGEST = ("apprentice", "adept", "elder"), "1000000000"
TYPED: dict[str, Mistake] = {
    "plya": ("no_command_like", {"name": "plya", "ours": ("play",)}),
    "nonsense": ("no_command", {"name": "nonsense"}),
    "bank nonsense": ("no_command", {"name": "nonsense"}),
    "play --lng en": ("no_option_like", {"name": "--lng", "ours": ("--lang",)}),
    "cost --kv-head 3": ("no_option_like", {"name": "--kv-head", "ours": ("--heads", "--kv-heads")}),
    "db current --what": ("no_option", {"name": "--what"}),
    "read": ("no_argument", {"name": "text"}),
    "cost --n": ("no_value", {"name": "--n"}),
    "play --text=3": ("takes_no_value", {"name": "--text"}),
    "play wall tour": ("too_many", {"given": "tour"}),
    "play --tier hard": ("not_offered", {"name": "--tier", "ours": TIERS, "given": "hard"}),
    "play --lang fr": ("not_offered", {"name": "--lang", "ours": LANGUAGES, "given": "fr"}),
    "cost --n abc": ("not_whole", {"name": "--n"}),
    "cost --n 2.5": ("not_whole", {"name": "--n"}),
    f"cost --n {'9' * 5000}": ("not_whole", {"name": "--n"}),
    "cost --n 0": ("too_small", {"name": "--n", "bound": "1"}),
    f"cost --n 1{LARGEST}": ("too_large", {"name": "--n", "bound": LARGEST}),
}
FILES: dict[str, Mistake] = {
    "--file nowhere": ("no_file", {"name": "--file", "file": "nowhere"}),
    "--file .": ("folder", {"name": "--file", "file": "."}),
    "--folder file": ("no_folder", {"name": "--folder", "file": "file"}),
    "--file file": ("unreadable", {"name": "--file", "file": "file"}),
    "--new file": ("unwritable", {"name": "--new", "file": "file"}),
    "--strange 1": ("other", {"said": "Invalid value for '--strange': a word of its own"}),
}
FIXED = ("Usage", "OPTIONS", "COMMAND", "ARGS", "Options", "Arguments", "Commands", "required", "default", "Show this")


def sentence(mistake: Mistake, language: str) -> str:
    """Return what is to be said of a mistake."""
    key, values = mistake
    between = terminal_lines().say("misuse.between", language)
    named = {name: value if isinstance(value, str) else between.join(value) for name, value in values.items()}
    return terminal_lines().say(f"misuse.{key}", language, **named)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_wrong_is_told_in_the_language_that_is_set(
    typed: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GAUSS_LANG", language)
    monkeypatch.setattr(sys, "argv", ["gauss-elder", *typed.split()])

    assert carry_out() == 2
    told, where_to_look = capsys.readouterr().err.splitlines()
    assert told == sentence(TYPED[typed], language)
    assert where_to_look.endswith(" --help")


def strange(value: str | None) -> None:
    """Refuse whatever is given, in words that nobody foresaw."""
    if value is not None:
        raise typer.BadParameter("a word of its own")


def takes_files(
    file: Annotated[Path | None, typer.Option(exists=True, dir_okay=False)] = None,
    folder: Annotated[Path | None, typer.Option(file_okay=False)] = None,
    new: Annotated[Path | None, typer.Option(readable=False, writable=True)] = None,
    strange: Annotated[str | None, typer.Option(callback=strange)] = None,
) -> None:
    """Stand for a command that takes files of every kind."""


@pytest.mark.parametrize("typed", FILES)
def test_every_kind_of_wrong_file_has_its_sentence_and_what_is_unknown_stays_as_it_is(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    app = typer.Typer()
    app.command()(takes_files)
    with pytest.raises(typer.BadParameter) as caught:
        app(typed.split(), standalone_mode=False)
    told = misuse.misuse(caught.value)

    assert isinstance(told, MisuseError)
    assert (told.key, told.values) == FILES[typed]


def test_every_kind_has_its_example() -> None:
    assert {key for key, _ in (*TYPED.values(), *FILES.values())} == set(KINDS)


def test_what_is_no_mistake_of_whoever_typed_is_not_taken_for_one() -> None:
    assert misuse.misuse(ValueError("Missing argument 'text'.")) is None


def test_a_language_that_is_typed_counts_for_what_is_wrong_beside_it() -> None:
    for order in (["play", "--tier", "hard", "--lang", "zh-CN"], ["play", "nowhere", "--lang", "zh-CN"]):
        done = run(*order)

        assert done.code == 2
        assert any("一" <= character <= "龥" for character in done.err)


@pytest.mark.parametrize("command", ["", "bank", "play", "db backup", "bank show"])
def test_help_in_chinese_has_no_fixed_word_in_english_and_is_never_cut_off(command: str) -> None:
    done = run(*command.split(), "--help", GAUSS_LANG="zh-CN", COLUMNS="80")

    assert done.code == 0
    assert [word for word in FIXED if word in done.out] == []
    assert "…" not in done.out


def test_worked_examples_hold() -> None:
    assert doctest.testmod(misuse).failed == 0
