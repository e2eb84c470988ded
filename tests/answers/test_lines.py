"""Every reason and every verdict has its sentence, in both languages, in the same order."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.answers import REASONS
from quizbank.judging import LINES

LANGUAGES = ("zh-CN", "en")


def lines(language: str) -> dict[str, Any]:
    import bot

    path = Path(bot.__path__[0]) / "lines" / f"reading.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_says_what_to_change(language: str) -> None:
    assert list(lines(language)["unreadable"]) == list(REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_its_line(language: str) -> None:
    assert list(lines(language)["verdict"]) == [line.replace("-", "_") for line in LINES]


def test_both_languages_point_at_the_same_parts() -> None:
    chinese, english = (lines(language)["unreadable"] for language in LANGUAGES)

    assert {key for key in chinese if "{part}" in chinese[key]} == {key for key in english if "{part}" in english[key]}
